import { msg, t } from '@lingui/core/macro';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../ui/icon.js';
import { i18n } from '../words/i18n.js';

const names = [msg`Select Lead`, msg`Capture Location`, msg`Visit Timer`, msg`Visit Details`] as const;

/** How far a visit has come; what was answered stands below its step where there is room. */
export function VisitSteps({ step, lead, place }: { step: number; lead: string | undefined; place: string | undefined }): ReactNode {
  const answers = [lead, place];
  return (
    <ol className="visit-steps" aria-label={t`Step ${step} of ${names.length}`}>
      {names.map((name, index) => {
        const state = index + 1 < step ? 'done' : index + 1 === step ? 'cur' : undefined;
        return (
          <li key={name.id} className={state} aria-current={state === 'cur' ? 'step' : undefined}>
            <span className="sn">{state === 'done' ? <Icon of={Check} size="s" /> : index + 1}</span>
            <span className="sl">
              {i18n._(name)}
              {state === 'done' && answers[index] && <small>{answers[index]}</small>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
