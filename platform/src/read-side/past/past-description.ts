import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Position } from '../../event-log/event-log.js';
import { SQLITE_FILE_SUFFIXES } from '../read-store/read-store-on-sqlite.js';
import type { PastProgress, PastRange } from './past-filling.js';

/** Views of an organization as of past days. */
export type PastScope = Pick<PastRange, 'organizationId' | 'timeZone' | 'clock' | 'accounts'> & {
  readonly views: readonly string[];
  /** Last past day. */
  readonly yesterday: string;
};

/** State of a store between two fillings. */
export type PastDescription = {
  readonly scope: PastScope;
  /** Versions of views and filling. */
  readonly set: string;
  /** Last day that is complete. */
  readonly complete: string;
  readonly progress: PastProgress;
  readonly knownAccounts: readonly string[];
  /** Position up to which erasures were complete when the last filling began. */
  readonly heardTo: Position;
  /** Time of the last request, in milliseconds since 1970. */
  readonly askedAt: number;
};

/** Ending of a description's name, after that of its store. */
const DESCRIPTION_SUFFIX = '.json';

/**
 * Description beside a store's file. It is removed while the store is written, so that a store is
 * not used after a crash.
 */
export class PastDescriptionFile {
  private readonly path: string;

  constructor(private readonly storePath: string) {
    this.path = `${storePath}${DESCRIPTION_SUFFIX}`;
  }

  read(): PastDescription | undefined {
    try {
      return JSON.parse(readFileSync(this.path, 'utf8')) as PastDescription;
    } catch {
      return undefined; // Missing, or half written in a power cut.
    }
  }

  /** Writes the description of a store that was filled. */
  async write(description: PastDescription): Promise<void> {
    // A store does not wait for the disk while it is filled.
    for (const suffix of SQLITE_FILE_SUFFIXES)
      if (existsSync(`${this.storePath}${suffix}`)) await sync(`${this.storePath}${suffix}`);
    this.save(description);
  }

  setAskedAt(askedAt: number): void {
    const description = this.read();
    if (description) this.save({ ...description, askedAt });
  }

  remove(): void {
    rmSync(this.path, { force: true });
  }

  /**
   * Removes the description durably: after a power cut it must not describe a half-written store.
   */
  async removeDurably(): Promise<void> {
    if (!existsSync(this.path)) return;
    this.remove();
    await sync(dirname(this.path));
  }

  private save(description: PastDescription): void {
    writeFileSync(this.path, JSON.stringify(description), { mode: 0o600, flush: true });
  }
}

/** Waits until a file, or the names in a folder, are on the disk. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
