import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../ui/icon.js';

const names = ['Select Lead', 'Capture Location', 'Visit Timer', 'Visit Details'] as const;

/** How far a visit has come; what was answered stands below its step where there is room. */
export function VisitSteps({ step, lead, place }: { step: number; lead: string | undefined; place: string | undefined }): ReactNode {
  const answers = [lead, place];
  return (
    <ol className="visit-steps" aria-label={`Step ${step} of ${names.length}`}>
      {names.map((name, index) => {
        const state = index + 1 < step ? 'done' : index + 1 === step ? 'cur' : undefined;
        return (
          <li key={name} className={state} aria-current={state === 'cur' ? 'step' : undefined}>
            <span className="sn">{state === 'done' ? <Icon of={Check} size="s" /> : index + 1}</span>
            <span className="sl">
              {name}
              {state === 'done' && answers[index] && <small>{answers[index]}</small>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
