import type { Clock } from '#platform/common/clock.js';
import { BadConfig } from '#platform/common/config/config.js';
import { type EventLog, type RecordedEvent, BEFORE_ALL } from '#platform/event-log/event-log.js';
import { eventsAfter } from '#platform/event-log/events-after.js';
import { storedFileKeys } from '#platform/process/moving/copy-files.js';
import type { KeyStore } from '#platform/sealing/key-store/key-store.js';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type BackupManifest,
  MANIFEST,
  TOMBSTONES,
  completeBackups,
  filesOf,
  openDataFolder,
} from './backup.js';
import { type RestoredParts, restore } from './restore.js';
import { type RemoveFiles, readTombstones } from './tombstone-file.js';
import { damageLines } from './verify.js';

type Embedded = ReturnType<typeof openDataFolder>;

export type DrillOptions = {
  readonly clock: Pick<Clock, 'now'>;
  readonly createRemoveFiles: (parts: RestoredParts) => RemoveFiles;
  /** Builds all views of the restored log; returns the number of parked streams. */
  readonly buildViews: (parts: Embedded, path: string) => Promise<number>;
  /** Log of the running installation, if it is there to be compared with. */
  readonly original: Pick<EventLog, 'readAll'> | undefined;
  readonly print?: (line: string) => void;
};

export type DrillResult = {
  readonly backup: string;
  readonly restoreMs: number;
  readonly viewsMs: number;
  /** Age of the backup: changes of this time would be lost. */
  readonly lostMs: number;
  /** Events recorded since; undefined without an installation to compare with. */
  readonly lostEvents: number | undefined;
  readonly events: number;
  readonly files: number;
  readonly erasures: number;
  /** Whatever is not as it has to be, one sentence each. */
  readonly complaints: readonly string[];
};

/**
 * Restores the newest backup of a folder beside it, builds the views, compares the copy with the
 * running installation, and removes it again: it has keys of persons.
 * @throws BadConfig if there is no complete backup
 */
export async function drill(
  folder: string,
  { clock, createRemoveFiles, buildViews, original, print = () => {} }: DrillOptions,
): Promise<DrillResult> {
  const name = existsSync(folder) ? completeBackups(folder).at(-1) : undefined;
  if (name === undefined) throw new BadConfig(`There is no complete backup in ${folder}`);
  const backup = join(folder, name);
  const manifest = JSON.parse(readFileSync(join(backup, MANIFEST), 'utf8')) as BackupManifest;
  const path = mkdtempSync(join(folder, 'drill-'));
  try {
    const begun = performance.now();
    print('Restoring');
    const restored = await restore(backup, path, { clock, createRemoveFiles });
    const restoredAt = performance.now();
    const copy = openDataFolder(path, clock);
    try {
      print('Building the views');
      const parked = await buildViews(copy, path);
      const builtAt = performance.now();
      print('Comparing');
      const files = await compareFiles(copy, filesOf(backup));
      const log = original && (await compareLogs(copy.log, original));
      const complaints = [
        ...restored.complaints,
        ...damageLines(restored),
        ...(restored.events === manifest.events
          ? []
          : [`${MANIFEST} counts ${manifest.events} events, and the copy has ${restored.events}.`]),
        ...(parked > 0 ? [`${parked} records are parked.`] : []),
        ...(log?.differsAt === undefined ? [] : [`The logs differ: ${log.differsAt}.`]),
        ...files.complaints,
        ...(await stillReadable(copy.keys, join(folder, TOMBSTONES))),
      ];
      return {
        ...{ backup, complaints, events: restored.events, files: files.count },
        ...{ restoreMs: restoredAt - begun, viewsMs: builtAt - restoredAt },
        lostMs: Date.parse(clock.now()) - Date.parse(manifest.madeAt),
        ...{ lostEvents: log?.since, erasures: restored.erasures },
      };
    } finally {
      await copy.close();
    }
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Whether a log is the beginning of another one.
 * @returns the first event that differs, and the number of later events
 */
async function compareLogs(
  copy: Pick<EventLog, 'readAll'>,
  original: Pick<EventLog, 'readAll'>,
): Promise<{ readonly differsAt?: string; readonly since: number }> {
  const originals = eventsAfter(original, BEFORE_ALL);
  for await (const event of eventsAfter(copy, BEFORE_ALL)) {
    const { value } = await originals.next();
    if (!value || identityOf(value) !== identityOf(event))
      return { differsAt: `${event.stream} at ${event.revision}`, since: 0 };
  }
  let since = 0;
  for await (const _ of originals) since++;
  return { since };
}

/** Equal for equal events, because the hash covers the content. */
const identityOf = ({ stream, revision, metadata, damage }: RecordedEvent): string =>
  JSON.stringify(
    damage === undefined ? [stream, revision, metadata.eventId, metadata.hash] : damage,
  );

/** Every file of the restored records has to be as it is in the backup. */
async function compareFiles(
  { secrets, files }: Pick<Embedded, 'secrets' | 'files'>,
  backup: Embedded['files'],
): Promise<{ readonly count: number; readonly complaints: readonly string[] }> {
  const complaints: string[] = [];
  let count = 0;
  for await (const key of storedFileKeys(secrets)) {
    const [copied, kept] = [await files.stat(key), await backup.stat(key)];
    if (copied?.bytes !== kept?.bytes || copied?.contentType !== kept?.contentType)
      complaints.push(`File ${key} is not as it is in the backup.`);
    else if (copied) count++;
  }
  return { count, complaints };
}

/** Keys of erased records have to be destroyed, or held apart. */
async function stillReadable(
  keys: Pick<KeyStore, 'get'>,
  tombstoneFile: string,
): Promise<readonly string[]> {
  const tombstones = existsSync(tombstoneFile) ? await readTombstones(tombstoneFile) : [];
  const complaints: string[] = [];
  for (const { eventId, keys: ids } of tombstones) {
    const found = await keys.get(ids);
    if ([...found.values()].some((key) => 'key' in key))
      complaints.push(`The record erased by event ${eventId} can be read.`);
  }
  return complaints;
}
