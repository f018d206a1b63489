import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Quotation } from '#domain/leads/lead.views.js';
import { useRoom } from '../../lib/live/live.js';
import { isMissing } from '../../lib/query-client.js';
import { useToday } from '../../ui/display/figures.js';
import { money, weekdayText } from '../../ui/display/format.js';
import { Banner } from '../../ui/feedback/banner.js';
import { translated } from '../../words/i18n.js';
import { leadGoneText } from '../texts/labels.js';
import type { KnownLead } from './known-leads.js';
import { leadQuery } from './lead-record.js';

/**
 * Lead of an open dialog, as it is by now. `isFresh`: fetched since the dialog opened. `isGone`:
 * deleted, or reassigned to somebody else.
 */
export function useLeadNow(leadId: string, { open }: { readonly open: boolean }) {
  useRoom(open ? `lead:${leadId}` : undefined);
  const [openedState, setOpenedState] = useState(() => ({ open, at: Date.now() }));
  if (open !== openedState.open) setOpenedState({ open, at: Date.now() });
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...leadQuery(leadId),
    enabled: open,
    staleTime: 0,
  });
  const isGone = isMissing(error);
  return {
    lead: data,
    error,
    refetch,
    isGone,
    isFresh: !isGone && dataUpdatedAt >= openedState.at,
  };
}
type LeadNow = Pick<ReturnType<typeof useLeadNow>, 'isGone' | 'isFresh'>;

/** Notice of a dialog whose lead is gone. What was typed stays. */
export const LeadGone = (): ReactNode => (
  <Banner tone="warning" inset>
    {leadGoneText()}
  </Banner>
);

const isSent = ({ status }: Quotation): boolean => status !== 'Draft';

/** Changes between two states of a lead, in words. */
function useChanges(before: KnownLead, { status, quotations, followUps }: KnownLead): string[] {
  const today = useToday();
  const changes: string[] = [];
  if (status && before.status && status !== before.status)
    changes.push(t`The status was changed to ${translated(status)} meanwhile.`);
  const sentBefore = before.quotations?.filter(isSent);
  const newQuote =
    sentBefore &&
    quotations?.find(
      (each) =>
        isSent(each) && sentBefore.every(({ quotationId }) => quotationId !== each.quotationId),
    );
  if (newQuote) changes.push(t`A quote of ${money(newQuote.amountPaise)} was added meanwhile.`);
  const newFollowUp =
    before.followUps &&
    followUps?.find((each) =>
      before.followUps?.every(({ followUpId }) => followUpId !== each.followUpId),
    );
  if (newFollowUp)
    changes.push(
      t`A follow-up was planned for ${weekdayText(newFollowUp.dueOn, today)} meanwhile.`,
    );
  return changes;
}

/** Notice of what has happened to a lead since its dialog opened: gone, or changed by others. */
export function LeadNews({
  lead,
  now: { isGone, isFresh },
  open,
  isSending = false,
}: {
  lead: KnownLead;
  now: LeadNow;
  /** Whether the dialog is open. A closing one shows no notice. */
  open: boolean;
  /** Whether the dialog sends: its own change needs no notice. */
  isSending?: boolean;
}): ReactNode {
  // changes count from the first fetch after the opening
  const isCompared = open && isFresh;
  const [openedState, setOpenedState] = useState({ lead, isCompared });
  if (openedState.isCompared !== isCompared || (!isCompared && openedState.lead !== lead))
    setOpenedState({ lead, isCompared });
  const changes = useChanges(openedState.lead, lead);
  if (isGone) return <LeadGone />;
  if (!isCompared || isSending || changes.length === 0) return null;
  return (
    <Banner tone="info" inset>
      {changes.join(' ')}
    </Banner>
  );
}
