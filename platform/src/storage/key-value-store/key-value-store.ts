import { randomInt } from 'node:crypto';

/** A small record and the version that compare-and-set goes by. */
export type Versioned<Value = unknown> = { readonly value: Value; readonly version: number };

/**
 * Sessions, trusted browsers, challenges, password hashes, rate limits, reactors' checkpoints: small JSON records by
 * `kind` and `id`, some with a time to live. What has expired is not there, even before it is swept.
 */
export abstract class KeyValueStore {
  abstract get<Value>(kind: string, id: string): Promise<Versioned<Value> | undefined>;
  /**
   * Writes if the record is still at `expected` (0: there is none), durably.
   * @returns the new version; undefined if somebody else was faster
   */
  abstract put<Value>(
    kind: string,
    id: string,
    value: Value,
    options: { readonly expected: number; readonly expiresAt?: string },
  ): Promise<number | undefined>;
  abstract remove(kind: string, id: string): Promise<void>;
  /** Adds 1 to a counter that begins anew when its window ends. In one step, so that rivals are all counted. Answers the count and the window's end. */
  abstract count(kind: string, id: string, windowSeconds: number): Promise<{ readonly count: number; readonly endsAt: string }>;
  /** Records of a kind that were put with that `owner` in their value, e.g. all sessions of an account. */
  abstract ofOwner<Value>(kind: string, owner: string): Promise<readonly (Versioned<Value> & { readonly id: string })[]>;
  abstract close(): Promise<void>;
}

/** Random, so that one of a record that is gone fits no later record of the same id. */
export const newVersion = () => randomInt(1, 2 ** 48 - 1);

export function ownerIn(value: unknown): string | undefined {
  const owner = typeof value === 'object' && value !== null && 'owner' in value ? value.owner : undefined;
  return typeof owner === 'string' ? owner : undefined;
}
