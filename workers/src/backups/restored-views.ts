import type { EventLog, Position, RecordedEvent } from '#platform/event-log/event-log.js';
import { isInLog } from '#platform/read-side/projections/checkpoints.js';
import {
  findUnusedCollections,
  resolveProcessors,
} from '#platform/read-side/projections/generations.js';
import type { Projection } from '#platform/read-side/projections/projection.js';
import { type ProjectionPorts, Projector } from '#platform/read-side/projections/projector.js';
import {
  ReadStoreOnSqlite,
  removeSqliteFiles,
} from '#platform/read-side/read-store/read-store-on-sqlite.js';
import { LIVE_TRACK, NO_CHANGES } from '#platform/read-side/read-store/read-store.js';
import type { Key, KeyStore } from '#platform/sealing/key-store/key-store.js';
import { takesDataAway } from '#platform/sealing/platform-events.js';
import { constants, copyFileSync, existsSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { checkFiles } from './verify.js';

/** Views of this build, and the reader of their events. */
export type ViewBuilding = {
  readonly projections: readonly Projection[];
  readonly createReader: (keys: Pick<KeyStore, 'get'>) => Pick<ProjectionPorts, 'open' | 'typesOf'>;
};

/**
 * Number of erased records above which the views are rebuilt instead. Removing one record takes
 * some milliseconds.
 */
const MAX_ERASED_STREAMS = 5_000;

/** Streams of a log whose keys were destroyed, with the erasures that did it. */
export class ErasedStreams {
  private readonly erasedAt = new Map<string, Position>();
  private readonly erasuresByStream = new Map<string, Set<string>>();

  add(event: RecordedEvent, key: Key | undefined): void {
    if (takesDataAway(event)) this.erasedAt.set(event.metadata.eventId, event.position);
    if (key === undefined || 'key' in key) return;
    const erasures = this.erasuresByStream.get(event.stream) ?? new Set();
    this.erasuresByStream.set(event.stream, erasures.add(key.destroyedBy));
  }

  /** Streams whose erasure the views at a position do not contain yet, as after a restore. */
  findUnseenErasedStreams(position: Position): readonly string[] {
    const isUnseen = (erasure: string) => {
      const erasedAt = this.erasedAt.get(erasure);
      return erasedAt === undefined || erasedAt > position;
    };
    return [...this.erasuresByStream]
      .filter(([, erasures]) => [...erasures].some(isUnseen))
      .map(([stream]) => stream);
  }
}

/**
 * Copies views of a backup beside their restored log, without the data of persons erased since.
 * Fails closed: views that cannot be used are made from the log at the first start.
 * @returns a sentence that says which views are used
 */
export async function adoptViews(
  source: string,
  dataDir: string,
  parts: { readonly log: EventLog; readonly keys: KeyStore },
  erasedStreams: ErasedStreams,
  now: string,
  building: ViewBuilding,
): Promise<string> {
  const path = join(dataDir, basename(source));
  // A start removes this file, if the restore was killed.
  const draft = `${path}.next`;
  try {
    if (!existsSync(source)) throw new Error('the backup has none');
    copyFileSync(source, draft, constants.COPYFILE_FICLONE);
    const [damage] = checkFiles(dataDir, [basename(draft)]);
    if (damage !== undefined) throw new Error(damage);
    const store = new ReadStoreOnSqlite(draft);
    await adopt(store, parts, erasedStreams, now, building).finally(() => store.close());
    if (existsSync(`${draft}-wal`)) throw new Error('the disk is full');
    renameSync(draft, path);
    return 'The views are those of the backup.';
  } catch (error) {
    removeSqliteFiles(draft);
    return `The views are made from the log at the first start: ${(error as Error).message}.`;
  }
}

/** @throws Error if the views do not fit the log or this build */
async function adopt(
  store: ReadStoreOnSqlite,
  { log, keys }: { readonly log: EventLog; readonly keys: KeyStore },
  erasedStreams: ErasedStreams,
  now: string,
  { projections, createReader }: ViewBuilding,
): Promise<void> {
  const stored = await store.readCheckpoint(LIVE_TRACK);
  if (!stored || !(await isInLog(log, stored))) throw new Error('they are of another log or form');
  const { current, missing } = await resolveProcessors(store, projections, { isSameLog: true });
  if (missing.length > 0)
    throw new Error(`this build has another version of ${missing[0]!.projection.name}`);
  const streams = erasedStreams.findUnseenErasedStreams(stored.position);
  if (streams.length > MAX_ERASED_STREAMS)
    throw new Error(`${streams.length} records were erased since`);

  await store.drop(await findUnusedCollections(store));
  // Browsers may know later positions than the restored log has: they start over.
  await store.setCurrentCollections(await store.readCurrentCollections());
  const checkpoint = { ...stored, begunAt: now };
  await store.commit({ track: LIVE_TRACK, expected: stored, checkpoint, ...NO_CHANGES });
  const ports = { log, store, ...createReader(keys), erase: async () => {} };
  const projector = new Projector(ports, LIVE_TRACK, current, checkpoint, () => {});
  for (const stream of streams) await projector.refold(stream);
}
