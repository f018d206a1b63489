/** Pure rules of records: keys, versions, and completing a detail by its row. */

import { viewsOf } from '../server/position.js';

const idFields = {
  lead: 'leadId',
  'lead-detail': 'leadId',
  entry: 'entryId',
  activity: 'entryId',
  'follow-up': 'followUpId',
  visit: 'visitId',
  bill: 'billId',
  'bill-detail': 'billId',
  quotation: 'quotationId',
  'quotation-detail': 'quotationId',
  'quotation-progress': 'quotationId',
  'quotation-step': 'entryId',
  customer: 'customerId',
  'customer-detail': 'customerId',
  product: 'productId',
  package: 'packageId',
  offer: 'offerId',
  alert: 'alertId',
  category: 'categoryId',
  share: 'itemId',
} as const;
export type Kind = keyof typeof idFields;

/** Key of a record: `lead/<leadId>`. */
export type Ref = `${Kind}/${string}`;
export const refTo = (kind: Kind, id: string): Ref => `${kind}/${id}`;
export const kindOf = (ref: Ref): Kind => ref.slice(0, ref.indexOf('/')) as Kind;
export const idOf = (ref: Ref): string => ref.slice(ref.indexOf('/') + 1);

/** Key of a document. A cancelled visit has the id of its follow-up. */
export function refOf(kind: Kind, document: object): Ref {
  const fields = document as Readonly<Record<string, unknown>>;
  const id = fields[idFields[kind]];
  return refTo(kind, typeof id === 'string' ? id : `cancelled-${String(fields['followUpId'])}`);
}

/** Kind of the rows of each list. */
const rowKinds = {
  leads: 'lead',
  'leads/:leadId/timeline': 'entry',
  activity: 'activity',
  'follow-ups': 'follow-up',
  visits: 'visit',
  bills: 'bill',
  quotations: 'quotation',
  'quotations/:quotationId/history': 'quotation-step',
  customers: 'customer',
  products: 'product',
  packages: 'package',
  offers: 'offer',
  alerts: 'alert',
} as const satisfies Readonly<Record<string, Kind>>;
/** Path of a list's query without `/api/`, as `queryNameOf` makes it. */
export type ListName = keyof typeof rowKinds;

/**
 * Views whose changes outdate each list. Names of people change with `people`, which pushes
 * nothing.
 */
export const listViews: Readonly<Record<ListName, readonly string[]>> = {
  leads: ['lead-list', 'people'],
  'leads/:leadId/timeline': ['lead-timeline', 'people'],
  activity: ['activity', 'people'],
  'follow-ups': ['follow-ups', 'people'],
  visits: ['follow-ups', 'visits', 'people'],
  bills: ['bill-list', 'people'],
  quotations: ['quotation-list', 'quotation-settings', 'people'],
  'quotations/:quotationId/history': ['quotation-history', 'people'],
  customers: ['customer-list', 'lead-list', 'people'],
  products: ['products', 'categories', 'shares', 'people'],
  packages: ['packages', 'products', 'categories', 'shares', 'people'],
  offers: ['offers', 'categories', 'shares', 'people'],
  alerts: ['alerts', 'lead-list', 'bill-list', 'offers', 'people'],
};

export const rowKindOf = (list: ListName): Kind => rowKinds[list];

/** Key of a list's row. Upcoming visits are follow-ups. */
export const refOfRow = (list: ListName, row: object): Ref =>
  refOf(
    list === 'visits' && 'tab' in row && row.tab === 'upcoming' ? 'follow-up' : rowKinds[list],
    row,
  );

/** Kind of the documents that each view pushes. Other views push none. */
const kindsByView: Readonly<Record<string, Kind>> = {
  'lead-list': 'lead',
  'lead-detail': 'lead-detail',
  'lead-timeline': 'entry',
  activity: 'activity',
  'follow-ups': 'follow-up',
  visits: 'visit',
  'bill-list': 'bill-detail',
  'quotation-list': 'quotation',
  'quotation-detail': 'quotation-progress',
  'quotation-history': 'quotation-step',
  'customer-list': 'customer',
  products: 'product',
  packages: 'package',
  offers: 'offer',
  alerts: 'alert',
  categories: 'category',
  shares: 'share',
};
export const kindOfView = (view: string): Kind | undefined => kindsByView[view];

