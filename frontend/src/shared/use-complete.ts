import { useState } from 'react';
import { wordsOf } from '../lib/api.js';
import { perform } from '../lib/outbox.js';
import { toast } from '../ui/toast.js';

/** Mark Complete: the follow-up of a lead is done. Says so, or why not. */
export function useComplete(lead: { readonly leadId: string; readonly name: string }, followUpId: string) {
  const [busy, setBusy] = useState(false);
  const complete = async (): Promise<void> => {
    setBusy(true);
    try {
      await perform('CompleteFollowUp', { leadId: lead.leadId, followUpId }, { recordId: lead.leadId, title: `Follow-up of ${lead.name}` });
      toast({ text: 'Follow-up completed' });
    } catch (problem) {
      toast({ tone: 'bad', text: wordsOf(problem, 'Failed to complete follow-up') });
    } finally {
      setBusy(false);
    }
  };
  return { busy, complete: () => void complete() };
}
