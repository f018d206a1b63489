import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { lockDataFolder } from '../../storage/embedded/data-folder.js';

export const pastFolderIn = (dataDir: string): string => join(dataDir, 'past');

/**
 * Removes the past stores of a stopped process. Their rows are not encrypted, and no event tells
 * that a key was destroyed by an operator.
 */
export function removePastStores(dataDir: string): void {
  rmSync(pastFolderIn(dataDir), { recursive: true, force: true });
}

/**
 * Folder of one process, inside a folder that several processes share. The lock ends with the
 * process.
 */
export class PrivateFolder {
  private readonly lock: ReturnType<typeof lockDataFolder>;

  /** @throws Unavailable if the folder cannot be created */
  constructor(private readonly path: string) {
    this.lock = lockDataFolder(path);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
    this.lock.release();
  }

  /** Removes the neighbours of the folder, except folders of running processes. */
  static removeLeftovers(path: string): void {
    const parent = dirname(path);
    if (!existsSync(parent)) return;
    for (const name of readdirSync(parent).filter((each) => each !== basename(path)))
      try {
        if (existsSync(join(parent, name, 'lock'))) new PrivateFolder(join(parent, name)).remove();
        else rmSync(join(parent, name), { recursive: true, force: true });
      } catch {
        continue; // Its process runs, or another one removes it now.
      }
  }
}
