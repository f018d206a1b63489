import type { MessageNamed } from '#domain/kernel/texts/message.js';
import { applyChanges } from '#domain/kernel/equality.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import { type QuotationEvent, quotationEvents } from '#domain/quotations/quotation.events.js';
import {
  type DraftSupply,
  type DraftTotals,
  draftTotalFields,
  draftTotals,
} from '#domain/quotations/draft-totals.js';
import type { QuotationStatus } from '#domain/quotations/quotation.values.js';
import type { QuotationItem } from '#domain/quotations/quotation.views.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { parseStream } from '#platform/event-log/subject.js';
import { isErasure } from '#platform/sealing/platform-events.js';
import type { PerStream, SumContribution } from '#platform/read-side/projections/projection.js';

/** Totals of a draft. Its tax is that of the organization's settings, which other events change. */
type DraftFields = DraftTotals & { readonly supply: DraftSupply };
/**
 * Row of a quotation. The assignee is an id: views store no member's name. `totalPaise` of a draft
 * is without tax.
 */
export type QuotationDocument = Omit<QuotationItem, 'assignedTo'> & {
  readonly organizationId: string;
  readonly assignedTo: string;
} & { readonly [Field in keyof DraftFields]?: DraftFields[Field] | undefined };

/** Undefined values that remove the fields of a draft from a row. */
const NO_DRAFT = {
  supply: undefined,
  ...Object.fromEntries(draftTotalFields.map((field) => [field, undefined])),
};

const {
  LeadCreated,
  LeadEdited,
  LeadReassigned,
  QuotationUploaded,
  LeadDeleted,
  PersonalDataErased,
} = leadEvents;
const eventsOfLeads = {
  LeadCreated,
  LeadEdited,
  LeadReassigned,
  QuotationUploaded,
  LeadDeleted,
  PersonalDataErased,
};
type LeadsEvent = MessageNamed<LeadEvent, keyof typeof eventsOfLeads>;
type ListEvent = LeadsEvent | QuotationEvent;

/** Lead with its uploaded quotations, or one quotation that was built. */
type ListRecord =
  | {
      readonly kind: 'lead';
      readonly firstName: string;
      readonly lastName: string;
      readonly phone: string;
      readonly assignedTo: string;
      readonly uploaded: readonly QuotationDocument[];
    }
  | { readonly kind: 'built'; readonly quotation: QuotationDocument };

export const QUOTATION_EXPIRY_ORDER = ['validUntilOn'];
export const QUOTATION_ORDER = ['-createdOn', '-changedAt'];
/** Sum key of quotations per member (or everyone): their number and paise by status. */
export const quotationCountKey = (member = 'everyone') => member;
export const paiseAmountName = (status: QuotationStatus) => `${status}Paise`;
/** Name of the sum of one of the totals, over all drafts with the same place of supply. */
export const draftAmountName = (supply: string, field: keyof DraftTotals) =>
  `${paiseAmountName('Draft')} ${supply} ${field}`;

/** Uploaded and built quotations together. */
export const quotationList: PerStream<ListEvent, ListRecord, QuotationDocument> = {
  name: 'quotation-list',
  version: 3,
  events: { ...eventsOfLeads, ...quotationEvents },
  revealingEvents: ['QuotationUploaded', 'QuotationDrafted'],
  indexes: [
    { equal: ['organizationId'], sort: QUOTATION_ORDER },
    { equal: ['organizationId', 'assignedTo'], sort: QUOTATION_ORDER },
    { equal: ['organizationId'], sort: QUOTATION_EXPIRY_ORDER },
  ],
  filters: ['status', 'leadId', 'totalPaise', 'supply', ...draftTotalFields],
  search: ['number', 'customerName', 'phone'],
  audience: ({ assignedTo }) => assignedTo,
  fold: (record, event) =>
    isOfLead(event) ? foldLead(record, event) : foldQuotation(record, event),
  documents(record): Readonly<Record<string, QuotationDocument>> {
    if (record.kind === 'built') return { '': record.quotation };
    return Object.fromEntries(record.uploaded.map((each) => [each.quotationId, each]));
  },
  counts: (record) =>
    (record.kind === 'built' ? [record.quotation] : record.uploaded).flatMap(countQuotation),
};

const isOfLead = (event: RecordedEvent<ListEvent>): event is RecordedEvent<LeadsEvent> =>
  Object.hasOwn(eventsOfLeads, event.type);

function countQuotation(quotation: QuotationDocument): readonly SumContribution[] {
  const { status, assignedTo, totalPaise, supply } = quotation;
  const paise =
    supply === undefined
      ? { [paiseAmountName(status)]: totalPaise }
      : Object.fromEntries(
          draftTotalFields.map((field) => [draftAmountName(supply, field), quotation[field] ?? 0]),
        );
  return [undefined, assignedTo].map((member) => ({
    key: quotationCountKey(member),
    amounts: { [status]: 1, ...paise },
  }));
}