/**
 * Kinds with a detail, which has all fields of the row and more. `optional` fields may be absent.
 */
const kindsWithDetail = {
  lead: { detail: 'lead-detail', optional: ['siteName', 'nextFollowUpOn', 'lastVisitPlace'] },
  bill: {
    detail: 'bill-detail',
    optional: ['note', 'imageFileId', 'imageSha256', 'decidedBy', 'decidedAt', 'reason'],
  },
  customer: { detail: 'customer-detail', optional: ['siteName', 'companyName'] },
  'quotation-progress': { detail: 'quotation-detail', optional: ['acceptance'] },
} as const satisfies Partial<
  Record<Kind, { readonly detail: Kind; readonly optional: readonly string[] }>
>;
const rowKindsByDetail = new Map<Kind, keyof typeof kindsWithDetail>(
  Object.entries(kindsWithDetail).map(([row, { detail }]) => [
    detail,
    row as keyof typeof kindsWithDetail,
  ]),
);

/** Key of the detail of a row; undefined for a kind without one. */
export function detailRef(ref: Ref): Ref | undefined {
  const kind = kindOf(ref);
  return kind in kindsWithDetail
    ? refTo(kindsWithDetail[kind as keyof typeof kindsWithDetail].detail, idOf(ref))
    : undefined;
}

/** Key of the row of a detail; undefined for other records. */
export function rowRef(ref: Ref): Ref | undefined {
  const row = rowKindsByDetail.get(kindOf(ref));
  return row && refTo(row, idOf(ref));
}

/** Revision of a record, if it has one, and the log position at which it was read. */
export interface Version {
  readonly revision?: number | undefined;
  readonly position?: string | undefined;
}

export interface StoredRecord extends Version {
  readonly ref: Ref;
  /** Absent in a tombstone. */
  readonly document?: object | undefined;
  /** Time of receipt, in milliseconds. */
  readonly at: number;
  /** Whether the record is new on the server. The first tab that receives it informs the others. */
  readonly isAdded?: boolean;
}

/**
 * Whether a version may replace another one: that of later views wins, then the higher revision,
 * then the later position.
 */
export function isNewer(next: Version, stored: Version): boolean {
  const [nextViews, storedViews] = [viewsOf(next.position), viewsOf(stored.position)];
  if (nextViews !== undefined && storedViews !== undefined && nextViews !== storedViews)
    return nextViews > storedViews;
  if (
    next.revision !== undefined &&
    stored.revision !== undefined &&
    next.revision !== stored.revision
  )
    return next.revision > stored.revision;
  return (next.position ?? '') >= (stored.position ?? '');
}

export const revisionOf = (document: object): number | undefined =>
  'revision' in document && typeof document.revision === 'number' ? document.revision : undefined;

/**
 * Detail with the fields of a newer row. Keeps the detail's revision, so that an edit detects that
 * the other fields are older.
 */
export function completeDetail(detail: object, row: object, ref: Ref): object {
  const { optional } = kindsWithDetail[kindOf(ref) as keyof typeof kindsWithDetail];
  // an optional field that the newer row does not have was removed
  const removedFields: readonly string[] = optional.filter((field) => !(field in row));
  const remaining = Object.fromEntries(
    Object.entries(detail).filter(([field]) => !removedFields.includes(field)),
  );
  return { ...remaining, ...row, revision: revisionOf(detail) };
}

/** Whether a view pushes the rows of a list, so that loaded rows need no refetch. */
export function pushesRowsOf(view: string, list: ListName): boolean {
  const pushedKind = kindOfView(view);
  if (pushedKind === undefined) return false;
  const rowKind = rowKinds[list];
  return (
    pushedKind === rowKind ||
    rowKindsByDetail.get(pushedKind) === rowKind ||
    (list === 'visits' && pushedKind === 'follow-up')
  );
}
