import { z } from 'zod';
import type { KeyValueStore } from '../storage/key-value-store/key-value-store.js';
import { DoesNotFit, type Misfit, catchMisfit } from './misfit.js';
import { isMadeFromLog, readRecord } from './trees/tile-records.js';

const size = z.int().min(0);
const schemas = {
  status: z.object({
    /** Reason and time of a stop, until a check finds nothing. */
    stopped: z
      .object({
        because: z.string(),
        since: z.string(),
        /** Streams with events that were changed, added or removed. */
        streams: z.array(z.string()).readonly().optional(),
        /** Number of reports of this stop. A check compares it, to notice a newer report. */
        reports: z.int().optional(),
      })
      .readonly()
      .optional(),
    /** Start time of the newest check that has ended. */
    checkedAt: z.string().optional(),
  }),
  cosignature: z.object({ size, lines: z.string() }),
  restored: z.literal(true),
  signed: z.object({ size, root: z.string() }),
};
type Id = keyof typeof schemas;
type Value<Kind extends Id> = Readonly<z.infer<(typeof schemas)[Kind]>>;

export type NotaryStatus = Value<'status'>;
type Cosignature = Value<'cosignature'>;
type Signed = Value<'signed'>;

/** Records that are made again when missing. A damaged one is reported and removed. */
const REPLACEABLE = ['status', 'cosignature'] as const;

const KIND = 'notary';
/**
 * Makes the notary of a restored installation begin a new origin, because checkpoints signed after
 * the backup may be known outside.
 */
export async function forgetBeforeRestore(store: KeyValueStore): Promise<void> {
  for await (const { kind, id } of store.readNames())
    if (kind === KIND || isMadeFromLog(kind)) await store.remove(kind, id);
  await new NotaryState(store).setRestored();
}

/** Removes the tiles, which are then made from the log again. */
export async function forgetTiles(store: KeyValueStore): Promise<void> {
  for await (const { kind, id } of store.readNames())
    if (isMadeFromLog(kind)) await store.remove(kind, id);
}

/** Records of the notary beside its tiles. All can be lost. */
export class NotaryState {
  constructor(private readonly store: Pick<KeyValueStore, 'get' | 'put' | 'update' | 'remove'>) {}

  /** Reads the status. A damaged one is treated as missing, so that a check is due. */
  async readStatus(): Promise<NotaryStatus> {
    return (await catchMisfit(() => this.read('status'), undefined)) ?? {};
  }

  /** Removes damaged records, which are then made again, and returns them as misfits. */
  async removeDamaged(): Promise<readonly Misfit[]> {
    const misfits: Misfit[] = [];
    for (const id of REPLACEABLE)
      try {
        await this.read(id);
      } catch (error) {
        if (!(error instanceof DoesNotFit)) throw error;
        misfits.push(...error.misfits);
        await this.store.remove(KIND, id);
      }
    return misfits;
  }

  /** Changes the status; `change` is called again if another process was faster. */
  async updateStatus(change: (before: NotaryStatus) => NotaryStatus): Promise<void> {
    await this.store.update<NotaryStatus>(KIND, 'status', (before) => ({
      value: change(before ?? {}),
    }));
  }

  /** Newest checkpoint that was signed, which the log must have. */
  async readSigned(): Promise<Signed | undefined> {
    return this.read('signed');
  }

  async setSigned({ size, root }: Signed): Promise<void> {
    await this.store.update<Signed>(KIND, 'signed', (before) =>
      before && before.size >= size ? undefined : { value: { size, root } },
    );
  }

  forgetSigned(): Promise<void> {
    return this.store.remove(KIND, 'signed');
  }

  /**
   * Whether a backup was restored, after which a new origin begins. True if the record is damaged.
   */
  async isRestored(): Promise<boolean> {
    return (await catchMisfit(() => this.read('restored'), true)) !== undefined;
  }

  async setRestored(): Promise<void> {
    await this.store.remove(KIND, 'restored');
    await this.store.put(KIND, 'restored', true, { expected: 0 });
  }

  clearRestored(): Promise<void> {
    return this.store.remove(KIND, 'restored');
  }

  /** Newest signature lines of a witness, and the size of their checkpoint; none if damaged. */
  readCosignature(): Promise<Cosignature | undefined> {
    return catchMisfit(() => this.read('cosignature'), undefined);
  }

  async setCosignature(cosignature: Cosignature): Promise<void> {
    await this.store.update(KIND, 'cosignature', () => ({ value: cosignature }));
  }

  /** @throws DoesNotFit if the record is damaged */
  private async read<Kind extends Id>(id: Kind): Promise<Value<Kind> | undefined> {
    const schema = schemas[id] as unknown as z.ZodType<Value<Kind>>;
    return (await readRecord(this.store, KIND, id, schema))?.value;
  }
}
