import { msg } from '@lingui/core/macro';
import type { HistoryKind } from '#domain/history/history.values.js';
import { i18n, type Names } from '../../words/i18n.js';
import { fieldName } from '../texts/field-names.js';

/** Fields that are not shown: ids, copies of other fields, and fields that every event changes. */
const hiddenFields: ReadonlySet<string> = new Set([
  'leadId',
  'billId',
  'customerId',
  'quotationId',
  'productId',
  'packageId',
  'offerId',
  'memberId',
  'revision',
  'trouble',
  'firstName',
  'lastName',
  'ownPhotos',
  'createdOn',
  'lastActivityAt',
  'imageSha256',
  'cover',
  'sharePath',
  'shareEndsAt',
  'linkToken',
  'hasLead',
  'valueGiven',
  'daysSinceStart',
  'categoryId',
  'products',
  'nextVersion',
]);
export const isShownField = (field: string): boolean => !hiddenFields.has(field);

/** Fields that come first, in the order of the screens. All others follow. */
const fieldOrder = [
  'name',
  'title',
  'customerName',
  'status',
  'stage',
  'paymentStatus',
  'amountPaise',
  'type',
  'phone',
  'role',
  'siteName',
  'city',
  'landmark',
  'place',
  'assignedTo',
  'nextFollowUpOn',
  'quotedPaise',
  'projectValuePaise',
  'paidPaise',
  'spentOn',
  'note',
  'submittedBy',
];
const positionOf = (field: string): number =>
  fieldOrder.includes(field) ? fieldOrder.indexOf(field) : fieldOrder.length;

/** Shown fields of a record, in a stable order. */
export const shownFields = (record: object): readonly string[] =>
  Object.keys(record)
    .filter(isShownField)
    .toSorted((one, other) => positionOf(one) - positionOf(other));

/** Names of fields of views; those of forms are in `field-names.ts`. */
const names: Readonly<Partial<Names<string>>> = {
  status: msg`Status`,
  stage: msg`Stage`,
  paymentStatus: msg`Payment status`,
  overridden: msg`Set by hand`,
  role: msg`Role`,
  requestedRole: msg`Role asked for`,
  joinedAt: msg`Joined`,
  createdAt: msg`Created`,
  createdBy: msg`Created by`,
  convertedAt: msg`Customer since`,
  submittedAt: msg`Submitted`,
  submittedBy: msg`Submitted by`,
  decidedAt: msg`Decided`,
  decidedBy: msg`Decided by`,
  nextFollowUpOn: msg`Next follow-up`,
  quotedPaise: msg`Total quoted`,
  paidPaise: msg`Total paid`,
  lastVisitPlace: msg`Place of the last visit`,
  lostReason: msg`Lost because`,
  photos: msg`Photos`,
  followUps: msg`Follow-ups`,
  quotations: msg`Quotations`,
  payments: msg`Payments`,
  projects: msg`Projects`,
  invoices: msg`Invoices`,
  progressPercent: msg`Progress`,
  history: msg`Decisions`,
  customerName: msg`Customer`,
  draft: msg`Draft`,
  versions: msg`Versions`,
  acceptance: msg`Acceptance`,
  views: msg`Views`,
  category: msg`Category`,
  shareCount: msg`Shares`,
  viewCount: msg`Views of its page`,
  totalMrpPaise: msg`MRP`,
  totalPricePaise: msg`Live price`,
  savingsPaise: msg`Savings`,
  discountPercent: msg`Discount`,
  logoFileId: msg`Logo`,
  leaderboardOpen: msg`Everyone sees the leaderboard`,
  locations: msg`Locations`,
};
/** Names that differ from other kinds of records. */
const namesByKind: Readonly<Record<string, Names<string>[string]>> = {
  'bill.type': msg`Type`,
};

/** Name of a record's field. */
export function labelOf(kind: HistoryKind, field: string): string {
  const name = namesByKind[`${kind}.${field}`] ?? names[field];
  return name ? i18n._(name) : fieldName(field);
}
