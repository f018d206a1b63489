import { codeOf, sealOf } from '#platform/integrations/one-time-codes/one-time-code.js';
import { type Challenge, StoredChallenges, later } from '#platform/integrations/one-time-codes/stored-challenges.js';
import type { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';

/** Decisions, "One-time code: lifetime and attempts". */
const lifetime = 5 * 60_000;

/** Codes that are to be sent. */
export class DueCodes {
  private readonly stored: StoredChallenges;

  constructor(
    secrets: KeyValueStore,
    private readonly key: Uint8Array,
    private readonly now: () => string,
  ) {
    this.stored = new StoredChallenges(secrets, key);
  }

  /** Its end is fixed at the first time. Undefined: it is not wanted any more. */
  async of(challengeId: string): Promise<{ readonly accountId: string; readonly number: string; readonly code: string } | undefined> {
    const found = await this.stored.find(challengeId);
    if (!found || found.value.spent || !(await this.stored.isNewest(challengeId, found.value))) return undefined;
    const code = codeOf(this.key, challengeId);
    if (!found.value.code) {
      const sealed: Challenge = { ...found.value, code: { seal: sealOf(this.key, challengeId, code), expiresAt: later(this.now(), lifetime) } };
      if (!(await this.stored.put(challengeId, sealed, found.version))) return this.of(challengeId);
    } else if (found.value.code.expiresAt <= this.now()) return undefined;
    const { accountId, number } = found.value;
    return { accountId, number, code };
  }
}
