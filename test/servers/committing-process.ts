import { writeSync } from 'node:fs';
import { connectMongo } from '#platform/storage/mongo/connect-mongo.js';
import { ReadStoreOnMongo } from '#platform/read-side/read-store/read-store-on-mongo.js';
import { CheckpointMoved } from '#platform/read-side/read-store/read-store.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { counted, number, overtaken, tallies } from './tally.js';

/** A process for specs that kill it, or its server: it commits one after the other, and says what was committed. */
const [, , url] = process.argv;
const store = await ReadStoreOnMongo.open(await connectMongo(url!));
await store.ensure([tallies]);
for (;;) {
  try {
    const before = await store.checkpoint('live');
    await store.commit(counted(before));
    writeSync(1, `${number(before) + 1}\n`);
  } catch (error) {
    if (error instanceof CheckpointMoved) process.exit(overtaken);
    if (!(error instanceof Unavailable)) throw error; // The server is away: on it goes when it is back.
  }
}
