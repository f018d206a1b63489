import { connectMongo } from '#platform/storage/mongo/connect-mongo.js';
import { ReadStoreOnMongo } from '#platform/read-side/read-store/read-store-on-mongo.js';
import { CheckpointMoved } from '#platform/read-side/read-store/read-store.js';
import { Unavailable } from '#platform/common/unavailable.js';
import {
  numberedCommit,
  numberOf,
  CHECKPOINT_MOVED_EXIT,
  numberedDocuments,
} from './numbered-commits.js';

/**
 * Program for specs that kill it or its server: makes one commit after the other, and prints each.
 */
const [, , url] = process.argv;
const store = await ReadStoreOnMongo.open(await connectMongo(url!));
await store.ensure([numberedDocuments]);
for (;;) {
  try {
    const checkpoint = await store.readCheckpoint('current');
    await store.commit(numberedCommit(checkpoint));
    process.stdout.write(`${numberOf(checkpoint) + 1}\n`);
  } catch (error) {
    if (error instanceof CheckpointMoved) process.exit(CHECKPOINT_MOVED_EXIT);
    // Retries while the server is unavailable.
    if (!(error instanceof Unavailable)) throw error;
  }
}
