import { type Clock, addMilliseconds } from '#platform/common/clock.js';
import { BadConfig, type Config } from '#platform/common/config/config.js';
import { EventLogOnSqlite } from '#platform/event-log/event-log-on-sqlite.js';
import { BEFORE_ALL } from '#platform/event-log/event-log.js';
import { FileStoreInFolder } from '#platform/files/file-store/file-store-in-folder.js';
import { copyFiles, storedFileKeys } from '#platform/process/moving/copy-files.js';
import { copyLog } from '#platform/process/moving/copy-log.js';
import { copySecrets, isOfAnyLog } from '#platform/process/moving/copy-secrets.js';
import { openParts } from '#platform/process/open-parts.js';
import { KeyStoreOnSqlite } from '#platform/sealing/key-store/key-store-on-sqlite.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import Database from 'libsql';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Verification, verifyLog } from './verify.js';
import { addTombstones } from './tombstone-file.js';

/** Description of a backup, `backup.json` in its folder. */
export type BackupManifest = {
  readonly madeAt: string;
  /** Time of the last event. A restore loses what was recorded after it. */
  readonly until: string | undefined;
  readonly events: number;
  readonly files: number;
  /** Records that were damaged already when the backup was made. */
  readonly damaged: number;
};

export const MANIFEST = 'backup.json';
export const TOMBSTONES = 'tombstones.jsonl';
/** Days after which a backup is to be removed: it holds keys of persons erased since. */
export const BACKUP_EXPIRY_DAYS = 30;

export type BackupOptions = {
  readonly clock: Pick<Clock, 'now'>;
  readonly print?: (line: string) => void;
  readonly progress?: (events: number) => void;
};

/**
 * Makes a backup in a folder of its own in `folder`, in the form of an embedded data folder, also
 * of servers. Processes may run meanwhile. The log is copied first: keys are made before the events
 * that they seal, so that every copied event has its key.
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
  const draft = `${path}.unfinished`;
  mkdirSync(draft, { recursive: true, mode: 0o700 });

  const sources = await openSources(config, clock, print);
  let made: { readonly manifest: BackupManifest } & Verification;
  try {
    print('Copying log, keys and secrets');
    await copyData(sources, config.dataDir, draft, clock, progress);
    const copy = openDataFolder(draft, clock);
    try {
      print('Copying files');
      const previous = previousFiles(folder);
      const files = await copyFiles(sources.files, copy.files, storedFileKeys(copy.secrets), {
        reuse: async (key) => previous !== undefined && copy.files.linkFrom(previous, key),
      });
      print('Verifying the copy');
      const verification = await verifyLog(copy, progress);
      const { events, until, damaged } = verification;
      const manifest = { madeAt, until, events, files, damaged: damaged.length };
      const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
      writeFileSync(join(draft, MANIFEST), text, { mode: 0o600 });
      await addTombstones(copy.log, join(folder, TOMBSTONES), config.erasureHoldDays);
      made = { manifest, ...verification };
    } finally {
      await copy.close();
    }
  } finally {
    await sources.close();
  }
  renameSync(draft, path);
  return { path, ...made };
}

/** Copies log, then keys, then secrets into an empty data folder. */
async function copyData(
  { log, keys, secrets }: Awaited<ReturnType<typeof openSources>>,
  dataDir: string,
  target: string,
  clock: BackupOptions['clock'],
  progress: (events: number) => void,
): Promise<void> {
  if (!log) copySqlite(dataDir, target, 'log.sqlite');
  const logCopy = EventLogOnSqlite.open(join(target, 'log.sqlite'));
  try {
    if (log) await copyLog(log, logCopy, { events: 0, position: BEFORE_ALL }, progress);
    if (!keys) copySqlite(dataDir, target, 'keys.sqlite');
    else {
      const keyCopy = KeyStoreOnSqlite.open(join(target, 'keys.sqlite'));
      const identities = [await (log ?? logCopy).identity(), await logCopy.identity()] as const;
      await keyCopy.copyFrom(keys, ...identities).finally(() => keyCopy.close());
    }
  } finally {
    await logCopy.close();
  }
  if (!secrets) return copySqlite(dataDir, target, 'secrets.sqlite');
  const secretCopy = new KeyValueStoreOnSqlite(
    openSecretsFile(join(target, 'secrets.sqlite')),
    clock,
  );
  try {
    await copySecrets(secrets, secretCopy, { isCopied: log ? isOfAnyLog : () => true });
  } finally {
    await secretCopy.close();
  }
}

/** Embedded parts of a folder that no process uses. */
export function openDataFolder(folder: string, clock: BackupOptions['clock']) {
  const log = EventLogOnSqlite.open(join(folder, 'log.sqlite'));
  const keys = KeyStoreOnSqlite.open(join(folder, 'keys.sqlite'));
  const secrets = new KeyValueStoreOnSqlite(openSecretsFile(join(folder, 'secrets.sqlite')), clock);
  const files = new FileStoreInFolder(join(folder, 'files'));
  const close = async (): Promise<void> => {
    await Promise.all([log.close(), keys.close(), secrets.close()]);
  };
  return { log, keys, secrets, files, close };
}

/** Parts on servers, and the files. Embedded parts are copied as files, beside their process. */
async function openSources(
  config: Config,
  clock: BackupOptions['clock'],
  print: (line: string) => void,
) {
  const { servers, filesDir } = config;
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
  return {
    ...opened,
    // Shared, so that unfinished uploads of the running process stay.
    files: opened.files ?? new FileStoreInFolder(filesDir, { shared: true }),
    close,
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

/** Files of the newest backup, to which new ones link. */
function previousFiles(folder: string): FileStoreInFolder | undefined {
  const newest = completeBackups(folder).at(-1);
  return newest === undefined ? undefined : filesOf(join(folder, newest));
}

/** Files of a backup. */
export const filesOf = (backup: string): FileStoreInFolder =>
  new FileStoreInFolder(join(backup, 'files'));

/** Names of complete backups, oldest first. */
export const completeBackups = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, MANIFEST)) && !name.endsWith('.unfinished'))
    .toSorted();

/** Paths of backups that are older than they may become. */
export const expiredBackups = (folder: string, now: string): readonly string[] => {
  const oldest = addMilliseconds(now, -BACKUP_EXPIRY_DAYS * DAY_MS).replaceAll(':', '-');
  return completeBackups(folder)
    .filter((name) => name < oldest)
    .map((name) => join(folder, name));
};
const DAY_MS = 24 * 60 * 60_000;
