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

/** Record that an event of the access log is about: kind and id, as far as they are known. */
export const aboutOf = ({
  kind,
  data,
}: AuditItem): { readonly kind?: AuditKind; readonly recordId?: string } | undefined =>
  kind === 'access' ? ((data['about'] as object | undefined) ?? data) : undefined;

/**
 * Address of the record as it stood after an event, or of the history that an access is about;
 * undefined if its kind has no history.
 */
export function momentOf(event: AuditItem): string | undefined {
  const { kind, recordId = '' } = aboutOf(event) ?? event;
  const path = kind && recordId && paths[kind]?.(recordId);
  if (!path) return undefined;
  return event.kind === 'access' ? `${path}/history` : `${path}/history?at=${event.revision}`;
}
