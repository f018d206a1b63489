import { msg } from '@lingui/core/macro';
import type { Language } from '#domain/accounts/account.values.js';
import type { upiKinds } from '#domain/quotations/quotation-settings.js';
import type { gstRegistrations } from '#domain/quotations/tax-heads.js';
import type { Names } from '../../words/i18n.js';

export const registrationNames: Names<(typeof gstRegistrations)[number]> = {
  regular: msg`Regular`,
  composition: msg`Composition`,
  none: msg`Not registered`,
};
export const upiKindNames: Names<(typeof upiKinds)[number]> = {
  person: msg`Person`,
  merchant: msg`Verified merchant`,
};
export const documentLanguageNames: Names<Language> = {
  'en-IN': msg`English`,
  'hi-IN': msg`Hindi`,
};
