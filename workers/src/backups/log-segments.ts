import { BadConfig } from '#platform/common/config/config.js';
import { canonical } from '#platform/event-log/canonical.js';
import { EVENT_LOG_SCHEMA, EventLogOnSqlite } from '#platform/event-log/event-log-on-sqlite.js';
import {
  type EventLog,
  type Position,
  type RecordedEvent,
  BEFORE_ALL,
  logPositionOf,
} from '#platform/event-log/event-log.js';
import { readBatchesAfter, readEventsAfter } from '#platform/event-log/events-after.js';
import { isInLog } from '#platform/read-side/projections/checkpoints.js';
import Database from 'libsql';
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  createReadStream,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Consecutive events of a log, in a SQLite file that no later backup changes. */
type Segment = { readonly file: string; readonly sha256: string };
export type LogManifest = {
  /** Oldest first. */
  readonly segments: readonly Segment[];
  /** Last copied event, at its position in the source. */
  readonly last: NonNullable<Parameters<typeof isInLog>[1]>;
};
/** Earlier backup whose segments the new one can link. */
export type EarlierLog = {
  readonly folder: string;
  readonly manifest: LogManifest;
  readonly events: number;
};

/** Number of segments after which a backup copies the whole log again. */
const MAX_SEGMENTS = 64;

/**
 * Copies a log into a new folder: links the segments of an earlier backup, and writes later events
 * into a segment of their own. Damaged events are copied without content.
 * @param keepsPositions false for a server's log, whose events are numbered in the copy
 */
export async function backUpLog(
  log: Pick<EventLog, 'readIdentity' | 'read' | 'readAll'>,
  folder: string,
  {
    earlier,
    keepsPositions,
    print,
    progress,
  }: {
    readonly earlier: EarlierLog | undefined;
    readonly keepsPositions: boolean;
    readonly print: (line: string) => void;
    readonly progress: (events: number) => void;
  },
): Promise<LogManifest> {
  mkdirSync(folder, { mode: 0o700 });
  const isLinked = earlier !== undefined && (await linkSegments(log, earlier, folder, print));
  const segments = isLinked ? earlier.manifest.segments : [];
  const identity = await log.readIdentity();
  let last: LogManifest['last'] = isLinked
    ? earlier.manifest.last
    : { log: identity, position: BEFORE_ALL, eventId: '', stream: '', revision: -1 };
  let count = isLinked ? earlier.events : 0;
  const linkedEvents = count;

  const file = `${String(segments.length + 1).padStart(4, '0')}.sqlite`;
  const path = join(folder, file);
  await writeSegment(path, identity, async (insert) => {
    for await (const batch of readBatchesAfter(log, last.position)) {
      for (const event of batch) insert(event, keepsPositions ? Number(event.position) : ++count);
      if (keepsPositions) count += batch.length;
      last = { log: identity, ...logPositionOf(batch.at(-1)!) };
      progress(count);
    }
  });
  if (isLinked && count === linkedEvents) {
    rmSync(path);
    return { segments, last };
  }
  return { segments: [...segments, { file, sha256: await computeSha256(path) }], last };
}

/**
 * @returns false, with nothing linked, if the segments are not the beginning of this log, or one
 *   cannot be read
 */
async function linkSegments(
  log: Pick<EventLog, 'readIdentity' | 'read'>,
  { folder, manifest: { segments, last } }: EarlierLog,
  target: string,
  print: (line: string) => void,
): Promise<boolean> {
  if (segments.length >= MAX_SEGMENTS || !(await isInLog(log, last))) return false;
  try {
    for (const { file, sha256 } of segments)
      if ((await computeSha256(join(folder, file))) !== sha256)
        throw new Error(`${file} was changed after the backup was made`);
    for (const { file } of segments) linkOrCopy(join(folder, file), join(target, file));
    return true;
  } catch (error) {
    print(`The log is copied whole, without ${folder}: ${(error as Error).message}`);
    for (const { file } of segments) rmSync(join(target, file), { force: true });
    return false;
  }
}

/** Some file systems have no hard links. */
function linkOrCopy(path: string, target: string): void {
  try {
    linkSync(path, target);
  } catch {
    copyFileSync(path, target, constants.COPYFILE_FICLONE);
  }
}

/** Writes a segment in one transaction, in the form that the log's adapter reads. */
async function writeSegment(
  path: string,
  identity: string,
  fill: (insert: (event: RecordedEvent, position: number) => void) => Promise<void>,
): Promise<void> {
  closeSync(openSync(path, 'wx', 0o600));
  const database = new Database(path);
  try {
    database.exec(`${EVENT_LOG_SCHEMA}; UPDATE log SET identity = '${identity}'; BEGIN`);
    const statement = database.prepare(
      'INSERT INTO events (position, stream, revision, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)',
    );
    await fill(({ stream, revision, type, data, metadata, damage }, position) => {
      const texts = damage === undefined ? [canonical(data), canonical(metadata)] : ['', ''];
      statement.run([position, stream, revision, type, ...texts]);
    });
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}

/** Events of all segments, in order. */
export function openSegments(folder: string, { segments }: Pick<LogManifest, 'segments'>) {
  const logs = segments.map(({ file }) => EventLogOnSqlite.open(join(folder, file), 'readonly'));
  return {
    identity: () => logs[0]!.readIdentity(),
    async readAll(after: Position, max: number): Promise<readonly RecordedEvent[]> {
      for (const log of logs) {
        const events = await log.readAll(after, max);
        if (events.length > 0) return events;
      }
      return [];
    },
    close: async (): Promise<void> => void (await Promise.all(logs.map((log) => log.close()))),
  };
}

/**
 * Puts the segments together into one log. Damaged events are copied without content.
 * @returns complaints about segments that were changed since, or are damaged
 * @throws BadConfig if a segment is missing
 */
export async function restoreLog(
  folder: string,
  manifest: Pick<LogManifest, 'segments'>,
  target: string,
): Promise<readonly string[]> {
  const complaints: string[] = [];
  const paths = manifest.segments.map(({ file }) => join(folder, file));
  for (const [index, { sha256 }] of manifest.segments.entries()) {
    const path = paths[index]!;
    if (!existsSync(path)) throw new BadConfig(`The backup is not complete: ${path} is missing`);
    if ((await computeSha256(path)) !== sha256)
      complaints.push(`${path} was changed after the backup was made.`);
  }
  try {
    joinFiles(paths, target);
  } catch (error) {
    complaints.push(
      `The log is damaged, and its readable events are restored: ${(error as Error).message}.`,
    );
    rmSync(target, { force: true });
    await joinReadableEvents(openSegments(folder, manifest), target);
  }
  return complaints;
}

/** @throws SqliteError at a damaged page, except one of the first segment */
function joinFiles([first, ...others]: readonly string[], target: string): void {
  copyFileSync(first!, target, constants.COPYFILE_FICLONE);
  const database = new Database(target);
  try {
    for (const path of others)
      database.exec(`
        ATTACH '${path.replaceAll("'", "''")}' AS segment;
        INSERT INTO events SELECT * FROM segment.events;
        DETACH segment`);
  } finally {
    database.close();
  }
}

async function joinReadableEvents(
  segments: ReturnType<typeof openSegments>,
  target: string,
): Promise<void> {
  try {
    await writeSegment(target, await segments.identity(), async (insert) => {
      for await (const event of readEventsAfter(segments, BEFORE_ALL))
        insert(event, Number(event.position));
    });
  } finally {
    await segments.close();
  }
}

async function computeSha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
