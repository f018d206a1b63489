import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { renewSession, useMe } from '../lib/account/session.js';
import { FormField } from '../kit/forms/command-dialog.js';
import { useCommandForm } from '../kit/forms/use-command-form.js';
import { Field } from '../ui/inputs/field.js';
import { phoneText } from '../ui/display/format.js';
import { Input, Select } from '../ui/inputs/input.js';
import { FormCard } from './form-card.js';
import { storeOptions, useOrganization } from './organization-query.js';

interface ProfileDetailsProps {
  locationId: string | null;
  onSaved: () => Promise<unknown>;
}

/** Name and store of the member; the number is read-only. */
export function ProfileDetails({ locationId, onSaved }: ProfileDetailsProps): ReactNode {
  const { account, organization } = useMe();
  const stores = useOrganization({ enabled: organization !== null }).data?.locations;
  // a removed store counts as none
  const storeId = stores?.find((store) => store.locationId === locationId)?.locationId ?? '';
  const form = useCommandForm('ChangeProfile', {
    draft: 'profile',
    values: { name: account.name, locationId: storeId },
    // an unchanged store is not sent: if this device does not know it, sending would remove it
    untypedFields: ({ locationId: chosen }) => ({
      locationId: chosen === storeId ? undefined : chosen || null,
    }),
    failed: t`Failed to update profile`,
    done: t`Profile updated successfully`,
    onDone: async () => {
      await Promise.all([renewSession(), onSaved()]);
    },
  });
  const labels = { name: t`Full name`, locationId: t`Store location` };
  return (
    <FormCard form={form} title={t`Your profile`} labels={labels}>
      <FormField form={form} name="name" label={labels.name} autoComplete="name" />
      {stores && (
        <FormField
          form={form}
          name="locationId"
          label={labels.locationId}
          hint={stores.length === 0 ? t`Your organization has none yet.` : undefined}
          as={Select}
          options={storeOptions(stores)}
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
