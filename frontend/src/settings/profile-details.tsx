import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { Location } from '#domain/organizations/organization.js';
import { refreshSession, useMe } from '../lib/session.js';
import { FormField } from '../shared/command-dialog.js';
import { useCommandForm } from '../shared/use-command-form.js';
import { Field } from '../ui/field.js';
import { phoneText } from '../ui/format.js';
import { Input, Select } from '../ui/input.js';
import { FormCard } from './form-card.js';
import { storeOptions, useOrganization } from './organization-query.js';

type OnSaved = () => Promise<unknown>;

/** The same for a member, who works from one of the organization's stores. */
export function MemberDetails({ locationId, onSaved }: { locationId: string | null; onSaved: OnSaved }): ReactNode {
  const { data } = useOrganization();
  return <ProfileDetails store={data && { locations: data.locations, locationId }} onSaved={onSaved} />;
}

interface ProfileDetailsProps {
  store?: { readonly locations: readonly Location[]; readonly locationId: string | null };
  onSaved: OnSaved;
}

/** Name and store location, and what cannot be changed here. */
export function ProfileDetails({ store, onSaved }: ProfileDetailsProps): ReactNode {
  const { account } = useMe();
  // one that was removed meanwhile is none
  const location = store?.locations.find(({ locationId }) => locationId === store.locationId)?.locationId ?? '';
  const form = useCommandForm('ChangeProfile', {
    draft: 'profile',
    values: { name: account.name, locationId: location },
    // left out where it is as it was: a store that is not known here yet is not taken away
    about: ({ locationId }) => ({ locationId: locationId === location ? undefined : locationId || null }),
    failed: t`Failed to update profile`,
    done: t`Profile updated successfully`,
    onDone: async () => {
      await Promise.all([refreshSession(), onSaved()]);
    },
  });
  const labels = { name: t`Full name`, locationId: t`Store location` };
  return (
    <FormCard form={form} title={t`Your profile`} labels={labels}>
      <FormField form={form} name="name" label={labels.name} autoComplete="name" />
      {store && (
        <FormField
          form={form}
          name="locationId"
          label={labels.locationId}
          hint={store.locations.length === 0 ? t`Your organization has none yet.` : undefined}
          as={Select}
          options={storeOptions(store.locations)}
        />
      )}
      <Field label={t`WhatsApp number`} hint={t`You sign in with it.`}>
        <Input value={phoneText(account.phone)} readOnly className="num" />
      </Field>
      <Field label={t`Email`} hint={t`None is needed: you sign in with your WhatsApp number.`}>
        <Input value={t`None`} readOnly />
      </Field>
    </FormCard>
  );
}
