import { msg } from '@lingui/core/macro';
import type { AuditKind } from '#domain/audit/audit.values.js';
import type { ErasureReason } from '#domain/kernel/values/erasure.values.js';
import type { Names } from '../words/i18n.js';

export const reasonNames: Names<ErasureReason> = {
  asked: msg`The person asked for it`,
  withdrawn: msg`Consent was withdrawn`,
  'not-needed': msg`No longer needed`,
  mistake: msg`Entered by mistake`,
};

/** Names of one record. */
export const recordNames: Partial<Names<AuditKind>> = {
  lead: msg`Lead`,
  customer: msg`Customer`,
  quotation: msg`Quotation`,
  bill: msg`Bill`,
  share: msg`Share`,
  organization: msg`Invitation`,
  account: msg`Member`,
};
