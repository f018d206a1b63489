import { msg } from '@lingui/core/macro';
import type { ErasureReason } from '#domain/kernel/values/erasure.values.js';
import type { Names } from '../../words/i18n.js';

export const erasureReasonNames: Names<ErasureReason> = {
  asked: msg`The person asked for it`,
  withdrawn: msg`Consent was withdrawn`,
  'not-needed': msg`No longer needed`,
  mistake: msg`Entered by mistake`,
};
