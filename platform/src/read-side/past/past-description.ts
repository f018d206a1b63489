import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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
  /** Position up to which erasures had been heard of when the last filling began. */
  readonly heardTo: Position;
};

/** Ending of a description's name, after that of its store. */
const DESCRIPTION_SUFFIX = '.json';

/**
 * Description beside a store's file. It is there only while nothing is written to the store, so
 * that a store without one, after a crash, is not used.
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

  write(description: PastDescription): void {
    // A store does not wait for the disk while it is filled.
    for (const suffix of SQLITE_FILE_SUFFIXES)
      if (existsSync(`${this.storePath}${suffix}`)) syncFile(`${this.storePath}${suffix}`);
    writeFileSync(this.path, JSON.stringify(description), { mode: 0o600, flush: true });
  }

  remove(): void {
    rmSync(this.path, { force: true });
  }
}

function syncFile(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
