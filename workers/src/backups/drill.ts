import { BadConfig } from '#platform/common/config/config.js';
import { type EventLog, type RecordedEvent, BEFORE_ALL } from '#platform/event-log/event-log.js';
import { readEventsAfter } from '#platform/event-log/events-after.js';
import type { KeyStore } from '#platform/sealing/key-store/key-store.js';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { listStoredFileKeys } from '../moving/copy-files.js';
import {
  TOMBSTONES_FILE,
  listCompleteBackups,
  openBackupFiles,
  openDataFolder,
  readManifest,
} from './backup-folder.js';
import { type RestoreOptions, restore } from './restore.js';
import { readTombstones } from './tombstone-file.js';
import { damageLines } from './verify.js';

type DataFolder = ReturnType<typeof openDataFolder>;

export type DrillOptions = Omit<RestoreOptions, 'progress'> & {
  /** Brings the views up to the log, or builds them; returns how many streams are parked. */
  readonly buildViews: (parts: DataFolder, path: string) => Promise<number>;
  /** Compares the views with the log; returns what is wrong. */
  readonly checkViews: (parts: DataFolder, path: string) => Promise<readonly string[]>;
  /** Log of the running installation, to compare with; undefined if there is none. */
  readonly original: Pick<EventLog, 'readAll'> | undefined;
  readonly print?: (line: string) => void;
};

export type DrillResult = {
  readonly backup: string;
  /** Says whether the views are those of the backup. */
  readonly views: string;
  readonly restoreMs: number;
  readonly viewsMs: number;
  /** Age of the backup: changes of this time would be lost. */
  readonly lostMs: number;
  /** Events recorded after the backup; undefined without an installation to compare with. */
  readonly lostEvents: number | undefined;
  readonly events: number;
  readonly files: number;
  readonly erasures: number;
  /** Defects that were found, one sentence each. */
  readonly complaints: readonly string[];
};

/**
 * Restores the newest backup of a folder beside it, builds the views, compares the copy with the
 * running installation, and removes it again: it has keys of persons.
 * @throws BadConfig if there is no complete backup
 */
export async function runDrill(
  folder: string,
  { buildViews, checkViews, original, print = () => {}, ...options }: DrillOptions,
): Promise<DrillResult> {
  const name = existsSync(folder) ? listCompleteBackups(folder).at(-1) : undefined;
  if (name === undefined) throw new BadConfig(`There is no complete backup in ${folder}`);
  const backup = join(folder, name);
  const { madeAt } = readManifest(backup);
  const path = mkdtempSync(join(folder, 'drill-'));
  try {
    const startedAt = performance.now();
    print('Restoring');
    const restored = await restore(backup, path, options);
    const restoredAt = performance.now();
    const copy = openDataFolder(path, options.clock);
    try {
      print('Bringing the views up to date');
      const parked = await buildViews(copy, path);
      const builtAt = performance.now();
      print('Comparing');
      const files = await compareFiles(copy, openBackupFiles(backup));
      const comparison = original && (await compareLogs(copy.log, original));
      const complaints = [
        ...restored.complaints,
        ...damageLines(restored),
        ...(parked > 0 ? [`${parked} records are parked.`] : []),
        ...(comparison?.differsAt === undefined
          ? []
          : [`The logs differ: ${comparison.differsAt}.`]),
        ...files.complaints,
        ...(await checkViews(copy, path)),
        ...(await checkErased(copy.keys, join(folder, TOMBSTONES_FILE))),
      ];
      return {
        backup,
        complaints,
        events: restored.events,
        files: files.count,
        views: restored.views,
        restoreMs: restoredAt - startedAt,
        viewsMs: builtAt - restoredAt,
        lostMs: Date.parse(options.clock.now()) - Date.parse(madeAt),
        lostEvents: comparison?.laterEvents,
        erasures: restored.erasures,
      };
    } finally {
      await copy.close();
    }
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Compares a log with another one that may have gone on since.
 * @returns the first event that differs, and the number of later events
 */
async function compareLogs(
  copy: Pick<EventLog, 'readAll'>,
  original: Pick<EventLog, 'readAll'>,
): Promise<{ readonly differsAt?: string; readonly laterEvents: number }> {
  const originals = readEventsAfter(original, BEFORE_ALL);
  for await (const event of readEventsAfter(copy, BEFORE_ALL)) {
    const { value } = await originals.next();
    if (!value || describeIdentity(value) !== describeIdentity(event))
      return { differsAt: `${event.stream} at ${event.revision}`, laterEvents: 0 };
  }
  let laterEvents = 0;
  for await (const _ of originals) laterEvents++;
  return { laterEvents };
}

/** Text that is equal for equal events, because the hash covers the content. */
const describeIdentity = ({ stream, revision, metadata, damage }: RecordedEvent): string =>
  JSON.stringify(
    damage === undefined ? [stream, revision, metadata.eventId, metadata.hash] : damage,
  );

/** Compares size and type of every file of the restored records with the backup. */
async function compareFiles(
  { secrets, files }: Pick<DataFolder, 'secrets' | 'files'>,
  backup: DataFolder['files'],
): Promise<{ readonly count: number; readonly complaints: readonly string[] }> {
  const complaints: string[] = [];
  let count = 0;
  for await (const key of listStoredFileKeys(secrets)) {
    const [copied, backedUp] = [await files.stat(key), await backup.stat(key)];
    if (copied?.bytes !== backedUp?.bytes || copied?.contentType !== backedUp?.contentType)
      complaints.push(`File ${key} is not as it is in the backup.`);
    else if (copied) count++;
  }
  return { count, complaints };
}

/** Complains about erased records whose keys are neither destroyed nor kept separately. */
async function checkErased(
  keys: Pick<KeyStore, 'get'>,
  tombstoneFile: string,
): Promise<readonly string[]> {
  const tombstones = existsSync(tombstoneFile) ? await readTombstones(tombstoneFile) : [];
  const complaints: string[] = [];
  for (const { eventId, keys: ids } of tombstones) {
    const keysById = await keys.get(ids);
    if ([...keysById.values()].some((key) => 'key' in key))
      complaints.push(`The record erased by event ${eventId} can be read.`);
  }
  return complaints;
}
