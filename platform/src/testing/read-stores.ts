import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReadStoreOnSqlite } from '../read-store/read-store-on-sqlite.js';

/** Read stores for specs, each in a file of its own that goes with them. */
export function readStores() {
  const folder = mkdtempSync(join(tmpdir(), 'views-'));
  let files = 0;
  return {
    open: (now?: () => number) => new ReadStoreOnSqlite(join(folder, `${++files}.sqlite`), now),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
