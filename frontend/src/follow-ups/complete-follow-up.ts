import { t } from '@lingui/core/macro';
import { errorMessage, newId } from '../lib/server/api.js';
import { attempt } from '../lib/server/attempts.js';
import { useToday } from '../ui/display/figures.js';
import { toast } from '../ui/feedback/toast.js';
import { askForOutcome } from '../kit/leads/contact-outcome.js';
import {
  sendOrQueueCommand,
  type Queued,
  toastDelivered,
  useCommand,
} from '../kit/commands/use-command.js';

export interface PlannedFollowUp {
  readonly followUpId: string;
  readonly dueOn: string;
  readonly note?: string | undefined;
}

/** Router state of a visit that will complete a follow-up. */
export interface FromFollowUp {
  readonly followUp: PlannedFollowUp;
}
export const fromFollowUp = ({ followUpId, dueOn, note }: PlannedFollowUp): FromFollowUp => ({
  followUp: { followUpId, dueOn, note },
});

/** Lead of the follow-up. */
interface FollowUpLead {
  readonly leadId: string;
  readonly name: string;
}
const queueOptionsFor = ({ leadId, name }: FollowUpLead): Queued => ({
  recordId: leadId,
  recordName: name,
});

/**
 * Command input that schedules a completed follow-up again, for its day, or for today if that day
 * is past.
 */
export const rescheduleData = (
  leadId: string,
  { dueOn }: Pick<PlannedFollowUp, 'dueOn'>,
  today: string,
) => ({
  leadId,
  followUpId: newId(),
  dueOn: dueOn < today ? today : dueOn,
});

/** Undoes a completion: schedules the follow-up again. */
export async function reschedule(
  lead: FollowUpLead,
  planned: PlannedFollowUp,
  today: string,
): Promise<void> {
  const data = rescheduleData(lead.leadId, planned, today);
  try {
    toastDelivered(
      await attempt('ScheduleFollowUp', data, (id) =>
        sendOrQueueCommand('ScheduleFollowUp', data, { id }, queueOptionsFor(lead)),
      ),
      t`Follow-up planned again`,
    );
  } catch (error) {
    toast({ tone: 'bad', text: errorMessage(error, t`Failed to plan the follow-up again`) });
  }
}

/**
 * Completes a follow-up, then asks for its outcome. The sheet that asks can undo the completion.
 */
export function useCompleteFollowUp(lead: FollowUpLead, planned: PlannedFollowUp) {
  const today = useToday();
  const { leadId, name } = lead;
  const { send, busy } = useCommand('CompleteFollowUp', {
    queued: queueOptionsFor(lead),
    onFailed: (text) => toast({ tone: 'bad', text }),
    failed: t`Failed to complete follow-up`,
    onDone: () =>
      askForOutcome({
        leadId,
        name,
        activity: 'Call',
        recorded: t`Follow-up done`,
        closedId: planned.followUpId,
        undo: () => void reschedule(lead, planned, today),
      }),
  });
  return { busy, complete: () => send({ leadId, followUpId: planned.followUpId }) };
}
