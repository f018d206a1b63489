import type { BillItem } from '#domain/bills/bill.views.js';
import type { OfferItem } from '#domain/catalogue/catalogue.views.js';
import type { LeadItem } from '#domain/leads/lead.views.js';
import type { AlertItem } from '#domain/notifications/alerts.views.js';
import type { Kind } from '../lib/records/record.js';
import { declareRule, matches, listRule, newestFirst } from '../lib/records/list-rules.js';
import { declareCopy } from '../lib/records/record-copies.js';

/**
 * Declares order, filters and copies of alerts. An alert has no copy of a record that was deleted
 * or is not visible.
 */
export function declareAlertRecords(): void {
  declareRule('alerts', ({ type, state }) =>
    listRule<AlertItem>({
      belongs: (alert) =>
        matches(type, alert.type) && matches(state, alert.isRead ? 'read' : 'unread'),
      compare: (one, other) => newestFirst(one.at, other.at),
    }),
  );
  declareCopyInAlerts<LeadItem, 'lead'>('lead', 'lead', ({ name, city, phone, status }) => ({
    name,
    city,
    phone,
    status,
  }));
  for (const source of ['bill', 'bill-detail'] as const)
    declareCopyInAlerts<BillItem, 'bill'>(
      source,
      'bill',
      ({ type, amountPaise, spentOn, note, imageFileId, reason, status, isErased, revision }) => ({
        type,
        amountPaise,
        spentOn,
        status,
        revision,
        ...(note !== undefined && { note }),
        ...(imageFileId && { imageFileId }),
        ...(reason !== undefined && { reason }),
        ...(isErased && { isErased }),
      }),
    );
  declareCopyInAlerts<OfferItem, 'offer'>('offer', 'offer', ({ title }) => ({ title }));
}

function declareCopyInAlerts<Source extends object, Part extends 'lead' | 'bill' | 'offer'>(
  source: Kind,
  part: Part,
  copiedFields: (document: Source) => NonNullable<AlertItem[Part]>,
): void {
  declareCopy<AlertItem, Source>({
    source,
    into: 'alert',
    hasCopyOf: ({ about }, id) => about[`${part}Id`] === id,
    withCopy(alert, document) {
      const otherFields = Object.fromEntries(
        Object.entries(alert).filter(([field]) => field !== part),
      ) as AlertItem;
      return document ? { ...otherFields, [part]: copiedFields(document) } : otherFields;
    },
  });
}
