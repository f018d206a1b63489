import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { InvitationRead } from '#domain/accounts/account.views.js';
import type { organizationForm, companyForm } from '#domain/accounts/signing-in.forms.js';
import { roleNames } from '../kit/team/role-badge.js';
import type { FormOf } from '../kit/forms/use-zod-form.js';
import { Avatar } from '../ui/display/avatar.js';
import { phoneText } from '../ui/display/format.js';
import { CardChoice, ChipGroup } from '../ui/inputs/choice.js';
import { Field } from '../ui/inputs/field.js';
import { Input } from '../ui/inputs/input.js';
import { i18n, optionsOf } from '../words/i18n.js';
import { AuthForm } from './auth-frame.js';

/** `found`: a new organization. `join`: one that uses the product already. */
export type JoinOrFound = 'found' | 'join';

interface OrganizationStepProps {
  joinOrFound: JoinOrFound;
  onJoinOrFound: (choice: JoinOrFound) => void;
  foundForm: FormOf<typeof companyForm>;
  joinForm: FormOf<typeof organizationForm>;
  onBack: () => void;
}

/** Step 2: the name of a new organization, or a role in an existing one and its code, if known. */
export function OrganizationStep({
  joinOrFound,
  onJoinOrFound,
  foundForm,
  joinForm,
  onBack,
}: OrganizationStepProps): ReactNode {
  const form = joinOrFound === 'found' ? foundForm : joinForm;
  return (
    <AuthForm
      step={t`Step 2 of 2`}
      title={t`Where do you work?`}
      form={form}
      submitLabel={t`Create Account`}
      note={verifyNote()}
      secondButton={{ children: t`Back`, disabled: form.busy, onClick: onBack }}
    >
      <CardChoice
        label={t`Where do you work?`}
        name="way"
        value={joinOrFound}
        onValue={onJoinOrFound}
        options={[
          {
            value: 'found',
            label: t`Start a new organization`,
            meta: t`You become its admin and invite your team.`,
            content: (
              <Field label={t`Organization name`} error={foundForm.errors.name?.message}>
                <Input
                  autoComplete="organization"
                  placeholder={t`Suryodaya Solar & Interiors`}
                  {...foundForm.register('name')}
                />
              </Field>
            ),
          },
          {
            value: 'join',
            label: t`My team uses it already`,
            meta: t`Join with the code from your admin.`,
            content: (
              <>
                <Field
                  label={t`Organization code`}
                  optional
                  error={joinForm.errors.inviteCode?.message}
                  hint={t`8 letters and digits, from your admin`}
                >
                  <Input
                    className="num uppercase tracking-[0.08em]"
                    maxLength={8}
                    autoComplete="off"
                    autoCapitalize="characters"
                    spellCheck={false}
                    {...joinForm.register('inviteCode', {
                      onChange: (event: { target: HTMLInputElement }) =>
                        void (event.target.value = event.target.value.toUpperCase()),
                    })}
                  />
                </Field>
                <RoleChips form={joinForm} />
              </>
            ),
          },
        ]}
      />
    </AuthForm>
  );
}

interface InvitedStepProps {
  invitation: InvitationRead;
  person: { readonly name: string; readonly phone: string };
  form: FormOf<typeof organizationForm>;
  /** Shows step 1. */
  onBack: () => void;
  /** Shows the ordinary step 2. */
  onOtherOrganization: () => void;
}

/** Step 2 for visitors who opened an organization's invite link. */
export function InvitedStep({
  invitation: { organization, invitedBy, role },
  person: { name, phone },
  form,
  onBack,
  onOtherOrganization,
}: InvitedStepProps): ReactNode {
  const roleName = role && i18n._(roleNames[role]);
  return (
    <AuthForm
      step={<Avatar name={organization} className="mb-1" />}
      title={
        invitedBy && roleName
          ? t`${invitedBy} invites you to ${organization} as ${roleName}`
          : t`Join ${organization}`
      }
      description={
        <Trans>
          You sign up as {name} with{' '}
          <span className="num font-medium whitespace-nowrap text-ink">{phoneText(phone)}</span>.
        </Trans>
      }
      form={form}
      submitLabel={t`Join`}
      note={verifyNote()}
      secondButton={{ children: t`Back`, disabled: form.busy, onClick: onBack }}
    >
      {!role && <RoleChips form={form} />}
      <button type="button" className="link label self-start" onClick={onOtherOrganization}>
        {t`Another organization`}
      </button>
    </AuthForm>
  );
}

const RoleChips = ({ form }: { form: FormOf<typeof organizationForm> }): ReactNode => (
  <ChipGroup
    label={t`Your role`}
    hint={t`An admin of your organization confirms it`}
    options={optionsOf(roleNames)}
    error={form.errors.role?.message}
    {...form.register('role')}
  />
);

const verifyNote = (): string => t`You can verify your WhatsApp number now or within 3 days.`;
