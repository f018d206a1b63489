import { t } from '@lingui/core/macro';
import { History } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { OrganizationShown } from '#domain/organizations/organization.views.js';
import { industries } from '#domain/organizations/organization.values.js';
import { usePermissions } from '../lib/account/session.js';
import { FormField } from '../kit/forms/command-dialog.js';
import { ConflictNotice } from '../kit/forms/conflict-notice.js';
import { useCommand } from '../kit/commands/use-command.js';
import { useCommandForm } from '../kit/forms/use-command-form.js';
import { ButtonLink } from '../ui/buttons/button.js';
import { Combobox } from '../ui/inputs/combobox.js';
import { Field } from '../ui/inputs/field.js';
import { phoneWithoutCountry } from '../ui/display/format.js';
import { PhoneField, Select } from '../ui/inputs/input.js';
import { QueryStates, SkeletonCards } from '../ui/feedback/states.js';
import { Switch } from '../ui/inputs/switch.js';
import { toast } from '../ui/feedback/toast.js';
import { choicesOf } from '../words/i18n.js';
import { FormCard } from './form-card.js';
import { OrganizationDetails } from './organization-details.js';
import { Locations } from './locations.js';
import { OrganizationLogo } from './organization-logo.js';
import { refreshOrganization, useOrganization } from './organization-query.js';
import { zoneOption, zoneOptions } from './time-zones.js';

/** `/settings/organization`: name and stores, for admins to change. */
export default function OrganizationPage(): ReactNode {
  const may = usePermissions();
  return (
    <QueryStates
      query={useOrganization()}
      failed={t`Failed to load organization details`}
      label={t`Loading organization`}
      skeleton={<SkeletonCards count={2} className="stack gap-4" />}
    >
      {(data) => (
        <>
          {may('ChangeOrganizationDetails') ? (
            <>
              <DetailsForm organization={data} />
              <OrganizationLogo logoFileId={data.logoFileId ?? undefined} />
              <LeaderboardSwitch open={data.leaderboardOpen} />
            </>
          ) : (
            <OrganizationDetails organization={data} />
          )}
          <Locations locations={data.locations} />
          {may('GET /api/history/:kind/:id') && (
            <ButtonLink icon={History} to="/settings/organization/history" className="self-start">
              {t`History`}
            </ButtonLink>
          )}
        </>
      )}
    </QueryStates>
  );
}

const valuesOf = ({ name, industry, contactPhone, timeZone }: OrganizationShown) => ({
  name,
  industry: industry ?? ('' as const),
  contactPhone: phoneWithoutCountry(contactPhone ?? ''),
  timeZone,
});

function DetailsForm({ organization }: { organization: OrganizationShown }): ReactNode {
  const zones = useMemo(zoneOptions, []);
  const form = useCommandForm('ChangeOrganizationDetails', {
    draft: 'organization-details',
    untypedFields: {},
    values: valuesOf(organization),
    edits: {
      revision: organization.revision,
      refresh: async () => {
        const currentOrganization = await refreshOrganization();
        return { values: valuesOf(currentOrganization), revision: currentOrganization.revision };
      },
    },
    failed: t`Failed to save organization details`,
    done: t`Organization details saved successfully`,
  });
  return (
    <FormCard
      form={form}
      title={t`Organization details`}
      labels={{ name: t`Organization name` }}
      notice={
        <ConflictNotice
          form={form}
          current={valuesOf(organization)}
          describe={(name) => t`${name} changed these details while you were typing.`}
        />
      }
    >
      <FormField form={form} name="name" label={t`Organization name`} autoComplete="organization" />
      <FormField
        form={form}
        name="industry"
        as={Select}
        options={[{ value: '', label: t`Not given` }, ...choicesOf(industries)]}
      />
      <FormField
        form={form}
        name="contactPhone"
        hint={t`Customers reach you by it from pages that you share. Without one these pages have no contact buttons.`}
        as={PhoneField}
      />
      <Field
        label={t`Time zone`}
        hint={t`Decides what “today” is: due dates, visits, boards.`}
        error={form.error('timeZone')}
      >
        <Combobox
          label={t`Time zone`}
          name="timeZone"
          options={zones}
          value={zoneOption(form.watch('timeZone'))}
          onValue={({ value }) => form.set('timeZone', value)}
        />
      </Field>
    </FormCard>
  );
}

function LeaderboardSwitch({ open }: { open: boolean }): ReactNode {
  const { send, busy, disabled } = useCommand('ChangeOrganizationDetails', {
    failed: t`Failed to save organization details`,
    done: t`Organization details saved successfully`,
    onFailed: (text) => toast({ tone: 'bad', text }),
  });
  return (
    <section className="card card-b" aria-label={t`Leaderboard`}>
      <Switch
        label={t`Everyone sees the leaderboard`}
        hint={t`Off: everybody sees their own rank, and administrators all figures.`}
        checked={open}
        disabled={busy || disabled}
        onChecked={(leaderboardOpen) => send({ leaderboardOpen })}
      />
    </section>
  );
}
