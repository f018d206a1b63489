import { t } from '@lingui/core/macro';
import { newId } from '../lib/api.js';
import { useToday } from '../ui/figures.js';
import { toast } from '../ui/toast.js';
import { useCommand } from './use-command.js';

export interface Planned {
  readonly followUpId: string;
  readonly dueOn: string;
  readonly note?: string | undefined;
}

/** What a link to a visit says along with it, where a follow-up leads there: the visit completes it. */
export interface FromFollowUp {
  readonly followUp: Planned;
}
export const fromFollowUp = ({ followUpId, dueOn, note }: Planned): FromFollowUp => ({ followUp: { followUpId, dueOn, note } });

/** Mark Complete: the follow-up of a lead is done. Says so, or why not. Undone, it is planned again: for its day, or for today where that is past. */
export function useComplete({ leadId, name }: { readonly leadId: string; readonly name: string }, { followUpId, dueOn }: Planned) {
  const today = useToday();
  const queued = { recordId: leadId, title: t`Follow-up of ${name}` };
  const onFailed = (text: string): void => toast({ tone: 'bad', text });
  const again = useCommand('ScheduleFollowUp', {
    queued,
    onFailed,
    failed: t`Failed to plan the follow-up again`,
    done: t`Follow-up planned again`,
  });
  const { send, busy } = useCommand('CompleteFollowUp', {
    queued,
    onFailed,
    failed: t`Failed to complete follow-up`,
    done: t`Follow-up completed`,
    undo: () => again.send({ leadId, followUpId: newId(), dueOn: dueOn < today ? today : dueOn }),
  });
  return { busy, complete: () => send({ leadId, followUpId }) };
}
