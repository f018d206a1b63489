import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { personForm } from '#domain/accounts/signing-in.forms.js';
import { roles } from '#domain/kernel/policy.js';
import { useNavigate } from '../lib/navigate.js';
import { newId, Problem } from '../lib/api.js';
import { refreshSession } from '../lib/session.js';
import { useBackCloses } from '../ui/overlay-history.js';
import { useLanguage } from '../words/language.js';
import { NumberStep } from './another-number.js';
import { signUp, type Challenge } from './auth.js';
import { AuthFrame } from './auth-frame.js';
import { CodeStep } from './code-step.js';
import { BelongingStep, type Belonging } from './signup-belonging.js';
import { PersonStep, type Person } from './signup-person.js';
import { forgetTyped, keepTyped, typedBefore } from './typed-before.js';

type Step =
  | { at: 'person'; error?: Problem }
  | { at: 'belonging' }
  | { at: 'code'; challenge: Challenge }
  | { at: 'number'; challenge: Challenge; because?: string };

interface Typed {
  readonly link: string;
  readonly at: 'person' | 'belonging';
  readonly person: Person;
  readonly belonging: Belonging;
}

/** Who it is, where they belong, and the code. What a link carries prefills; nothing of it is trusted. */
export default function SignUpPage(): ReactNode {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const language = useLanguage();
  const [accountId, setAccountId] = useState(newId);
  const link = query.toString();
  const [before] = useState(() => typedBefore<Typed>('sign-up', link));
  const [person, setPerson] = useState<Person>({ name: query.get('name') ?? '', phone: query.get('phone') ?? '', ...before.person });
  const [belonging, setBelonging] = useState<Belonging>(() => ({
    inviteCode: (query.get('invite') ?? '').toUpperCase().slice(0, 8),
    role: roles.find((role) => role === query.get('role')) ?? 'sales',
    ...before.belonging,
  }));
  // skipped only when both are known, and good
  const [step, setStep] = useState<Step>({ at: before.at ?? (personForm.safeParse(person).success ? 'belonging' : 'person') });
  const { at } = step;
  useEffect(() => {
    if (at === 'person' || at === 'belonging') keepTyped<Typed>('sign-up', { link, at, person, belonging });
    else forgetTyped();
  }, [link, at, person, belonging]);
  const creating = useRef(false);
  useBackCloses(at === 'belonging', () => {
    // what is on its way comes to the code, or says at this step why not
    if (!creating.current) setStep({ at: 'person' });
  });

  const enter = async (): Promise<void> => {
    await refreshSession();
    void navigate('/dashboard', { replace: true });
  };

  const create = async (chosen: Belonging): Promise<void> => {
    setBelonging(chosen);
    creating.current = true;
    try {
      const { name, phone } = personForm.parse(person);
      const { role, inviteCode } = chosen;
      const challenge = await signUp({ accountId, name, phone, role, language, ...(inviteCode ? { inviteCode } : {}) });
      setPerson({ name, phone });
      setStep({ at: 'code', challenge });
    } catch (error) {
      // what is wrong with the person is shown where the person stands
      if (error instanceof Problem && (error.code === 'account-exists' || 'phone' in error.fields || 'name' in error.fields)) {
        setAccountId(newId());
        return setStep({ at: 'person', error });
      }
      throw error;
    } finally {
      creating.current = false;
    }
  };

  return (
    <AuthFrame>
      {step.at === 'person' && <PersonStep initial={person} refused={step.error} onTyped={setPerson} onDone={() => setStep({ at: 'belonging' })} />}
      {step.at === 'belonging' && (
        <BelongingStep initial={belonging} onTyped={setBelonging} onBack={() => setStep({ at: 'person' })} onDone={create} />
      )}
      {step.at === 'code' && (
        <CodeStep
          phone={person.phone}
          challenge={step.challenge}
          onChallenge={(challenge) => setStep({ at: 'code', challenge })}
          onVerified={enter}
          onChange={(because) => setStep({ at: 'number', challenge: step.challenge, because })}
          second={{ children: t`Verify later`, onClick: () => void enter() }}
        />
      )}
      {step.at === 'number' && (
        <NumberStep
          because={step.because}
          onSent={(challenge, phone) => {
            setPerson({ ...person, phone });
            setStep({ at: 'code', challenge });
          }}
          second={{ children: t`Back`, onClick: () => setStep({ at: 'code', challenge: step.challenge }) }}
        />
      )}
    </AuthFrame>
  );
}
