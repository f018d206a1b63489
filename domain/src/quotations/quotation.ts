import { unreachable } from '../kernel/decider.js';
import type { MessageNamed } from '../kernel/texts/message.js';
import type { QuotationContent } from './quotation.commands.js';
import type { QuotationEvent } from './quotation.events.js';
import type { QuotationStatus } from './quotation.values.js';

type EventDataOf<Type extends QuotationEvent['type']> = MessageNamed<QuotationEvent, Type>['data'];

type SentData = EventDataOf<'QuotationSent'>;
type PdfFile = Pick<EventDataOf<'QuotationPdfMade'>, 'fileId' | 'pdfSha256'>;
export type QuotationVersion = Omit<SentData, 'lines'> & {
  readonly lines: NonNullable<SentData['lines']>;
  readonly pdf?: PdfFile;
  /** Whether the last try to make the PDF failed. */
  readonly hasPdfFailed?: boolean;
};
/** Decision or expiry that ends the newest version. */
type Decision =
  | ({ readonly status: 'Accepted'; readonly copy?: PdfFile } & EventDataOf<'QuotationAccepted'>)
  | { readonly status: 'Rejected' | 'Expired' };

export type OpenQuotation = {
  readonly phase: 'open';
  readonly leadId: string;
  /** Assignee of the lead. */
  readonly assignedTo: string;
  /** Content of the next version. */
  readonly draft?: QuotationContent | undefined;
  readonly saves: number;
  /** Oldest first. */
  readonly versions: readonly QuotationVersion[];
  /** Missing before the first PDF and after a revocation. */
  readonly linkToken?: string | undefined;
  readonly wasRevoked: boolean;
  /** Whether the customer has opened the newest version. */
  readonly isViewed: boolean;
  readonly decision?: Decision | undefined;
  readonly viewIds: readonly string[];
  readonly shares: readonly EventDataOf<'QuotationShared'>[];
  readonly questions: readonly EventDataOf<'QuestionAsked'>[];
};
export type Quotation =
  | { readonly phase: 'unknown' }
  | OpenQuotation
  /** A quotation without content. Its number stays reserved. */
  | {
      readonly phase: 'discarded' | 'erased';
      readonly assignedTo: string;
      readonly number: string | undefined;
    };

export const newestVersion = ({ versions }: OpenQuotation): QuotationVersion | undefined =>
  versions.at(-1);
export const findNumber = (quotation: Quotation): string | undefined => {
  if (quotation.phase === 'unknown') return undefined;
  return quotation.phase === 'open' ? newestVersion(quotation)?.number : quotation.number;
};
/** Version that the draft becomes when it is sent. */
export const nextVersion = ({ versions }: Pick<OpenQuotation, 'versions'>): number =>
  versions.length + 1;

export function computeStatus(quotation: OpenQuotation): QuotationStatus {
  if (quotation.versions.length === 0) return 'Draft';
  if (quotation.decision) return quotation.decision.status;
  return quotation.isViewed ? 'Viewed' : 'Sent';
}

