import { plural, t } from '@lingui/core/macro';
import { Check, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { UpcomingVisit } from '#domain/visits/visit.views.js';
import { useCommandForEach } from '../kit/commands/use-command-for-each.js';
import { ChosenBar } from '../kit/lists/chosen-rows.js';
import { counted } from '../kit/texts/nouns.js';
import { useMay } from '../lib/account/session.js';
import { Button } from '../ui/buttons/button.js';
import { DialogButton } from '../ui/buttons/dialog-button.js';
import { lazyPart } from '../ui/loading/code.js';

const ReassignDialog = lazyPart(() => import('../kit/leads/reassign-dialog.js'));

/** Actions on the chosen follow-ups: completes them, or gives their leads to another member. */
export function ChosenFollowUps({
  chosen,
  onClear,
}: {
  chosen: readonly UpcomingVisit[];
  onClear: () => void;
}): ReactNode {
  const may = useMay();
  const { send, busy, disabled } = useCommandForEach('CompleteFollowUp', {
    failed: t`Failed to complete follow-up`,
    done: (count) =>
      plural(count, { one: '# follow-up completed', other: '# follow-ups completed' }),
    onDone: onClear,
  });
  if (chosen.length === 0) return null;
  const leads = [...new Map(chosen.map((visit) => [visit.leadId, visit])).values()];
  return (
    <ChosenBar
      label={t`Chosen follow-ups`}
      count={counted(chosen.length, 'follow-up')}
      onClear={onClear}
    >
      <Button
        icon={Check}
        busy={busy}
        disabled={disabled}
        onClick={() => send(chosen.map(({ leadId, followUpId }) => ({ leadId, followUpId })))}
      >
        {t`Mark Complete`}
      </Button>
      {may('ReassignLead') && (
        <DialogButton
          icon={UserRound}
          dialog={(state) => <ReassignDialog leads={leads} onDone={onClear} {...state} />}
        >
          {t`Reassign`}
        </DialogButton>
      )}
    </ChosenBar>
  );
}
