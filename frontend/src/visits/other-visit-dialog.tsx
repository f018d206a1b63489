import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { useZone } from '../ui/figures.js';
import { clockText } from '../ui/format.js';
import type { Timer, VisitedPerson } from './visit-in-progress.js';

interface OtherVisitProps {
  /** The one that is under way, and the lead of the one that was asked for; undefined: closed. */
  visit: { readonly lead: VisitedPerson; readonly timer: Timer; readonly other: { readonly name: string | undefined } } | undefined;
  onStay: () => void;
  onSave: () => void;
  onDiscard: () => void;
}

/** A device records one visit at a time: before a second one begins the person says what becomes of the first. */
export function OtherVisitDialog({ visit, onStay, onSave, onDiscard }: OtherVisitProps): ReactNode {
  const zone = useZone();
  const first = visit?.lead.name ?? '';
  const second = visit?.other.name ?? t`another lead`;
  const since = visit?.timer.startedAt === undefined ? '' : clockText(new Date(visit.timer.startedAt), zone);
  return (
    <Dialog
      open={visit !== undefined}
      onClose={onStay}
      title={t`A visit to ${first} is under way`}
      description={
        since === ''
          ? t`What becomes of it before the visit to ${second} begins?`
          : t`It began at ${since}. What becomes of it before the visit to ${second} begins?`
      }
      foot={
        <>
          <Button kind="primary" size="lg" onClick={onSave}>
            {t`End it and save it first`}
          </Button>
          <Button size="lg" onClick={onStay}>
            {t`Go on with it`}
          </Button>
          <Button kind="danger-ghost" size="lg" onClick={onDiscard}>
            {t`Discard it`}
          </Button>
        </>
      }
    />
  );
}