function foldLead(
  record: ListRecord | undefined,
  event: RecordedEvent<LeadsEvent>,
): ListRecord | undefined {
  if (event.type === 'LeadCreated') {
    const { firstName, lastName, phone, assignedTo } = event.data;
    return { kind: 'lead', firstName, lastName, phone, assignedTo, uploaded: [] };
  }
  if (record?.kind !== 'lead') return record;
  switch (event.type) {
    case 'LeadEdited': {
      const { firstName, lastName, phone } = event.data.changes;
      const lead = applyChanges(record, { firstName, lastName, phone });
      return withEach(lead, { customerName: fullName(lead), phone: lead.phone });
    }
    case 'LeadReassigned': {
      const assignedTo = event.data.to;
      return withEach({ ...record, assignedTo }, { assignedTo });
    }
    case 'QuotationUploaded': {
      const { quotationId, amountPaise: totalPaise, validUntilOn, fileId } = event.data;
      const { organizationId, on, at } = event.metadata;
      const uploaded: QuotationDocument = {
        quotationId,
        organizationId,
        leadId: parseStream(event.stream).id,
        isBuilt: false,
        status: 'Sent',
        version: 1,
        hasDraft: false,
        customerName: fullName(record),
        phone: record.phone,
        assignedTo: record.assignedTo,
        totalPaise,
        ...(validUntilOn !== undefined && { validUntilOn }),
        ...(fileId !== undefined && { fileId }),
        createdOn: on,
        changedAt: at,
        revision: event.revision,
      };
      return { ...record, uploaded: [...record.uploaded, uploaded] };
    }
    case 'LeadDeleted':
    case 'PersonalDataErased':
      return undefined;
  }
}

type LeadRecord = Extract<ListRecord, { kind: 'lead' }>;
const fullName = ({ firstName, lastName }: Pick<LeadRecord, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim();
const withEach = (record: LeadRecord, changes: Partial<QuotationDocument>): LeadRecord => ({
  ...record,
  uploaded: record.uploaded.map((each) => ({ ...each, ...changes })),
});

function foldQuotation(
  record: ListRecord | undefined,
  event: RecordedEvent<QuotationEvent>,
): ListRecord | undefined {
  if (isErasure(event) || event.type === 'QuotationClosed') return undefined;
  const { revision, metadata } = event;
  const row = record?.kind === 'built' ? record.quotation : undefined;
  const withChanges = (changes: Partial<QuotationDocument>): ListRecord | undefined =>
    row && {
      kind: 'built',
      quotation: { ...row, ...changes, changedAt: metadata.at, revision },
    };
  switch (event.type) {
    case 'QuotationDrafted': {
      const { leadId, assignedTo, customer, validUntilOn, placeOfSupply, lines = [] } = event.data;
      const drafted = { customerName: customer.name, phone: customer.phone, hasDraft: true };
      if (row && row.version > 0) return withChanges(drafted);
      const totals = draftTotals({ ...event.data, lines });
      return {
        kind: 'built',
        quotation: {
          quotationId: parseStream(event.stream).id,
          organizationId: metadata.organizationId,
          leadId,
          isBuilt: true,
          status: 'Draft',
          version: 0,
          assignedTo: row?.assignedTo ?? assignedTo,
          ...drafted,
          totalPaise: totals.untaxedExactPaise,
          supply: placeOfSupply ?? 'own',
          ...totals,
          validUntilOn,
          createdOn: row?.createdOn ?? metadata.on,
          changedAt: metadata.at,
          revision,
        },
      };
    }
    case 'QuotationDiscarded':
      return row?.version === 0 ? undefined : withChanges({ hasDraft: false });
    case 'QuotationSent': {
      const { version, number, totalPaise, validUntilOn } = event.data;
      return withChanges({
        status: 'Sent',
        hasDraft: false,
        version,
        number,
        totalPaise,
        validUntilOn,
        ...NO_DRAFT,
      });
    }
    case 'QuotationViewed':
      return event.data.version === row?.version && row.status === 'Sent'
        ? withChanges({ status: 'Viewed' })
        : record;
    case 'QuotationAccepted':
      return withChanges({
        status: 'Accepted',
        hasDraft: false,
        totalPaise: event.data.totalPaise,
      });
    case 'QuotationDeclined':
    case 'QuotationRejected':
      return withChanges({ status: 'Rejected' });
    case 'QuotationExpired':
      return withChanges({ status: 'Expired' });
    case 'QuotationReassigned':
      return withChanges({ assignedTo: event.data.to });
    default:
      return record;
  }
}
