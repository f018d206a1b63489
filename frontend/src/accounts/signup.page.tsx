import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { z } from 'zod';
import { belongingForm, personForm } from '#domain/accounts/signing-in.forms.js';
import { roles } from '#domain/kernel/policy.js';
import { useNavigate } from '../lib/navigate.js';
import { newId, Problem } from '../lib/server/api.js';
import { refreshSession } from '../lib/account/session.js';
import { roleNames } from '../kit/team/role-badge.js';
import { type FormOf, useZodForm } from '../kit/forms/use-zod-form.js';
import { ChipGroup } from '../ui/inputs/choice.js';
import { Field } from '../ui/inputs/field.js';
import { Input, PhoneField } from '../ui/inputs/input.js';
import { Link } from '../ui/buttons/link.js';
import { useBackCloses } from '../ui/overlays/overlay-history.js';
import { optionsOf } from '../words/i18n.js';
import { useLanguage } from '../words/language.js';
import { NumberStep } from './another-number.js';
import { signUp, type Challenge } from './auth.js';
import { AuthForm, AuthFrame } from './auth-frame.js';
import { CodeStep } from './code-step.js';
import { wordsFor } from './refused.js';
import { forgetTyped, keepTyped, typedBefore } from './typed-before.js';

type Step =
  | { at: 'person'; isKnown?: boolean }
  | { at: 'belonging' }
  | { at: 'code'; phone: string; challenge: Challenge }
  | { at: 'number'; phone: string; challenge: Challenge; because?: string };

interface Typed {
  readonly link: string;
  readonly at: 'person' | 'belonging';
  readonly person: z.input<typeof personForm>;
  readonly belonging: z.input<typeof belongingForm>;
}

/** Asks for name, number, organization and code. A link only prefills fields. */
export default function SignUpPage(): ReactNode {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const language = useLanguage();
  const [accountId, setAccountId] = useState(newId);
  const link = query.toString();
  const [before] = useState(() => typedBefore<Typed>('sign-up', link));
  const known = {
    name: query.get('name') ?? '',
    phone: query.get('phone') ?? '',
    ...before.person,
  };
  // a step is skipped only if its values are known and valid
  const [step, setStep] = useState<Step>({
    at: before.at ?? (personForm.safeParse(known).success ? 'belonging' : 'person'),
  });
  const errorText = wordsFor(t`Failed to create account`);
  const person = useZodForm(personForm, {
    defaultValues: known,
    errorText,
    send: async () => setStep({ at: 'belonging' }),
  });
  const belonging = useZodForm(belongingForm, {
    defaultValues: {
      inviteCode: (query.get('invite') ?? '').toUpperCase().slice(0, 8),
      role: roles.find((role) => role === query.get('role')) ?? 'sales',
      ...before.belonging,
    },
    errorText,
    send: async (chosen) => {
      const { name, phone } = personForm.parse(person.getValues());
      try {
        setStep({
          at: 'code',
          phone,
          challenge: await signUp({ accountId, name, phone, ...chosen, language }),
        });
      } catch (error) {
        if (!(error instanceof Problem && ('phone' in error.fields || 'name' in error.fields)))
          throw error;
        // errors about the person are shown at the person's step
        setAccountId(newId());
        setStep({ at: 'person', isKnown: error.code === 'account-exists' });
        person.refuse(error, errorText(error));
      }
    },
  });
  const { at } = step;
  const typed: Omit<Typed, 'at'> = { link, person: person.watch(), belonging: belonging.watch() };
  useEffect(() => {
    if (at === 'person' || at === 'belonging') keepTyped<Typed>('sign-up', { ...typed, at });
    else forgetTyped();
  });
  useBackCloses(at === 'belonging', () => {
    // a pending request ends at the code step, or shows its error here
    if (!belonging.busy) setStep({ at: 'person' });
  });

  const enter = async (): Promise<void> => {
    await refreshSession();
    void navigate('/dashboard', { replace: true });
  };

  return (
    <AuthFrame>
      {step.at === 'person' && <PersonStep form={person} isKnown={step.isKnown} />}
      {step.at === 'belonging' && (
        <BelongingStep form={belonging} onBack={() => setStep({ at: 'person' })} />
      )}
      {step.at === 'code' && (
        <CodeStep
          phone={step.phone}
          challenge={step.challenge}
          onChallenge={(challenge) => setStep({ ...step, challenge })}
          onVerified={enter}
          onChange={(because) => setStep({ ...step, at: 'number', because })}
          second={{ children: t`Verify later`, onClick: () => void enter() }}
        />
      )}
      {step.at === 'number' && (
        <NumberStep
          reason={step.because}
          onSent={(challenge, phone) => setStep({ at: 'code', phone, challenge })}
          second={{
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
  /** Set if an account with this number exists. */
  isKnown?: boolean;
}

/** Step 1: name and number. */
function PersonStep({ form, isKnown }: PersonStepProps): ReactNode {
  const { errors } = form;
  const wrong = [
    { name: 'name', label: t`Name` },
    { name: 'phone', label: t`WhatsApp number` },
  ] as const;
  return (
    <AuthForm
      step={t`Step 1 of 2`}
      title={t`Create your account`}
      description={t`Free to start. Your number is your sign-in.`}
      form={form}
      invalidFields={errors.name && errors.phone ? wrong : []}
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
            to={isKnown ? `/login?phone=${encodeURIComponent(form.watch('phone'))}` : '/login'}
          >
            Sign In
          </Link>
        </Trans>
      </p>
    </AuthForm>
  );
}

interface BelongingStepProps {
  form: FormOf<typeof belongingForm>;
  onBack: () => void;
}

/** Step 2: organization code, if any, and requested role. */
function BelongingStep({ form, onBack }: BelongingStepProps): ReactNode {
  return (
    <AuthForm
      step={t`Step 2 of 2`}
      title={t`Where do you work?`}
      description={t`Leave the code empty if you are the first; you can found or join an organization later.`}
      form={form}
      submitLabel={t`Create Account`}
      second={{ children: t`Back`, disabled: form.busy, onClick: onBack }}
    >
      <Field
        label={t`Organization code`}
        optional
        error={form.errors.inviteCode?.message}
        hint={t`8 letters and digits, from your admin`}
      >
        <Input
          className="num uppercase tracking-[0.08em]"
          maxLength={8}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...form.register('inviteCode', {
            onChange: (event: { target: HTMLInputElement }) =>
              void (event.target.value = event.target.value.toUpperCase()),
          })}
        />
      </Field>
      <ChipGroup
        label={t`Your role`}
        hint={t`An admin of your organization confirms it`}
        options={optionsOf(roleNames)}
        error={form.errors.role?.message}
        {...form.register('role')}
      />
      <p className="meta">{t`You can verify your WhatsApp number now or within 3 days.`}</p>
    </AuthForm>
  );
}
