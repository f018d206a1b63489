import { type Clock, addMilliseconds } from '#platform/common/clock.js';
import { BadConfig, type Config } from '#platform/common/config/config.js';
import { EventLogOnSqlite } from '#platform/event-log/event-log-on-sqlite.js';
import { FileStoreInFolder } from '#platform/files/file-store/file-store-in-folder.js';
import { copyFiles, storedFileKeys } from '#platform/process/moving/copy-files.js';
import { copySecrets, isOfAnyLog } from '#platform/process/moving/copy-secrets.js';
import { openParts } from '#platform/process/open-parts.js';
import { KeyStoreOnSqlite } from '#platform/sealing/key-store/key-store-on-sqlite.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import Database from 'libsql';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type EarlierLog, type LogManifest, backUpLog, openSegments } from './log-segments.js';
import { addTombstones } from './tombstone-file.js';
import { type Verification, verifyLog } from './verify.js';

/** Description of a backup, `backup.json` in its folder. */
export type BackupManifest = {
  readonly madeAt: string;
  /** Time of the last event. A restore loses what was recorded after it. */
  readonly until: string | undefined;
  readonly events: number;
  readonly files: number;
  /** Records that were damaged already when the backup was made. */
  readonly damaged: number;
  /** Early backups have one `log.sqlite` instead. */
  readonly log?: LogManifest;
};

export const MANIFEST = 'backup.json';
export const LOG_FOLDER = 'log';
export const VIEWS = 'views.sqlite';
export const TOMBSTONES = 'tombstones.jsonl';
/** Ending of the folder of a backup that is under way. */
const DRAFT = '.unfinished';
/** Days after which a backup is to be removed: it holds keys of persons erased since. */
export const BACKUP_EXPIRY_DAYS = 30;

export type BackupOptions = {
  readonly clock: Pick<Clock, 'now'>;
  readonly print?: (line: string) => void;
  readonly progress?: (events: number) => void;
};

/**
 * Makes a backup in a folder of its own in `folder`, also of servers. Processes may run meanwhile.
 * The log is copied before keys, which are made before the events that they seal, so that every
 * copied event has its key.
 * @returns the new folder, and its description
 * @throws BadConfig if there is nothing to back up
 */
export async function backUp(
  config: Config,
  folder: string,
  { clock, print = () => {}, progress = () => {} }: BackupOptions,
): Promise<{ readonly path: string; readonly manifest: BackupManifest } & Verification> {
  if (config.servers.eventStore === undefined && !existsSync(join(config.dataDir, 'log.sqlite')))
    throw new BadConfig(`There is no log in DATA_DIR ${config.dataDir}`);
  const madeAt = clock.now();
  const path = join(folder, madeAt.replaceAll(':', '-'));
  const draft = `${path}${DRAFT}`;
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  try {
    const made = await fillBackup(config, draft, { clock, print, progress }, madeAt);
    renameSync(draft, path);
    return { path, ...made };
  } catch (error) {
    rmSync(draft, { recursive: true, force: true }); // Keys and views of persons are in there.
    throw error;
  }
}

async function fillBackup(
  config: Config,
  draft: string,
  { clock, print, progress }: Required<BackupOptions>,
  madeAt: string,
): Promise<{ readonly manifest: BackupManifest } & Verification> {
  const folder = dirname(draft);
  const earlier = openEarlier(folder, print);
  const sources = await openSources(config, clock, print);
  try {
    print('Copying views, log, keys and secrets');
    const log = await copyData(sources, config, draft, {
      ...{ clock, print, progress, earlier: earlier?.log },
    });
    const copy = openStores(draft, clock);
    const segments = openSegments(join(draft, LOG_FOLDER), log);
    try {
      print('Copying files');
      const files = await copyFiles(sources.files, copy.files, storedFileKeys(copy.secrets), {
        reuse: async (key) => earlier !== undefined && copy.files.linkFrom(earlier.files, key),
      });
      print('Verifying the copy');
      const verification = await verifyLog({ log: segments, keys: copy.keys }, progress);
      const { events, until, damaged } = verification;
      const manifest = { madeAt, until, events, files, damaged: damaged.length, log };
      const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
      writeFileSync(join(draft, MANIFEST), text, { mode: 0o600 });
      // The source knows every erasure whose key was destroyed before keys were copied.
      await addTombstones(sources.log, join(folder, TOMBSTONES), config.erasureHoldDays);
      return { manifest, ...verification };
    } finally {
      await Promise.all([copy.close(), segments.close()]);
    }
  } finally {
    await sources.close();
  }
}

/** Copies views, then log, then keys, then secrets into an empty folder. */
async function copyData(
  { log, keys, secrets }: Awaited<ReturnType<typeof openSources>>,
  { dataDir, servers }: Config,
  target: string,
  { clock, ...options }: Required<BackupOptions> & { readonly earlier: EarlierLog | undefined },
): Promise<LogManifest> {
  const isEmbedded = servers.eventStore === undefined;
  // Copied before the log: views beyond its end would look as if it had lost its newest part.
  if (isEmbedded && servers.mongo === undefined) copyViews(dataDir, target, options.print);
  const copied = await backUpLog(log, join(target, LOG_FOLDER), {
    ...{ ...options, keepsPositions: isEmbedded },
  });
  if (!keys) copySqlite(dataDir, target, 'keys.sqlite');
  else {
    const keyCopy = KeyStoreOnSqlite.open(join(target, 'keys.sqlite'));
    const identity = await log.identity();
    await keyCopy.copyFrom(keys, identity, identity).finally(() => keyCopy.close());
  }
  if (!secrets) copySqlite(dataDir, target, 'secrets.sqlite');
  else {
    const secretCopy = new KeyValueStoreOnSqlite(
      openSecretsFile(join(target, 'secrets.sqlite')),
      clock,
    );
    await copySecrets(secrets, secretCopy, {
      isCopied: isEmbedded ? () => true : isOfAnyLog,
    }).finally(() => secretCopy.close());
  }
  return copied;
}

