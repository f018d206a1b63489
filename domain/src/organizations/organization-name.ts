import { required } from '../kernel/schema.js';

/**
 * Top-level domains that are recognised in capitals. A lowercase ending always counts as one, an
 * ending in mixed case never, as in `M.K.Traders`.
 */
const topLevels = 'com|net|org|in|io|co|me|ly|info|biz|xyz|app|link|site|online|shop|top';
const address = new RegExp(
  `://|www\\.|@|[\\p{L}\\p{N}-]{2,}\\.(?:(?!ltd|pvt|llp|inc)\\p{Ll}{2,}|(?:${topLevels.toUpperCase()}))(?![\\p{L}\\p{N}])`,
  'u',
);
/** Nine or more digits are a phone number, whatever separates them. */
const phoneNumber = /(?:\p{Nd}[\s().\-–]*){9,}/u;

/** Whether invitations to strangers may contain the name: it holds no link and no phone number. */
export function isPlainName(name: string): boolean {
  const normalized = name
    .normalize('NFKC')
    .replace(/[\p{Cf}]/gu, '')
    .replaceAll('。', '.');
  return !address.test(normalized) && !phoneNumber.test(normalized);
}

export const organizationName = required('Please enter an organization name').refine(
  isPlainName,
  'Enter the name without a web address, an e-mail address or a phone number',
);
