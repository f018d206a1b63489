import Database from 'libsql';
import { chmodSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Unavailable } from '../../common/unavailable.js';

/**
 * Creates the folder if needed, closes it to other users, and locks it until `release` or the
 * process's end.
 * @throws Unavailable if another process holds the lock, or the folder cannot be created
 */
export function lockDataFolder(folder: string): { readonly path: string; release(): void } {
  const path = resolve(folder);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    chmodSync(path, 0o700);
    const lock = new Database(join(path, 'lock'));
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    chmodSync(join(path, 'lock'), 0o600);
    return { path, release: () => void (lock.open && lock.close()) };
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === 'SQLITE_BUSY')
      throw new Unavailable(`another Fieldtrace already runs on ${path}`, { cause: error });
    throw new Unavailable(`The data folder ${path} cannot be used: ${message}`, { cause: error });
  }
}
