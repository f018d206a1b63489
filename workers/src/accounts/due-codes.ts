import { Clock, addMilliseconds } from '#platform/common/clock.js';
import { deriveCode, sealCode } from '#platform/integrations/one-time-codes/one-time-code.js';
import { StoredChallenges } from '#platform/integrations/one-time-codes/stored-challenges.js';
import { HmacKey } from '#platform/sealing/key-store/key-store.js';
import { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import { Injectable } from '@nestjs/common';

/**
 * Lifetime of a code: enough to receive and read it, too short for a code found on a phone later.
 */
const CODE_LIFETIME_MS = 5 * 60_000;

type DueCode = { readonly accountId: string; readonly number: string; readonly code: string };

/** Codes that are due to be sent. */
@Injectable()
export class DueCodes {
  private readonly stored: StoredChallenges;

  constructor(
    secrets: KeyValueStore,
    private readonly key: HmacKey,
    private readonly clock: Clock,
  ) {
    this.stored = new StoredChallenges(secrets, key.bytes);
  }

  /**
   * Code of a challenge; its expiry is fixed by the first call. Undefined if it is no longer
   * needed.
   */
  async issue(challengeId: string): Promise<DueCode | undefined> {
    const challenge = await this.stored.findCurrent(challengeId);
    if (!challenge || challenge.value.spent) return undefined;
    const now = this.clock.now();
    const { accountId, number, code: existing } = challenge.value;
    const code = deriveCode(this.key.bytes, challengeId);
    if (existing) return existing.expiresAt > now ? { accountId, number, code } : undefined;
    const withCode = {
      ...challenge.value,
      code: {
        seal: sealCode(this.key.bytes, challengeId, code),
        expiresAt: addMilliseconds(now, CODE_LIFETIME_MS),
      },
    };
    return (await this.stored.put(challengeId, withCode, challenge.version))
      ? { accountId, number, code }
      : this.issue(challengeId);
  }
}
