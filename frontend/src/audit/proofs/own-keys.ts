import { parseKept } from '#platform/proof/verify-proof.js';
import { readStoredText, storeText } from '../../browser/stored-text.js';
import { identity } from '../../lib/account/identity.js';

const storageKey = (): string => `fieldtrace.audit-keys|${identity().accountId ?? ''}`;

/** Verifier keys that the reader received elsewhere and keeps on this device, newest first. */
export function readOwnKeys(): readonly string[] | undefined {
  return parseKept(readStoredText(storageKey()) ?? '').keys;
}

/** @returns false if the text is no key */
export function storeOwnKeys(text: string): boolean {
  const { keys } = parseKept(text);
  if (keys) storeText(storageKey(), keys.join('\n'));
  return keys !== undefined;
}

export function removeOwnKeys(): void {
  storeText(storageKey(), undefined);
}
