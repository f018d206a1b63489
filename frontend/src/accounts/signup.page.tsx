import { t } from '@lingui/core/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { z } from 'zod';
import { belongingForm, personForm } from '#domain/accounts/signing-in.forms.js';
import { roles } from '#domain/kernel/policy.js';
import { useNavigate } from '../lib/navigate.js';
import { newId, Problem } from '../lib/api.js';
import { refreshSession } from '../lib/session.js';
import { useZodForm } from '../shared/use-zod-form.js';
import { useBackCloses } from '../ui/overlay-history.js';
import { useLanguage } from '../words/language.js';
import { NumberStep } from './another-number.js';
import { signUp, type Challenge } from './auth.js';
import { AuthFrame } from './auth-frame.js';
import { CodeStep } from './code-step.js';
import { wordsFor } from './refused.js';
import { BelongingStep } from './signup-belonging.js';
import { PersonStep } from './signup-person.js';
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

/** Who it is, where they belong, and the code. What a link carries prefills; nothing of it is trusted. */
export default function SignUpPage(): ReactNode {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const language = useLanguage();
  const [accountId, setAccountId] = useState(newId);
  const link = query.toString();
  const [before] = useState(() => typedBefore<Typed>('sign-up', link));
  const known = { name: query.get('name') ?? '', phone: query.get('phone') ?? '', ...before.person };
  // skipped only when both are known, and good
  const [step, setStep] = useState<Step>({ at: before.at ?? (personForm.safeParse(known).success ? 'belonging' : 'person') });
  const words = wordsFor(t`Failed to create account`);
  const person = useZodForm(personForm, { defaultValues: known, words, send: async () => setStep({ at: 'belonging' }) });
  const belonging = useZodForm(belongingForm, {
    defaultValues: {
      inviteCode: (query.get('invite') ?? '').toUpperCase().slice(0, 8),
      role: roles.find((role) => role === query.get('role')) ?? 'sales',
      ...before.belonging,
    },
    words,
    send: async (chosen) => {
      const { name, phone } = personForm.parse(person.getValues());
      try {
        setStep({ at: 'code', phone, challenge: await signUp({ accountId, name, phone, ...chosen, language }) });
      } catch (error) {
        if (!(error instanceof Problem && ('phone' in error.fields || 'name' in error.fields))) throw error;
        // what is wrong with the person is shown where the person stands
        setAccountId(newId());
        setStep({ at: 'person', isKnown: error.code === 'account-exists' });
        person.refuse(error, words(error));
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
    // what is on its way comes to the code, or says at this step why not
    if (!belonging.busy) setStep({ at: 'person' });
  });

  const enter = async (): Promise<void> => {
    await refreshSession();
    void navigate('/dashboard', { replace: true });
  };

  return (
    <AuthFrame>
      {step.at === 'person' && <PersonStep form={person} isKnown={step.isKnown} />}
      {step.at === 'belonging' && <BelongingStep form={belonging} onBack={() => setStep({ at: 'person' })} />}
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
          because={step.because}
          onSent={(challenge, phone) => setStep({ at: 'code', phone, challenge })}
          second={{ children: t`Back`, onClick: () => setStep({ at: 'code', phone: step.phone, challenge: step.challenge }) }}
        />
      )}
    </AuthFrame>
  );
}
