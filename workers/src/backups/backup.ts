import type { Clock } from '#platform/common/clock.js';
import { BadConfig, type Config } from '#platform/common/config/config.js';
import { EventLogOnSqlite } from '#platform/event-log/event-log-on-sqlite.js';
import { FileStoreInFolder } from '#platform/files/file-store/file-store-in-folder.js';
import { openParts } from '#platform/process/open-parts.js';
import { KeyStoreOnSqlite } from '#platform/sealing/key-store/key-store-on-sqlite.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import Database from 'libsql';
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copyFiles, listStoredFileKeys } from '../moving/copy-files.js';
import { copySecrets, isIndependentOfLog } from '../moving/copy-secrets.js';
import {
  type BackupManifest,
  UNFINISHED_SUFFIX,
  LOG_FOLDER,
  MANIFEST_FILE,
  TOMBSTONES_FILE,
  VIEWS_FILE,
  listCompleteBackups,
  openBackupFiles,
  openStores,
  readManifest,
} from './backup-folder.js';
import { type EarlierLog, type LogManifest, backUpLog, openSegments } from './log-segments.js';
import { addTombstones } from './tombstone-file.js';
import { type Verification, verifyLog } from './verify.js';

export type BackupOptions = {
  readonly clock: Pick<Clock, 'now'>;
  readonly print?: (line: string) => void;
  readonly progress?: (events: number) => void;
};

/**
 * Writes a backup to a new sub-folder of `folder`, from embedded files or servers. Processes may
 * run meanwhile. Copies the log before the keys: a key is stored before its events, so each copied
 * event has its key.
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
  const draft = `${path}${UNFINISHED_SUFFIX}`;
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  try {
    const filled = await fillBackup(config, draft, { clock, print, progress }, madeAt);
    renameSync(draft, path);
    return { path, ...filled };
  } catch (error) {
    // The unfinished folder holds keys and views of persons.
    rmSync(draft, { recursive: true, force: true });
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
  const earlier = findReusable(folder, print);
  const sources = await openSources(config, clock, print);
  try {
    print('Copying views, log, keys and secrets');
    const log = await copyData(sources, config, draft, {
      clock,
      print,
      progress,
      earlier: earlier?.log,
    });
    const copy = openStores(draft, clock);
    const segments = openSegments(join(draft, LOG_FOLDER), log);
    try {
      print('Copying files');
      const files = await copyFiles(sources.files, copy.files, listStoredFileKeys(copy.secrets), {
        reuse: async (key) => earlier !== undefined && copy.files.linkFrom(earlier.files, key),
      });
      print('Verifying the copy');
      const verification = await verifyLog({ log: segments, keys: copy.keys }, progress);
      const { events, until, damaged } = verification;
      const manifest = { madeAt, until, events, files, damaged: damaged.length, log };
      const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
      writeFileSync(join(draft, MANIFEST_FILE), text, { mode: 0o600 });
      // Made from the erasure events of the log. They name every key that was destroyed before the
      // keys were copied.
      await addTombstones(sources.log, join(folder, TOMBSTONES_FILE), config.erasureHoldDays);
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
  // Views are copied first: if they were newer than the copied log, the log would look truncated.
  if (isEmbedded && servers.mongo === undefined) copyViews(dataDir, target, options.print);
  const copied = await backUpLog(log, join(target, LOG_FOLDER), {
    ...options,
    keepsPositions: isEmbedded,
  });
  if (!keys) copySqlite(dataDir, target, 'keys.sqlite');
  else {
    const keyCopy = KeyStoreOnSqlite.open(join(target, 'keys.sqlite'));
    const identity = await log.readIdentity();
    await keyCopy
      .copyFrom(keys, { sourceLog: identity, targetLog: identity })
      .finally(() => keyCopy.close());
  }
  if (!secrets) copySqlite(dataDir, target, 'secrets.sqlite');
  else {
    const secretCopy = new KeyValueStoreOnSqlite(
      openSecretsFile(join(target, 'secrets.sqlite')),
      clock,
    );
    await copySecrets(secrets, secretCopy, {
      isCopied: isEmbedded ? () => true : isIndependentOfLog,
    }).finally(() => secretCopy.close());
  }
  return copied;
}

/** Views that cannot be copied are left out, because a restore can make them from the log. */
function copyViews(dataDir: string, target: string, print: (line: string) => void): void {
  if (!existsSync(join(dataDir, VIEWS_FILE))) return;
  try {
    copySqlite(dataDir, target, VIEWS_FILE);
  } catch (error) {
    rmSync(join(target, VIEWS_FILE), { force: true });
    print(`The views are left out: ${(error as Error).message}`);
  }
}

/**
 * Newest backup, whose log segments and files are reused by hard links; undefined if it cannot be
 * read.
 */
function findReusable(folder: string, print: (line: string) => void) {
  const newest = listCompleteBackups(folder).at(-1);
  if (newest === undefined) return undefined;
  const backup = join(folder, newest);
  try {
    const { log: manifest, events, damaged } = readManifest(backup);
    // A log that was damaged is copied again.
    const isContinued = manifest && damaged === 0;
    const log = isContinued ? { folder: join(backup, LOG_FOLDER), manifest, events } : undefined;
    return { log, files: openBackupFiles(backup) };
  } catch (error) {
    print(`All is copied anew, without ${backup}: ${(error as Error).message}`);
    return undefined;
  }
}

/**
 * Opens log and files, and keys and secrets if they are on servers. Embedded keys and secrets are
 * copied as files, beside their process.
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
    print,
    skipSameInstallationCheck: true,
    onJobFailure: () => {},
    onTrouble: () => {},
  });
  const opened: Partial<typeof parts> = parts;
  const log = opened.log ?? EventLogOnSqlite.open(join(dataDir, 'log.sqlite'), 'readonly');
  return {
    ...opened,
    log,
    // `shared` keeps the unfinished uploads of the running process.
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
