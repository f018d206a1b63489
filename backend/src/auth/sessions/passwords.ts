import { Clock } from '#platform/common/clock.js';
import { createKeyedMutex } from '#platform/common/keyed-mutex.js';
import { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import { Injectable } from '@nestjs/common';
import { type ScryptOptions, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

type ScryptCost = Required<Pick<ScryptOptions, 'N' | 'r' | 'p'>>;
/** Stored password, with its cost, so that a later build can raise the cost and still compare. */
type PasswordRecord = {
  readonly owner: string;
  readonly salt: string;
  readonly hash: string;
  readonly cost: ScryptCost;
};
export type Comparison = {
  /** `none`: the account has no password. */
  readonly verdict: 'right' | 'wrong' | 'none';
  /** Version of the compared password; 0 if there is none. */
  readonly version: number;
};

/** Cost of scrypt as recommended by OWASP. */
const COST: ScryptCost = { N: 2 ** 15, r: 8, p: 3 };
const HASH_BYTES = 32;
const MAX_MEMORY_BYTES = 64 * 1024 ** 2;
const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Passwords of accounts, stored as salted hashes apart from the log. */
@Injectable()
export class Passwords {
  /**
   * Hashes passwords one by one. Parallel hashes would occupy all threads that files need, and much
   * memory.
   */
  private readonly runExclusively = createKeyedMutex();
  private readonly dummySalt = randomBytes(16);

  constructor(
    private readonly secrets: KeyValueStore,
    private readonly clock: Clock,
  ) {}

  /** Version of the password, which each change replaces; 0 if there is none. */
  async findVersion(accountId: string): Promise<number> {
    return (await this.secrets.get('password', accountId))?.version ?? 0;
  }

  /** Compares a password. Takes equally long for an account without a password. */
  async compare(accountId: string, password: string): Promise<Comparison> {
    const found = await this.secrets.get<PasswordRecord>('password', accountId);
    if (!found) {
      await this.hash(password, this.dummySalt, COST);
      return { verdict: 'none', version: 0 };
    }
    const { salt, hash, cost: storedCost } = found.value;
    const isRight = timingSafeEqual(
      await this.hash(password, Buffer.from(salt, 'base64'), storedCost),
      Buffer.from(hash, 'base64'),
    );
    return { verdict: isRight ? 'right' : 'wrong', version: found.version };
  }

  /**
   * @param version version that it replaces
   * @returns false after a concurrent change
   */
  async set(accountId: string, password: string, version: number): Promise<boolean> {
    const salt = randomBytes(16);
    const hash = await this.hash(password, salt, COST);
    const record: PasswordRecord = {
      owner: accountId,
      salt: salt.toString('base64'),
      hash: hash.toString('base64'),
      cost: COST,
    };
    return (
      (await this.secrets.put('password', accountId, record, { expected: version })) !== undefined
    );
  }

  /**
   * @param version version that is removed
   * @returns false after a concurrent change
   */
  async remove(accountId: string, version: number): Promise<boolean> {
    if (version === 0) return true;
    // Writes an expired record, because only writes compare versions.
    return (
      (await this.secrets.put(
        'password',
        accountId,
        { owner: accountId },
        { expected: version, expiresAt: this.clock.now() },
      )) !== undefined
    );
  }

  /** Normalizes first, so that differently composed letters are equal. */
  private hash(password: string, salt: Buffer, hashCost: ScryptCost): Promise<Buffer> {
    return this.runExclusively('hash', () =>
      derive(password.normalize('NFKC'), salt, HASH_BYTES, {
        ...hashCost,
        maxmem: MAX_MEMORY_BYTES,
      }),
    );
  }
}
