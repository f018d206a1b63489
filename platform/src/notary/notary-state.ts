import { z } from 'zod';
import { type Clock, addMilliseconds } from '../common/clock.js';
import { Unavailable } from '../common/unavailable.js';
import type { KeyValueStore } from '../storage/key-value-store/key-value-store.js';
import type { Pace } from './trees/log-tree.js';
import { isMadeFromLog, readRecord } from './trees/tile-records.js';

export type NotaryStatus = {
  /** Reason and time of a stop, until a check finds nothing. */
  readonly stopped?: {
    readonly because: string;
    readonly since: string;
    /** Streams with events that were changed, added or removed. */
    readonly streams?: readonly string[];
    /** Number of reports of this stop, by which a check sees that there is a newer one. */
    readonly reports?: number;
  };
  /** Start of the newest check that ended. */
  readonly checkedAt?: string;
};
type Cosignature = { readonly size: number; readonly lines: string };
const signedSchema = z.object({ size: z.int().min(0), root: z.string() });
type Signed = Readonly<z.infer<typeof signedSchema>>;

const KIND = 'notary';
/** Time after which another process may check, if the one that does so died. */
const CHECK_TURN_MS = 5 * 60_000;

/** Makes the notary of a restored installation begin anew: a later checkpoint may be outside. */
export async function forgetBeforeRestore(store: KeyValueStore): Promise<void> {
  for await (const { kind, id } of store.contents())
    if (kind === KIND || isMadeFromLog(kind)) await store.remove(kind, id);
  await new NotaryState(store).setRestored();
}

/** Removes the tiles, which are then made from the log again. */
export async function forgetTiles(store: KeyValueStore): Promise<void> {
  for await (const { kind, id } of store.contents())
    if (isMadeFromLog(kind)) await store.remove(kind, id);
}

/** Records of the notary beside its tiles. All can be lost. */
export class NotaryState {
  constructor(private readonly store: Pick<KeyValueStore, 'get' | 'put' | 'update' | 'remove'>) {}

  async status(): Promise<NotaryStatus> {
    return (await this.store.get<NotaryStatus>(KIND, 'status'))?.value ?? {};
  }

  /** Changes the status; `change` is called again if another process was faster. */
  async updateStatus(change: (before: NotaryStatus) => NotaryStatus): Promise<void> {
    await this.store.update<NotaryStatus>(KIND, 'status', (before) => ({
      value: change(before ?? {}),
    }));
  }

  /** Runs a check unless another process runs one. A turn that is not renewed ends by itself. */
  async withCheckTurn(
    clock: Pick<Clock, 'now'>,
    pace: Pace,
    check: (pace: Pace) => Promise<unknown>,
  ): Promise<void> {
    const take = (expected: number) =>
      this.store.put(KIND, 'turn of checks', true, {
        expected,
        expiresAt: addMilliseconds(clock.now(), CHECK_TURN_MS),
      });
    let version = await take(0);
    if (version === undefined) return;
    let renewedAt = clock.now();
    try {
      await check(async (milliseconds) => {
        await pace(milliseconds);
        if (addMilliseconds(renewedAt, CHECK_TURN_MS / 3) > clock.now()) return;
        version = await take(version!);
        if (version === undefined) throw new Unavailable('Another process checks the log now');
        renewedAt = clock.now();
      });
    } finally {
      if (version !== undefined) await this.store.remove(KIND, 'turn of checks');
    }
  }

  /** Newest checkpoint that was signed, which the log must have. */
  async signed(): Promise<Signed | undefined> {
    return (await readRecord(this.store, KIND, 'signed', signedSchema))?.value;
  }

  async setSigned({ size, root }: Signed): Promise<void> {
    await this.store.update<Signed>(KIND, 'signed', (before) =>
      before && before.size >= size ? undefined : { value: { size, root } },
    );
  }

  forgetSigned(): Promise<void> {
    return this.store.remove(KIND, 'signed');
  }

  /** Whether a backup was restored, after which a new origin begins. */
  async isRestored(): Promise<boolean> {
    return (await this.store.get(KIND, 'restored')) !== undefined;
  }

  async setRestored(): Promise<void> {
    await this.store.update(KIND, 'restored', () => ({ value: true }));
  }

  clearRestored(): Promise<void> {
    return this.store.remove(KIND, 'restored');
  }

  /** Newest signature lines of a witness, and the size of their checkpoint. */
  async cosignature(): Promise<Cosignature | undefined> {
    return (await this.store.get<Cosignature>(KIND, 'cosignature'))?.value;
  }

  async setCosignature(cosignature: Cosignature): Promise<void> {
    await this.store.update(KIND, 'cosignature', () => ({ value: cosignature }));
  }
}
