import { Clock } from '#platform/common/clock.js';
import { createKeyedMutex } from '#platform/common/keyed-mutex.js';
import { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import { Injectable } from '@nestjs/common';
import { type ScryptOptions, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

type Cost = Required<Pick<ScryptOptions, 'N' | 'r' | 'p'>>;
/**
 * A password as it is kept. What it cost stands beside it, so that a later build can raise the cost
 * and still compare.
 */
type PasswordRecord = {
  readonly owner: string;
  readonly salt: string;
  readonly hash: string;
  readonly cost: Cost;
};
export type Compared = {
  /** `none`: the account has no password. */
  readonly verdict: 'right' | 'wrong' | 'none';
  /** Version of the compared password; 0 if there is none. */
  readonly version: number;
};

/** Cost of scrypt as recommended by OWASP. */
const cost: Cost = { N: 2 ** 15, r: 8, p: 3 };
const hashBytes = 32;
const mostMemory = 64 * 1024 ** 2;
const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** The passwords of accounts, of which a salted hash is kept apart from the log. */
@Injectable()
export class Passwords {
  /**
   * Hashes one password after the other. Parallel hashes would hold every thread that files need,
   * and much memory.
   */
  private readonly exclusively = createKeyedMutex();
  private readonly nobodys = randomBytes(16);

  constructor(
    private readonly secrets: KeyValueStore,
    private readonly clock: Clock,
  ) {}

  /** Another one after each change; 0 where there is no password. */
  async version(accountId: string): Promise<number> {
    return (await this.secrets.get('password', accountId))?.version ?? 0;
  }

  /** Takes as long where there is no password. */
  async compare(accountId: string, password: string): Promise<Compared> {
    const found = await this.secrets.get<PasswordRecord>('password', accountId);
    if (!found) {
      await this.hash(password, this.nobodys, cost);
      return { verdict: 'none', version: 0 };
    }
    const { salt, hash, cost: paid } = found.value;
    const isRight = timingSafeEqual(
      await this.hash(password, Buffer.from(salt, 'base64'), paid),
      Buffer.from(hash, 'base64'),
    );
    return { verdict: isRight ? 'right' : 'wrong', version: found.version };
  }

  /** @param version that it replaces. @returns false if it was changed meanwhile */
  async set(accountId: string, password: string, version: number): Promise<boolean> {
    const salt = randomBytes(16);
    const hash = await this.hash(password, salt, cost);
    const record: PasswordRecord = {
      owner: accountId,
      salt: salt.toString('base64'),
      hash: hash.toString('base64'),
      cost,
    };
    return (
      (await this.secrets.put('password', accountId, record, { expected: version })) !== undefined
    );
  }

  /** @param version that is removed. @returns false if it was changed meanwhile */
  async remove(accountId: string, version: number): Promise<boolean> {
    if (version === 0) return true;
    // The store compares versions where it writes only: what has expired is not there.
    return (
      (await this.secrets.put(
        'password',
        accountId,
        { owner: accountId },
        { expected: version, expiresAt: this.clock.now() },
      )) !== undefined
    );
  }

  /** However a keyboard composes its letters, they are the same. */
  private hash(password: string, salt: Buffer, paid: Cost): Promise<Buffer> {
    return this.exclusively('hash', () =>
      derive(password.normalize('NFKC'), salt, hashBytes, { ...paid, maxmem: mostMemory }),
    );
  }
}
