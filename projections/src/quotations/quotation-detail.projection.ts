import type { MessageNamed } from '#domain/kernel/texts/message.js';
import type { QuotationContent } from '#domain/quotations/quotation.commands.js';
import { type QuotationEvent, quotationEvents } from '#domain/quotations/quotation.events.js';
import type { QuotationVersion } from '#domain/quotations/quotation.js';
import type { QuotationStatus } from '#domain/quotations/quotation.values.js';
import { parseStream } from '#platform/event-log/subject.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';
import { isErasure } from '#platform/sealing/platform-events.js';

type EventDataOf<Type extends QuotationEvent['type']> = MessageNamed<QuotationEvent, Type>['data'];

type Acceptance = Pick<
  EventDataOf<'QuotationAccepted'>,
  'version' | 'name' | 'phone' | 'totalPaise' | 'lineIds'
> & { readonly at: string; readonly copyFileId?: string };

/** Quotation without its versions, which have documents of their own. */
export type QuotationHead = {
  readonly kind: 'head';
  readonly quotationId: string;
  readonly organizationId: string;
  readonly leadId: string;
  readonly assignedTo: string;
  readonly customerName: string;
  readonly status: QuotationStatus;
  readonly draft?: QuotationContent | undefined;
  /** Number of versions that were sent. */
  readonly sentVersions: number;
  /** PDF of each version. */
  readonly files: Readonly<Record<number, string>>;
  /** Versions whose PDF could not be made. */
  readonly failedPdfs: readonly number[];
  readonly linkToken?: string | undefined;
  /** Characters without a glyph, by version. */
  readonly missingCharacters?: Readonly<Record<number, string>>;
  readonly acceptance?: Acceptance | undefined;
  readonly views: number;
  readonly revision: number;
};
/** Version as it was sent. */
export type QuotationVersionDocument = Omit<QuotationVersion, 'salt' | 'pdf'> & {
  readonly kind: 'version';
  readonly quotationId: string;
  readonly organizationId: string;
  readonly assignedTo: string;
};
type DetailRecord = {
  readonly head: QuotationHead;
  readonly versions: readonly (QuotationVersionDocument | undefined)[];
};

export const QUOTATION_HEAD = '';
export const versionPart = (version: number) => `v${version}`;

/** Everything of a quotation that was built in the product, except its history. */
export const quotationDetail: PerStream<
  QuotationEvent,
  DetailRecord,
  QuotationHead | QuotationVersionDocument
> = {
  name: 'quotation-detail',
  version: 1,
  events: quotationEvents,
  firstEvent: 'QuotationDrafted',
  indexes: [],
  growingLists: ['versions'],
  appendingEvents: [
    'QuotationDrafted',
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
  ],
  audience: ({ assignedTo }) => assignedTo,
  fold(record, event) {
    if (isErasure(event) || event.type === 'QuotationClosed') return undefined;
    if (event.type === 'QuotationDrafted') return applyDraft(record, event);
    if (!record) return undefined;
    const { head, versions } = record;
    const withChanges = (changes: Partial<QuotationHead>): DetailRecord => ({
      head: { ...head, ...changes, revision: event.revision },
      versions,
    });
    switch (event.type) {
      case 'QuotationDiscarded':
        return head.sentVersions === 0 ? undefined : withChanges({ draft: undefined });
      case 'QuotationSent': {
        const { salt: _, lines = [], ...sent } = event.data;
        const { quotationId, organizationId, assignedTo } = head;
        const version = {
          ...sent,
          lines,
          kind: 'version',
          quotationId,
          organizationId,
          assignedTo,
        } as const;
        return {
          head: withChanges({
            status: 'Sent',
            draft: undefined,
            sentVersions: sent.version,
            customerName: sent.customer.name,
          }).head,
          versions: [...versions, version],
        };
      }
      case 'QuotationPdfMade': {
        const { version, fileId, linkToken = head.linkToken, missingCharacters } = event.data;
        return withChanges({
          files: { ...head.files, [version]: fileId },
          linkToken,
          ...(missingCharacters !== undefined && {
            missingCharacters: { ...head.missingCharacters, [version]: missingCharacters },
          }),
        });
      }
      case 'QuotationPdfFailed':
      case 'QuotationPdfRetried': {
        const { version } = event.data;
        const others = head.failedPdfs.filter((each) => each !== version);
        const hasFailed = event.type === 'QuotationPdfFailed';
        return withChanges({ failedPdfs: hasFailed ? [...others, version] : others });
      }
      case 'QuotationLinkRevoked':
        return withChanges({ linkToken: undefined });
      case 'QuotationViewed': {
        const isFirst = event.data.version === head.sentVersions && head.status === 'Sent';
        return withChanges({ views: head.views + 1, ...(isFirst && { status: 'Viewed' }) });
      }
      case 'QuotationAccepted': {
        const { version, name, phone, totalPaise, lineIds, acceptedAt: at } = event.data;
        return withChanges({
          status: 'Accepted',
          draft: undefined,
          acceptance: { version, name, phone, totalPaise, ...(lineIds && { lineIds }), at },
        });
      }
      case 'AcceptedCopyMade': {
        const { acceptance } = head;
        const copyFileId = event.data.fileId;
        return withChanges({ acceptance: acceptance && { ...acceptance, copyFileId } });
      }
      case 'QuotationDeclined':
      case 'QuotationRejected':
        return withChanges({ status: 'Rejected' });
      case 'QuotationExpired':
        return withChanges({ status: 'Expired' });
      case 'QuotationReassigned': {
        const assignedTo = event.data.to;
        return {
          head: withChanges({ assignedTo }).head,
          versions: versions.map((version) => version && { ...version, assignedTo }),
        };
      }
      default:
        return withChanges({});
    }
  },
  documents: ({ head, versions }) => ({
    [QUOTATION_HEAD]: head,
    ...Object.fromEntries(
      versions.flatMap((version) => (version ? [[versionPart(version.version), version]] : [])),
    ),
  }),
};

function applyDraft(
  record: DetailRecord | undefined,
  event: Extract<Parameters<typeof quotationDetail.fold>[1], { readonly type: 'QuotationDrafted' }>,
): DetailRecord {
  const { leadId, assignedTo, customer, version: _, lines = [], ...content } = event.data;
  const draft = { ...content, lines };
  const { revision, metadata, stream } = event;
  const changes = { customerName: customer.name, draft, revision };
  if (record) return { ...record, head: { ...record.head, ...changes } };
  return {
    versions: [],
    head: {
      kind: 'head',
      quotationId: parseStream(stream).id,
      organizationId: metadata.organizationId,
      leadId,
      assignedTo,
      ...changes,
      status: 'Draft',
      sentVersions: 0,
      files: {},
      failedPdfs: [],
      views: 0,
    },
  };
}
