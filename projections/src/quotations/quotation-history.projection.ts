import { type QuotationEvent, quotationEvents } from '#domain/quotations/quotation.events.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { BY_CUSTOMER } from '#domain/quotations/by-customer.js';
import { parseStream } from '#platform/event-log/subject.js';
import { isErasure } from '#platform/sealing/platform-events.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';

/** Step in the history of a quotation. `by` is an id, or missing for what the customer did. */
export type QuotationHistoryDocument = {
  readonly entryId: string;
  readonly quotationId: string;
  readonly organizationId: string;
  /** Assignee of the lead, who is notified. */
  readonly assignedTo: string;
  readonly at: string;
  readonly by?: string;
  readonly type: QuotationEvent['type'];
  readonly version?: number;
  readonly text?: string;
  readonly method?: string;
  readonly revision: number;
};
type Entry = Omit<QuotationHistoryDocument, 'assignedTo'>;
type History = { readonly assignedTo: string; readonly entries: readonly (Entry | undefined)[] };

/** Events that add an entry and leave the others alone. */
const STEPS: readonly QuotationEvent['type'][] = [
  'QuotationDiscarded',
  'QuotationSent',
  'QuotationPdfMade',
  'QuotationPdfFailed',
  'QuotationPdfRetried',
  'QuotationShared',
  'QuotationLinkRevoked',
  'QuotationViewed',
  'QuestionAsked',
  'QuotationAccepted',
  'AcceptedCopyMade',
  'QuotationDeclined',
  'QuotationRejected',
  'QuotationExpired',
];

/** History of a quotation, without the saves of its drafts. */
export const quotationHistory: PerStream<QuotationEvent, History, QuotationHistoryDocument> = {
  name: 'quotation-history',
  version: 1,
  events: quotationEvents,
  firstEvent: 'QuotationDrafted',
  revealingEvents: [...STEPS, 'QuotationReassigned'],
  indexes: [{ equal: ['organizationId', 'quotationId'], sort: ['-revision'] }],
  growingLists: ['entries'],
  appendingEvents: ['QuotationDrafted', ...STEPS],
  audience: ({ assignedTo }) => assignedTo,
  fold(history, event) {
    if (isErasure(event) || event.type === 'QuotationClosed') return undefined;
    if (event.type === 'QuotationDrafted')
      return history ?? { assignedTo: event.data.assignedTo, entries: [] };
    if (!history) return undefined;
    const assignedTo = event.type === 'QuotationReassigned' ? event.data.to : history.assignedTo;
    return { assignedTo, entries: [...history.entries, toEntry(event)] };
  },
  documents: ({ assignedTo, entries }) =>
    Object.fromEntries(
      entries.flatMap((entry) =>
        entry ? [[String(entry.revision), { ...entry, assignedTo }]] : [],
      ),
    ),
};

function toEntry({ stream, revision, type, data, metadata }: RecordedEvent<QuotationEvent>): Entry {
  const quotationId = parseStream(stream).id;
  const text = findText(data);
  return {
    entryId: `${quotationId}_${revision}`,
    quotationId,
    organizationId: metadata.organizationId,
    at: metadata.at,
    ...(!BY_CUSTOMER.includes(type) && { by: metadata.actorId }),
    type,
    ...('version' in data && { version: data.version }),
    ...(text !== undefined && { text }),
    ...('method' in data && { method: data.method }),
    revision,
  };
}

/** Reason, question, or name of the person who accepted. */
function findText(data: QuotationEvent['data']): string | undefined {
  if ('reason' in data) return data.reason;
  if ('question' in data) return data.question;
  return 'pdfSha256' in data && 'name' in data ? data.name : undefined;
}
