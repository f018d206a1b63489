import { Clock, addMilliseconds } from '#platform/common/clock.js';
import { deriveCode, sealCode } from '#platform/integrations/one-time-codes/one-time-code.js';
import { StoredChallenges } from '#platform/integrations/one-time-codes/stored-challenges.js';
import { HmacKey } from '#platform/sealing/key-store/key-store.js';
import { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import { Injectable } from '@nestjs/common';

/**
 * Long enough for a message to arrive and be read; a code that is found on a phone later opens
 * nothing.
 */
const lifetime = 5 * 60_000;

type DueCode = { readonly accountId: string; readonly number: string; readonly code: string };

/** Codes that are to be sent. */
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

  /** Its end is fixed at the first time. Undefined: it is not wanted any more. */
  async of(challengeId: string): Promise<DueCode | undefined> {
    const found = await this.stored.findCurrent(challengeId);
    if (!found || found.value.spent) return undefined;
    const now = this.clock.now();
    const { accountId, number, code: sent } = found.value;
    const code = deriveCode(this.key.bytes, challengeId);
    if (sent) return sent.expiresAt > now ? { accountId, number, code } : undefined;
    const sealed = {
      ...found.value,
      code: {
        seal: sealCode(this.key.bytes, challengeId, code),
        expiresAt: addMilliseconds(now, lifetime),
      },
    };
    return (await this.stored.put(challengeId, sealed, found.version))
      ? { accountId, number, code }
      : this.of(challengeId);
  }
}
