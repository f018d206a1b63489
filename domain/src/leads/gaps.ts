import { dayAfter } from '../kernel/values/days.js';
import type { quotationSteps } from '../quotations/quotation.values.js';
import type { LeadEvent } from './lead.events.js';
import { openStatuses, type LeadGap } from './lead.values.js';
import type { LeadItem } from './lead.views.js';
import { isUndecided, type StandingQuotation } from './standing-quotations.js';

/** Days without activity after which a lead has waited too long, by gap. */
const daysOfWaiting = { unanswered: 2, unreplied: 7 } as const satisfies Partial<
  Record<LeadGap, number>
>;
/** Gap that begins some days after the last activity. */
export type WaitingGap = keyof typeof daysOfWaiting;

export const isWaitingGap = (gap: LeadGap | 'All' | undefined): gap is WaitingGap =>
  gap !== undefined && gap in daysOfWaiting;

/** Latest day of the last activity on a lead that has the gap today. */
export const latestWaitingDay = (gap: WaitingGap, today: string): string =>
  dayAfter(today, -daysOfWaiting[gap]);

/** Whether a lead is open and has no planned follow-up. */
export const isUndated = ({
  status,
  nextFollowUpOn,
}: Pick<LeadItem, 'status' | 'nextFollowUpOn'>): boolean =>
  nextFollowUpOn === undefined && openStatuses.includes(status);

/**
 * Day since which a Quoted lead waits for a reply, updated by an event.
 * @param standingQuotations those after the event
 */
export function updateUnrepliedSince(
  event: LeadEvent,
  eventDay: string,
  since: string | undefined,
  standingQuotations: readonly StandingQuotation[],
): string | undefined {
  const latest = since !== undefined && since > eventDay ? since : eventDay;
  switch (event.type) {
    case 'QuotationUploaded':
      return latest;
    case 'LeadStatusChanged':
      return event.data.to === 'Quoted' ? latest : since;
    case 'QuotationStepped':
      return unrepliedSinceAfterStep(event.data.step, {
        latest,
        since,
        standingQuotations,
      });
    case 'NoteAdded':
    case 'VisitRecorded':
      // A call without an answer is no contact with the customer.
      return since === undefined || event.data.outcome === 'No answer' ? since : latest;
    default:
      return since;
  }
}

/**
 * A decision is a reply, so that nothing is awaited until the next quotation. A rejection leaves
 * other quotations undecided.
 */
function unrepliedSinceAfterStep(
  step: (typeof quotationSteps)[number],
  {
    latest,
    since,
    standingQuotations,
  }: {
    readonly latest: string;
    readonly since: string | undefined;
    readonly standingQuotations: readonly StandingQuotation[];
  },
): string | undefined {
  switch (step) {
    case 'Sent':
      return latest;
    case 'Accepted':
      return undefined;
    case 'Rejected':
      return since === undefined || !standingQuotations.some(isUndecided) ? undefined : latest;
    default:
      return since;
  }
}