export function evolveQuotation(quotation: Quotation, event: QuotationEvent): Quotation {
  if (event.type === 'QuotationDrafted') return withDraft(quotation, event.data);
  if (event.type === 'QuotationErased')
    return quotation.phase === 'unknown' ? quotation : withoutContent('erased', quotation);
  if (quotation.phase !== 'open') return quotation;
  switch (event.type) {
    case 'QuotationDiscarded':
      return quotation.versions.length === 0
        ? withoutContent('discarded', quotation)
        : { ...quotation, draft: undefined };
    case 'QuotationSent':
      return {
        ...quotation,
        draft: undefined,
        versions: [...quotation.versions, { ...event.data, lines: event.data.lines ?? [] }],
        isViewed: false,
        decision: undefined,
      };
    case 'QuotationPdfMade': {
      const { version, fileId, pdfSha256, linkToken } = event.data;
      return {
        ...quotation,
        versions: quotation.versions.map((each) =>
          each.version === version ? { ...each, pdf: { fileId, pdfSha256 } } : each,
        ),
        ...(linkToken !== undefined && { linkToken, wasRevoked: false }),
      };
    }
    case 'QuotationPdfFailed':
    case 'QuotationPdfRetried': {
      const hasPdfFailed = event.type === 'QuotationPdfFailed';
      const { version } = event.data;
      return {
        ...quotation,
        versions: quotation.versions.map((each) =>
          each.version === version ? { ...each, hasPdfFailed } : each,
        ),
      };
    }
    case 'QuotationShared':
      return { ...quotation, shares: [...quotation.shares, event.data] };
    case 'QuotationLinkRevoked':
      return { ...quotation, linkToken: undefined, wasRevoked: true };
    case 'QuotationViewed': {
      const isNewest = event.data.version === quotation.versions.length;
      return {
        ...quotation,
        viewIds: [...quotation.viewIds, event.data.viewId],
        isViewed: quotation.isViewed || isNewest,
      };
    }
    case 'QuestionAsked':
      return { ...quotation, questions: [...quotation.questions, event.data] };
    case 'QuotationAccepted':
      return { ...quotation, draft: undefined, decision: { status: 'Accepted', ...event.data } };
    case 'AcceptedCopyMade': {
      const { decision } = quotation;
      const { fileId, pdfSha256 } = event.data;
      return decision?.status === 'Accepted'
        ? { ...quotation, decision: { ...decision, copy: { fileId, pdfSha256 } } }
        : quotation;
    }
    case 'QuotationDeclined':
    case 'QuotationRejected':
      return { ...quotation, decision: { status: 'Rejected' } };
    case 'QuotationExpired':
      return { ...quotation, decision: { status: 'Expired' } };
    case 'QuotationClosed':
      return withoutContent('discarded', quotation);
    case 'QuotationReassigned':
      return { ...quotation, assignedTo: event.data.to };
    default:
      return unreachable(event);
  }
}

function withDraft(
  quotation: Quotation,
  { leadId, assignedTo, version: _, customer: __, ...content }: EventDataOf<'QuotationDrafted'>,
): Quotation {
  const draft = { ...content, lines: content.lines ?? [] };
  if (quotation.phase === 'open') return { ...quotation, draft, saves: quotation.saves + 1 };
  if (quotation.phase !== 'unknown') return quotation;
  return {
    phase: 'open',
    leadId,
    assignedTo,
    draft,
    saves: 1,
    versions: [],
    wasRevoked: false,
    isViewed: false,
    viewIds: [],
    shares: [],
    questions: [],
  };
}

const withoutContent = (
  phase: 'discarded' | 'erased',
  quotation: Exclude<Quotation, { readonly phase: 'unknown' }>,
): Quotation => ({ phase, assignedTo: quotation.assignedTo, number: findNumber(quotation) });

/** Reasons for which the customer may not act on a version. */
export type ClosedReason =
  | 'draft'
  | 'lead-deleted'
  | 'organization-closed'
  | 'revoked'
  | 'accepted'
  | 'superseded'
  | 'declined'
  | 'expired';

/** Circumstances of a quotation, besides its own stream. */
export type Circumstances = {
  /** The organization's day. */
  readonly today: string;
  readonly leadIsOpen: boolean;
  readonly organizationIsOpen: boolean;
};

/**
 * Reason for which the customer may not act on a version; undefined if they may. Acceptance,
 * refusal, question, QR code and PDF link depend on it.
 */
export function findClosedReason(
  quotation: Quotation,
  version: number,
  { today, leadIsOpen, organizationIsOpen }: Circumstances,
): ClosedReason | undefined {
  if (quotation.phase === 'unknown') return 'draft';
  if (quotation.phase !== 'open' || !leadIsOpen) return 'lead-deleted';
  if (!organizationIsOpen) return 'organization-closed';
  if (quotation.wasRevoked) return 'revoked';
  const shown = quotation.versions.find((each) => each.version === version);
  if (!shown?.pdf) return 'draft';
  const status = computeStatus(quotation);
  if (status === 'Accepted') return 'accepted';
  if (newestVersion(quotation) !== shown) return 'superseded';
  if (status === 'Rejected') return 'declined';
  return status === 'Expired' || shown.validUntilOn < today ? 'expired' : undefined;
}