/** Views that cannot be copied are left out, because a restore can make them from the log. */
function copyViews(dataDir: string, target: string, print: (line: string) => void): void {
  if (!existsSync(join(dataDir, VIEWS))) return;
  try {
    copySqlite(dataDir, target, VIEWS);
  } catch (error) {
    rmSync(join(target, VIEWS), { force: true });
    print(`The views are left out: ${(error as Error).message}`);
  }
}

/** Newest backup, whose log and files may be linked; undefined if it cannot be read. */
function openEarlier(folder: string, print: (line: string) => void) {
  const newest = completeBackups(folder).at(-1);
  if (newest === undefined) return undefined;
  const backup = join(folder, newest);
  try {
    const { log: manifest, events, damaged } = readManifest(backup);
    // A damaged log is copied anew.
    const isContinued = manifest && damaged === 0;
    const log = isContinued ? { folder: join(backup, LOG_FOLDER), manifest, events } : undefined;
    return { log, files: filesOf(backup) };
  } catch (error) {
    print(`All is copied anew, without ${backup}: ${(error as Error).message}`);
    return undefined;
  }
}

/** @throws BadConfig if the backup is not complete */
export function readManifest(backup: string): BackupManifest {
  const path = join(backup, MANIFEST);
  if (!existsSync(path))
    throw new BadConfig(`${backup} is no complete backup: it has no ${MANIFEST}`);
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as BackupManifest;
  } catch (error) {
    throw new BadConfig(`${path} cannot be read: ${(error as Error).message}`);
  }
}

/** Embedded parts of a folder that no process uses. */
export function openDataFolder(folder: string, clock: BackupOptions['clock']) {
  const log = EventLogOnSqlite.open(join(folder, 'log.sqlite'));
  const { close: closeStores, ...stores } = openStores(folder, clock);
  const close = async (): Promise<void> => void (await Promise.all([log.close(), closeStores()]));
  return { log, ...stores, close };
}

function openStores(folder: string, clock: BackupOptions['clock']) {
  const keys = KeyStoreOnSqlite.open(join(folder, 'keys.sqlite'));
  const secrets = new KeyValueStoreOnSqlite(openSecretsFile(join(folder, 'secrets.sqlite')), clock);
  const files = new FileStoreInFolder(join(folder, 'files'));
  const close = async (): Promise<void> => {
    await Promise.all([keys.close(), secrets.close()]);
  };
  return { keys, secrets, files, close };
}

/**
 * Log and files, and keys and secrets on servers. Embedded keys and secrets are copied as files,
 * beside their process.
 */
async function openSources(
  config: Config,
  clock: BackupOptions['clock'],
  print: (line: string) => void,
) {
  const { servers, filesDir, dataDir } = config;
  const names = [
    ...(servers.eventStore === undefined ? [] : ['log' as const]),
    ...(servers.keys === undefined ? [] : ['keys' as const]),
    ...(servers.mongo === undefined ? [] : ['secrets' as const]),
    ...(servers.s3 ? ['files' as const] : []),
  ];
  const { close, ...parts } = await openParts<'log' | 'keys' | 'secrets' | 'files'>(config, names, {
    clock: { ...clock, pause: async () => {} },
    ...{ print, unchecked: true, jobFailed: () => {}, onTrouble: () => {} },
  });
  const opened: Partial<typeof parts> = parts;
  const log = opened.log ?? EventLogOnSqlite.open(join(dataDir, 'log.sqlite'), 'readonly');
  return {
    ...{ ...opened, log },
    // Shared, so that unfinished uploads of the running process stay.
    files: opened.files ?? new FileStoreInFolder(filesDir, { shared: true }),
    close: async (): Promise<void> => {
      if (!opened.log) await log.close();
      await close();
    },
  };
}

/** Copies an embedded file as of one moment, also while its process writes. */
function copySqlite(from: string, to: string, name: string): void {
  const target = join(to, name);
  const source = new Database(join(from, name), { readonly: true });
  try {
    const umask = process.umask(0o077);
    try {
      source.exec(`VACUUM INTO '${target.replaceAll("'", "''")}'`);
    } finally {
      process.umask(umask);
    }
  } finally {
    source.close();
  }
  chmodSync(target, 0o600);
}

/** Files of a backup. */
export const filesOf = (backup: string): FileStoreInFolder =>
  new FileStoreInFolder(join(backup, 'files'));

/** Names of complete backups, oldest first. */
export const completeBackups = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, MANIFEST)) && !name.endsWith(DRAFT))
    .toSorted();

/** Paths of backups that are under way, or whose process was killed. */
export const unfinishedBackups = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(DRAFT))
    .map((name) => join(folder, name));

/** Paths of backups that are older than they may become. */
export const expiredBackups = (folder: string, now: string): readonly string[] => {
  const oldest = addMilliseconds(now, -BACKUP_EXPIRY_DAYS * DAY_MS).replaceAll(':', '-');
  return completeBackups(folder)
    .filter((name) => name < oldest)
    .map((name) => join(folder, name));
};
const DAY_MS = 24 * 60 * 60_000;
