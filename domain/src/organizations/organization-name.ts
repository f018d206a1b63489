import { required } from '../kernel/schema.js';

/**
 * Also written in capitals; others only where they are small, so that `M.K.Traders` and `Pvt.Ltd`
 * are names.
 */
const topLevels = 'com|net|org|in|io|co|me|ly|info|biz|xyz|app|link|site|online|shop|top';
const address = new RegExp(
  `://|www\\.|@|[\\p{L}\\p{N}-]{2,}\\.(?:(?!ltd|pvt|llp|inc)\\p{Ll}{2,}|(?:${topLevels.toUpperCase()}))(?![\\p{L}\\p{N}])`,
  'u',
);
/** So many digits are a phone number, whatever stands between them. */
const phoneNumber = /(?:\p{Nd}[\s().\-–]*){9,}/u;

/**
 * Whether strangers may be sent the name in an invitation: it leads nowhere, and nobody can be
 * called by it.
 */
export function isPlainName(name: string): boolean {
  const written = name
    .normalize('NFKC')
    .replace(/[\p{Cf}]/gu, '')
    .replaceAll('。', '.');
  return !address.test(written) && !phoneNumber.test(written);
}

export const organizationName = required('Please enter an organization name').refine(
  isPlainName,
  'Enter the name without a web address, an e-mail address or a phone number',
);
