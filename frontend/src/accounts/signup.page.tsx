import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { z } from 'zod';
import { organizationForm, companyForm, personForm } from '#domain/accounts/signing-in.forms.js';
import { roles } from '#domain/kernel/policy.js';
import { useNavigate } from '../lib/navigate.js';
import { newId, Problem, sendCommand } from '../lib/server/api.js';
import { refreshSession } from '../lib/account/session.js';
import { type FormOf, useZodForm } from '../kit/forms/use-zod-form.js';
import { Field } from '../ui/inputs/field.js';
import { Input, PhoneField } from '../ui/inputs/input.js';
import { Link } from '../ui/buttons/link.js';
import { Loading, Skeleton } from '../ui/feedback/states.js';
import { useCloseOnBack } from '../ui/overlays/overlay-history.js';
import { useLanguage } from '../words/language.js';
import { AnotherNumberStep } from './another-number.js';
import { signUp, type Challenge } from './auth.js';
import { AuthForm, AuthFrame } from './auth-frame.js';
import { OrganizationStep, InvitedStep, type JoinOrFound } from './organization-step.js';
import { CodeStep } from './code-step.js';
import { authErrorText } from './auth-errors.js';
import { clearTypedFields, storeTypedFields, readTypedFields } from './typed-fields.js';
import { useInvitation } from './use-invitation.js';

type Step =
  | { at: 'person'; hasAccount?: boolean }
  | { at: 'belonging' }
  | { at: 'code'; phone: string; challenge: Challenge }
  | { at: 'number'; phone: string; challenge: Challenge; reason?: string };

/** Typed values, stored until the tab closes. */
interface Typed {
  /** Parameters of the link that opened the page. */
  readonly link: string;
  readonly at: 'person' | 'belonging';
  readonly way: JoinOrFound;
  readonly person: z.input<typeof personForm>;
  readonly company: z.input<typeof companyForm>;
  readonly belonging: z.input<typeof organizationForm>;
}

/**
 * Asks for name and number, then for the company to found or the team to join, then for the code. A
 * link only prefills fields.
 */
