import { t } from '@lingui/core/macro';
import { Pause, Play, Square } from 'lucide-react';
import type { ReactNode } from 'react';
import type { useLocation } from '../shared/use-location.js';
import { Button } from '../ui/button.js';
import { visitBegins, visitNow } from './visit-clock.js';
import { ended, paused, resumed, started, stateOfTimer, type Timer } from './visit-in-progress.js';

/** What can be done at a step of a visit: buttons that share the width. */
export const VisitActs = ({ children }: { children: ReactNode }): ReactNode => (
  <div className="flex w-full flex-wrap gap-2 *:flex-auto">{children}</div>
);

/** Asked once more, or on with what there is: under the thumb. */
export function PlaceActs({ location: { finding, find }, onDone }: { location: ReturnType<typeof useLocation>; onDone: () => void }): ReactNode {
  return (
    <VisitActs>
      {finding.state !== 'asking' && (
        <Button size="lg" onClick={find}>
          {finding.state === 'idle' ? t`Capture Location` : t`Try again`}
        </Button>
      )}
      <Button kind="primary" size="lg" onClick={onDone}>
        {finding.state === 'found' ? t`Continue` : t`Continue without location`}
      </Button>
    </VisitActs>
  );
}

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
