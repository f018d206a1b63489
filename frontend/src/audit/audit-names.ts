import { msg } from '@lingui/core/macro';
import { findAccessedRecord } from '#domain/audit/access-about.js';
import type { AuditKind } from '#domain/audit/audit.values.js';
import type { AuditItem } from '#domain/audit/audit.views.js';
import type { Names } from '../words/i18n.js';

export const kindNames: Names<AuditKind> = {
  lead: msg`Leads`,
  customer: msg`Customers`,
  quotation: msg`Quotations`,
  bill: msg`Bills`,
  product: msg`Products`,
  package: msg`Packages`,
  offer: msg`Offers`,
  category: msg`Categories`,
  share: msg`Shares`,
  organization: msg`Organization and team`,
  account: msg`Accounts and sign-ins`,
  access: msg`Access log`,
  alerts: msg`Notifications`,
};

/** Paths of records with a history. */
const recordPaths: Partial<Record<AuditKind, (recordId: string) => string>> = {
  lead: (id) => `/leads/${id}`,
  customer: (id) => `/customers/${id}`,
  quotation: (id) => `/quotations/${id}`,
  bill: (id) => `/bills/${id}`,
  product: (id) => `/products/${id}`,
  package: (id) => `/packages/${id}`,
  offer: (id) => `/offers/${id}`,
};

/**
 * Address of the record as it stood after an event, or of the history that an access is about;
 * undefined if its kind has no history.
 */
export function historyPathOf(event: AuditItem): string | undefined {
  const { kind, recordId } = findAccessedRecord(event) ?? event;
  const path = recordId && recordPaths[kind]?.(recordId);
  if (!path) return undefined;
  return event.kind === 'access' ? `${path}/history` : `${path}/history?at=${event.revision}`;
}