export default function SignUpPage(): ReactNode {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const language = useLanguage();
  const [accountId, setAccountId] = useState(newId);
  const link = query.toString();
  const [storedFields] = useState(() => readTypedFields<Typed>('sign-up', link));
  const prefilled = {
    name: query.get('name') ?? '',
    phone: query.get('phone') ?? '',
    ...storedFields.person,
  };
  // the first step is skipped only if its values are known and valid
  const [step, setStep] = useState<Step>({
    at: storedFields.at ?? (personForm.safeParse(prefilled).success ? 'belonging' : 'person'),
  });
  const inviteCode = (query.get('invite') ?? '').toUpperCase().slice(0, 8);
  const [way, setWay] = useState<JoinOrFound>(storedFields.way ?? (inviteCode ? 'join' : 'found'));
  const errorText = authErrorText(t`Failed to create account`);
  const person = useZodForm(personForm, {
    defaultValues: prefilled,
    errorText,
    send: async () => setStep({ at: 'belonging' }),
  });
  const { invitation, isLoading, dismiss } = useInvitation(inviteCode, person.watch('phone'));
  /** Name of the organization to found after the code. A retry uses the same ids. */
  const [organizationToFound, setOrganizationToFound] = useState<string>();
  const [foundingIds] = useState(() => ({ organizationId: newId(), commandId: newId() }));
  const signUpAndAskForCode = async (
    chosen: Partial<z.output<typeof organizationForm>>,
  ): Promise<void> => {
    const { name, phone } = personForm.parse(person.getValues());
    try {
      setStep({
        at: 'code',
        phone,
        challenge: await signUp({ accountId, name, phone, ...chosen, language }),
      });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // a refused code is shown at its field
      if ('inviteCode' in error.fields) dismiss();
      const isAboutPerson = 'phone' in error.fields || 'name' in error.fields;
      if (!isAboutPerson) throw error;
      // a corrected person is another account
      setAccountId(newId());
      setStep({ at: 'person', hasAccount: error.code === 'account-exists' });
      person.refuse(error, errorText(error));
    }
  };
  const company = useZodForm(companyForm, {
    defaultValues: { name: '', ...storedFields.company },
    errorText,
    send: ({ name }) => {
      setOrganizationToFound(name);
      return signUpAndAskForCode({});
    },
  });
  const belonging = useZodForm(organizationForm, {
    defaultValues: {
      inviteCode,
      role: roles.find((role) => role === query.get('role')) ?? 'sales',
      ...storedFields.belonging,
    },
    errorText,
    send: async (chosen) => {
      setOrganizationToFound(undefined);
      await signUpAndAskForCode(chosen);
    },
  });
  const { at } = step;
  const typed: Omit<Typed, 'at'> = {
    link,
    way,
    person: person.watch(),
    company: company.watch(),
    belonging: belonging.watch(),
  };
  useEffect(() => {
    if (at === 'person' || at === 'belonging') storeTypedFields<Typed>('sign-up', { ...typed, at });
    else clearTypedFields();
  });
  useCloseOnBack(at === 'belonging', () => {
    // a pending request ends at the code step, or shows its error here
    if (!belonging.busy && !company.busy) setStep({ at: 'person' });
  });

  const goToApp = async (): Promise<void> => {
    const me = await refreshSession();
    if (organizationToFound === undefined || me?.organization) {
      void navigate('/dashboard', { replace: true });
      return;
    }
    try {
      const data = { organizationId: foundingIds.organizationId, name: organizationToFound };
      await sendCommand('FoundOrganization', data, { id: foundingIds.commandId });
      await refreshSession();
      void navigate('/dashboard', { replace: true });
    } catch {
      // `/create-organization` tries again and shows the reason
      void navigate(`/create-organization?${new URLSearchParams({ name: organizationToFound })}`, {
        replace: true,
      });
    }
  };

  return (
    <AuthFrame>
      {step.at === 'person' && (
        <PersonStep
          form={person}
          hasAccount={step.hasAccount}
          organization={invitation?.organization}
        />
      )}
      {step.at === 'belonging' && (
        <Loading when={isLoading} skeleton={<Skeleton width="80%" height="2rem" />}>
          {() =>
            invitation ? (
              <InvitedStep
                invitation={invitation}
                person={personForm.safeParse(person.getValues()).data ?? prefilled}
                form={belonging}
                onBack={() => setStep({ at: 'person' })}
                onOtherOrganization={dismiss}
              />
            ) : (
              <OrganizationStep
                joinOrFound={way}
                onJoinOrFound={setWay}
                foundForm={company}
                joinForm={belonging}
                onBack={() => setStep({ at: 'person' })}
              />
            )
          }
        </Loading>
      )}
      {step.at === 'code' && (
        <CodeStep
          phone={step.phone}
          challenge={step.challenge}
          onChallenge={(challenge) => setStep({ ...step, challenge })}
          onVerified={goToApp}
          onChangeNumber={(reason) => setStep({ ...step, at: 'number', reason })}
          secondButton={{ children: t`Verify later`, onClick: () => void goToApp() }}
        />
      )}
      {step.at === 'number' && (
        <AnotherNumberStep
          reason={step.reason}
          onSent={(challenge, phone) => setStep({ at: 'code', phone, challenge })}
          secondButton={{
            children: t`Back`,
            onClick: () => setStep({ at: 'code', phone: step.phone, challenge: step.challenge }),
          }}
        />
      )}
    </AuthFrame>
  );
}

interface PersonStepProps {
  form: FormOf<typeof personForm>;
  /** Whether an account with this number exists. */
  hasAccount?: boolean;
  /** Organization of the link. */
  organization: string | undefined;
}

/** Step 1: name and number. */
function PersonStep({ form, hasAccount, organization }: PersonStepProps): ReactNode {
  const { errors } = form;
  const errorFields = [
    { name: 'name', label: t`Name` },
    { name: 'phone', label: t`WhatsApp number` },
  ] as const;
  return (
    <AuthForm
      step={t`Step 1 of 2`}
      title={t`Create your account`}
      description={
        organization
          ? t`To join ${organization}. Your number is your sign-in.`
          : t`Free to start. Your number is your sign-in.`
      }
      form={form}
      invalidFields={errors.name && errors.phone ? errorFields : []}
      submitLabel={t`Continue`}
    >
      <Field label={t`Name`} error={errors.name?.message}>
        <Input autoComplete="name" {...form.register('name')} autoFocus={!form.getValues('name')} />
      </Field>
      <Field
        label={t`WhatsApp number`}
        error={errors.phone?.message}
        hint={t`We send a 6-digit code there`}
      >
        <PhoneField {...form.register('phone')} />
      </Field>
      <p className="label text-ink-2">
        <Trans>
          Have an account?{' '}
          <Link
            className="link"
            to={hasAccount ? `/login?phone=${encodeURIComponent(form.watch('phone'))}` : '/login'}
          >
            Sign In
          </Link>
        </Trans>
      </p>
    </AuthForm>
  );
}
