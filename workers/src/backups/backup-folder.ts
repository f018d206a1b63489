import { type Clock, addMilliseconds } from '#platform/common/clock.js';
import { BadConfig } from '#platform/common/config/config.js';
import { EventLogOnSqlite } from '#platform/event-log/event-log-on-sqlite.js';
import { FileStoreInFolder } from '#platform/files/file-store/file-store-in-folder.js';
import { KeyStoreOnSqlite } from '#platform/sealing/key-store/key-store-on-sqlite.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LogManifest } from './log-segments.js';

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

export const MANIFEST_FILE = 'backup.json';
export const LOG_FOLDER = 'log';
export const VIEWS_FILE = 'views.sqlite';
export const TOMBSTONES_FILE = 'tombstones.jsonl';
/** Suffix of the folder of a backup that is under way. */
export const UNFINISHED_SUFFIX = '.unfinished';
/** Days after which a backup is to be removed: it holds keys of persons erased since. */
export const BACKUP_EXPIRY_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

/** @throws BadConfig if the backup is not complete */
export function readManifest(backup: string): BackupManifest {
  const path = join(backup, MANIFEST_FILE);
  if (!existsSync(path))
    throw new BadConfig(`${backup} is no complete backup: it has no ${MANIFEST_FILE}`);
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as BackupManifest;
  } catch (error) {
    throw new BadConfig(`${path} cannot be read: ${(error as Error).message}`);
  }
}

/** Opens the embedded parts of a data folder that no process uses. */
export function openDataFolder(folder: string, clock: Pick<Clock, 'now'>) {
  const log = EventLogOnSqlite.open(join(folder, 'log.sqlite'));
  const { close: closeStores, ...stores } = openStores(folder, clock);
  const close = async (): Promise<void> => void (await Promise.all([log.close(), closeStores()]));
  return { log, ...stores, close };
}

/** Opens keys, secrets and files of a data folder or a backup. */
export function openStores(folder: string, clock: Pick<Clock, 'now'>) {
  const keys = KeyStoreOnSqlite.open(join(folder, 'keys.sqlite'));
  const secrets = new KeyValueStoreOnSqlite(openSecretsFile(join(folder, 'secrets.sqlite')), clock);
  const files = new FileStoreInFolder(join(folder, 'files'));
  const close = async (): Promise<void> => {
    await Promise.all([keys.close(), secrets.close()]);
  };
  return { keys, secrets, files, close };
}

/** Files of a backup. */
export const openBackupFiles = (backup: string): FileStoreInFolder =>
  new FileStoreInFolder(join(backup, 'files'));

/** Names of complete backups, oldest first. */
export const listCompleteBackups = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter(
      (name) => existsSync(join(folder, name, MANIFEST_FILE)) && !name.endsWith(UNFINISHED_SUFFIX),
    )
    .toSorted();

/** Paths of backups that are under way, or whose process was killed. */
export const listUnfinishedBackups = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(UNFINISHED_SUFFIX))
    .map((name) => join(folder, name));

/** Paths of backups that are older than `BACKUP_EXPIRY_DAYS`. */
export const listExpiredBackups = (folder: string, now: string): readonly string[] => {
  const oldest = addMilliseconds(now, -BACKUP_EXPIRY_DAYS * DAY_MS).replaceAll(':', '-');
  return listCompleteBackups(folder)
    .filter((name) => name < oldest)
    .map((name) => join(folder, name));
};
