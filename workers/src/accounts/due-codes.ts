import { later } from '#platform/common/clock.js';
import { codeOf, sealOf } from '#platform/integrations/one-time-codes/one-time-code.js';
import { StoredChallenges } from '#platform/integrations/one-time-codes/stored-challenges.js';
import type { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';

/** Decisions, "One-time code: lifetime and attempts". */
const lifetime = 5 * 60_000;

type DueCode = { readonly accountId: string; readonly number: string; readonly code: string };

/** The code that is to be sent, its end fixed at the first time. Undefined: it is not wanted any more. */
export function dueCodes(secrets: KeyValueStore, key: Uint8Array, now: () => string) {
  const stored = new StoredChallenges(secrets, key);
  return async function dueCode(challengeId: string): Promise<DueCode | undefined> {
    const found = await stored.current(challengeId);
    if (!found || found.value.spent) return undefined;
    const { accountId, number, code: sent } = found.value;
    const code = codeOf(key, challengeId);
    if (sent) return sent.expiresAt > now() ? { accountId, number, code } : undefined;
    const sealed = { ...found.value, code: { seal: sealOf(key, challengeId, code), expiresAt: later(now(), lifetime) } };
    return (await stored.put(challengeId, sealed, found.version)) ? { accountId, number, code } : dueCode(challengeId);
  };
}
