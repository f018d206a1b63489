import { msg } from '@lingui/core/macro';
import type { AuditKind } from '#domain/audit/audit.values.js';
import type { Names } from '../words/i18n.js';

/** Names of a single record, by its kind. */
export const recordNames: Partial<Names<AuditKind>> = {
  lead: msg`Lead`,
  customer: msg`Customer`,
  quotation: msg`Quotation`,
  bill: msg`Bill`,
  share: msg`Share`,
  organization: msg`Invitation`,
  account: msg`Member`,
};
