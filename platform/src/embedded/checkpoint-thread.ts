import Database from 'libsql';
import { parentPort } from 'node:worker_threads';
import { type Move, nobody, takenUp, underWay } from './moving-apart.js';

/** The second time moves what was written during the first, so that the write-ahead file can mostly be begun anew. */
const times = 2;

parentPort!.on('message', ({ id, path, state }: Move) => {
  const moving = new Int32Array(state);
  // Its file may have been closed meanwhile.
  if (Atomics.compareExchange(moving, 0, takenUp, underWay) === takenUp)
    try {
      move(path);
    } catch {
      // No space: what was written stays in the write-ahead file until the next time.
    } finally {
      Atomics.store(moving, 0, nobody);
      Atomics.notify(moving, 0);
    }
  parentPort!.postMessage(id);
});

function move(path: string): void {
  const database = new Database(path);
  try {
    database.exec('SELECT count(*) FROM sqlite_schema'); // Until it has read something it knows of no write-ahead file.
    for (let time = 0; time < times; time++) database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  } finally {
    database.close();
  }
}
