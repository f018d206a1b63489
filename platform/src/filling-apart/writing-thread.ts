import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { turns } from '../command-handling/in-turn.js';
import type { Collection } from '../read-store/read-store.js';
import { ReadStoreOnSqlite } from '../read-store/read-store-on-sqlite.js';
import { between } from './asking.js';
import { type PackedCommit, unpacked } from './packed-commit.js';
import { WindowWriting } from './window-writing.js';

/** The thread that has a file which nobody reads yet. */
function answers(store: ReadStoreOnSqlite) {
  const inTurn = turns();
  const windows = new WindowWriting(store);
  const next = <Result>(work: () => Promise<Result>) => inTurn('store', work);
  return {
    ensure: (collections: readonly Collection[], filling?: 'filling') => next(() => store.ensure(collections, filling)),
    drop: (collections: readonly string[]) => next(() => store.drop(collections)),
    collections: () => next(() => store.collections()),
    largestFilling: () => next(() => store.largestFilling()),
    checkpoint: (line: string) => next(() => store.checkpoint(line)),
    // Whoever folds the next window does not wait for this one.
    get: (collection: string, ids: readonly string[]) => windows.get(collection, ids),
    commit: (commit: PackedCommit) => next(() => windows.commit(unpacked(commit))),
    settle: (collections: readonly string[]) => next(() => store.settle(collections)),
    flush: () => next(() => store.flush()),
    close: () => next(() => store.close()),
  };
}
export type AskedOfWriter = ReturnType<typeof answers>;
export type GivenToWriter = { readonly path: string; readonly cacheKibibytes: number };

const { path, cacheKibibytes } = workerData as GivenToWriter;
between(parentPort as MessagePort, answers(new ReadStoreOnSqlite(path, undefined, { cacheKibibytes })));
