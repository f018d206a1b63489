import { msg } from '@lingui/core/macro';
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
const paths: Partial<Record<AuditKind, (recordId: string) => string>> = {
  lead: (id) => `/leads/${id}`,
  customer: (id) => `/customers/${id}`,
  quotation: (id) => `/quotations/${id}`,
  bill: (id) => `/bills/${id}`,
  product: (id) => `/products/${id}`,
  package: (id) => `/packages/${id}`,
  offer: (id) => `/offers/${id}`,
};

/** Address of the record as it stood after an event; undefined if its kind has no history. */
export const momentOf = ({ kind, recordId, revision }: AuditItem): string | undefined => {
  const path = paths[kind]?.(recordId);
  return path && `${path}/history?at=${revision}`;
};
