import { plural, t } from '@lingui/core/macro';
import { Check, UserRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { UpcomingVisit } from '#domain/visits/visit.views.js';
import { useCommandForEach } from '../kit/commands/use-command-for-each.js';
import { SelectionBar } from '../kit/lists/row-selection.js';
import { countedNoun } from '../kit/texts/nouns.js';
import { usePermissions } from '../lib/account/session.js';
import { Button } from '../ui/buttons/button.js';
import { useToday } from '../ui/display/figures.js';
import { lazyPart } from '../ui/loading/code.js';
import { LazyMount } from '../ui/loading/lazy-mount.js';
import { rescheduleData } from './complete-follow-up.js';

const ReassignDialog = lazyPart(() => import('../kit/leads/reassign-dialog.js'));

/** Actions on the selected follow-ups: completes them, or gives their leads to another member. */
export function SelectedFollowUps({
  selected,
  isUnavailable,
  onClear,
}: {
  selected: readonly UpcomingVisit[];
  isUnavailable: boolean;
  onClear: () => void;
}): ReactNode {
  const may = usePermissions();
  const today = useToday();
  const rescheduleCommands = useCommandForEach('ScheduleFollowUp', {
    failed: t`Failed to plan the follow-up again`,
    done: (count) =>
      plural(count, { one: '# follow-up planned again', other: '# follow-ups planned again' }),
  });
  const { send, busy, disabled } = useCommandForEach('CompleteFollowUp', {
    failed: t`Failed to complete follow-up`,
    done: (count) =>
      plural(count, { one: '# follow-up completed', other: '# follow-ups completed' }),
    onDone: onClear,
    undo: (sent) => {
      const ids = new Set(sent.map(({ followUpId }) => followUpId));
      const completed = selected.filter(({ followUpId }) => ids.has(followUpId));
      rescheduleCommands.send(completed.map((visit) => rescheduleData(visit.leadId, visit, today)));
    },
  });
  const [isReassigning, setReassigning] = useState(false);
  // each lead once, also with several follow-ups
  const leads = [...new Map(selected.map((visit) => [visit.leadId, visit])).values()];
  const bar = (
    <SelectionBar
      label={t`Chosen follow-ups`}
      count={countedNoun(selected.length, 'follow-up')}
      onClear={onClear}
    >
      <Button
        icon={Check}
        busy={busy}
        disabled={disabled}
        onClick={() => send(selected.map(({ leadId, followUpId }) => ({ leadId, followUpId })))}
      >
        {t`Mark Complete`}
      </Button>
      {may('ReassignLead') && (
        <Button icon={UserRound} onClick={() => setReassigning(true)}>
          {t`Reassign`}
        </Button>
      )}
    </SelectionBar>
  );
  return (
    <>
      {selected.length > 0 && bar}
      <LazyMount when={isReassigning}>
        <ReassignDialog
          leads={leads}
          isWaiting={isUnavailable}
          onDone={onClear}
          open={isReassigning}
          onClose={() => setReassigning(false)}
        />
      </LazyMount>
    </>
  );
}
