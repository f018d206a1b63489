import { t } from '@lingui/core/macro';
import { toast } from '../ui/toast.js';
import { useCommand } from './use-command.js';

/** Mark Complete: the follow-up of a lead is done. Says so, or why not. */
export function useComplete({ leadId, name }: { readonly leadId: string; readonly name: string }, followUpId: string) {
  const { send, busy } = useCommand('CompleteFollowUp', {
    queued: { recordId: leadId, title: t`Follow-up of ${name}` },
    failed: t`Failed to complete follow-up`,
    done: t`Follow-up completed`,
    onFailed: (text) => toast({ tone: 'bad', text }),
  });
  return { busy, complete: () => send({ leadId, followUpId }) };
}
