import { msg } from '@lingui/core/macro';
import type { AuditKind } from '#domain/audit/audit.values.js';
import type { Names } from '../words/i18n.js';

/**
 * Names of an erased record, by the kind of its stream. An organization's stream is never erased
 * from this screen: its entries are erased invitations.
 */
export const erasedRecordNames: Partial<Names<AuditKind>> = {
  lead: msg`Lead`,
  customer: msg`Customer`,
  quotation: msg`Quotation`,
  bill: msg`Bill`,
  share: msg`Share`,
  organization: msg`Invitation`,
  account: msg`Member`,
};
