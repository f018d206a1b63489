import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReadStoreOnSqlite } from '../read-side/read-store/read-store-on-sqlite.js';
import type { ReadStore } from '../read-side/read-store/read-store.js';

type Open = (now?: () => number) => Promise<ReadStore>;
let replacedOpen: Open | undefined;

/** Makes the specs of this file use stores of another adapter, so that they test it too. */
export const useReadStores = (open: Open): void => void (replacedOpen = open);

/** Opens read stores for specs, each in a file of its own, and removes them. */
export function createReadStores() {
  const folder = mkdtempSync(join(tmpdir(), 'views-'));
  let fileCount = 0;
  return {
    open: (now?: () => number): ReadStore =>
      replacedOpen
        ? onceOpen(replacedOpen(now))
        : new ReadStoreOnSqlite(join(folder, `${++fileCount}.sqlite`), now),
    /** Number of random histories; a server takes a second to create the collections of each. */
    randomRuns: () => (replacedOpen ? 4 : 20),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Store whose calls wait until it is open. Methods that a spec replaces stay replaced. */
function onceOpen(opening: Promise<ReadStore>): ReadStore {
  type Method = (...parameters: readonly unknown[]) => Promise<unknown>;
  return new Proxy({} as ReadStore, {
    get:
      (replacedMethods, name: keyof ReadStore): Method =>
      async (...parameters) => {
        const store = await opening;
        return ((replacedMethods[name] ?? store[name]) as Method | undefined)?.apply(store, [
          ...parameters,
        ]);
      },
  });
}
