import { useState } from 'react';
import { errorMessage, newId } from '../lib/api.js';
import { sendOrQueue } from '../lib/outbox.js';
import { toast } from '../ui/toast.js';
import { keptWords } from './labels.js';

/** Mark Complete: the follow-up of a lead is done. Says so, or why not. */
export function useComplete(lead: { readonly leadId: string; readonly name: string }, followUpId: string) {
  const [busy, setBusy] = useState(false);
  const complete = async (): Promise<void> => {
    setBusy(true);
    try {
      const about = { recordId: lead.leadId, title: `Follow-up of ${lead.name}`, id: newId() };
      const { state } = await sendOrQueue('CompleteFollowUp', { leadId: lead.leadId, followUpId }, about);
      toast({ text: state === 'waiting' ? keptWords : 'Follow-up completed' });
    } catch (problem) {
      toast({ tone: 'bad', text: errorMessage(problem, 'Failed to complete follow-up') });
    } finally {
      setBusy(false);
    }
  };
  return { busy, complete: () => void complete() };
}
