import { randomInt } from 'node:crypto';
import { type Clock, addMilliseconds, backOff, pause } from '../../common/clock.js';
import { Unavailable } from '../../common/unavailable.js';

/** With the pauses between them some 3 seconds. */
const MOST_UPDATE_TRIES = 50;
const LONGEST_UPDATE_PAUSE_MS = 100;

/** A small record and the version that compare-and-set goes by. */
export type Versioned<Value = unknown> = { readonly value: Value; readonly version: number };
type Entry<Value> = { readonly value: Value; readonly expiresAt?: string | undefined };
export type PutOptions = { readonly expected: number; readonly expiresAt?: string | undefined };
export type StoredEntry = Entry<unknown> & { readonly kind: string; readonly id: string };
type Counter = { readonly count: number; readonly endsAt: string };

/**
 * Sessions, trusted browsers, challenges, counters, reactors' checkpoints: small JSON records by
 * `kind` and `id`, some with a time to live. What has expired is not there, even before it is
 * swept.
 */
export abstract class KeyValueStore {
  constructor(protected readonly clock: Pick<Clock, 'now'>) {}

  abstract get<Value>(kind: string, id: string): Promise<Versioned<Value> | undefined>;
  /**
   * Writes if the record is still at `expected` (0: there is none), durably.
   * @returns the new version; undefined if the record was at another one
   */
  abstract put<Value>(
    kind: string,
    id: string,
    value: Value,
    options: PutOptions,
  ): Promise<number | undefined>;
  abstract remove(kind: string, id: string): Promise<void>;
  /** Records by their ids; who is not there is left out. */
  abstract getMany<Value>(
    kind: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Versioned<Value>>>;
  /**
   * Records of a kind that were put with that `owner` in their value, e.g. all sessions of an
   * account.
   */
  abstract ofOwner<Value>(
    kind: string,
    owner: string,
  ): Promise<readonly (Versioned<Value> & { readonly id: string })[]>;
  abstract contents(): AsyncIterable<StoredEntry>;
  abstract close(): Promise<void>;

  /**
   * Reads and writes a record as one step, again where it was changed in between, with growing
   * random pauses.
   * @param change undefined leaves it as it is
   * @returns the record as it is now
   * @throws Unavailable where it was changed in between each time
   */
  async update<Value>(
    kind: string,
    id: string,
    change: (value: Value | undefined) => Entry<Value> | undefined,
  ): Promise<Value | undefined> {
    for (let tries = 0; tries < MOST_UPDATE_TRIES; tries++) {
      // The first tries meet a rival or two; a pause lets one of many through.
      if (tries > 1)
        await pause(backOff(tries - 2, { first: 2, longest: LONGEST_UPDATE_PAUSE_MS }));
      const current = await this.get<Value>(kind, id);
      const changed = change(current?.value);
      if (!changed) return current?.value;
      const options = { expected: current?.version ?? 0, expiresAt: changed.expiresAt };
      if (await this.put(kind, id, changed.value, options)) return changed.value;
    }
    throw new Unavailable('Too many changes at the same time. Please try again.');
  }

  /**
   * Adds 1 to a counter that begins anew when its window ends. Concurrent calls are all counted.
   */
  async count(kind: string, id: string, windowSeconds: number): Promise<Counter> {
    const counter = await this.update<Counter>(`count of ${kind}`, id, (before) => {
      const endsAt = before?.endsAt ?? addMilliseconds(this.clock.now(), windowSeconds * 1_000);
      return { value: { count: (before?.count ?? 0) + 1, endsAt }, expiresAt: endsAt };
    });
    return counter!;
  }
}

/** Random, so that one of a record that is gone fits no later record of the same id. */
export const newVersion = () => randomInt(1, 2 ** 48 - 1);

export function ownerIn(value: unknown): string | undefined {
  const owner =
    typeof value === 'object' && value !== null && 'owner' in value ? value.owner : undefined;
  return typeof owner === 'string' ? owner : undefined;
}
