import { t } from '@lingui/core/macro';
import { Pause, Play, Square } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.js';
import { VisitActs } from './visit-acts.js';
import { visitBegins, visitNow } from './visit-clock.js';
import { ended, paused, resumed, started, stateOfTimer, type Timer } from './visit-in-progress.js';

/** What can be done with the timer as it stands, under the thumb. */
export function TimerActs({ timer, onTimer }: { timer: Timer; onTimer: (timer: Timer) => void }): ReactNode {
  const state = stateOfTimer(timer);
  return (
    <VisitActs>
      {state === 'not started' && (
        <Button kind="primary" size="lg" icon={Play} onClick={() => onTimer(started(visitBegins()))}>
          {t`Start Visit`}
        </Button>
      )}
      {state === 'running' && (
        <Button size="lg" icon={Pause} onClick={() => onTimer(paused(timer, visitNow()))}>
          {t`Pause`}
        </Button>
      )}
      {state === 'paused' && (
        <Button size="lg" icon={Play} onClick={() => onTimer(resumed(timer, visitNow()))}>
          {t`Resume`}
        </Button>
      )}
      {(state === 'running' || state === 'paused') && (
        <Button kind="primary" size="lg" icon={Square} onClick={() => onTimer(ended(timer, visitNow()))}>
          {t`End Visit`}
        </Button>
      )}
    </VisitActs>
  );
}
