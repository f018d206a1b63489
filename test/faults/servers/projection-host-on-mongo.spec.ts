import { ReadStoreOnMongo } from '#platform/read-side/read-store/read-store-on-mongo.js';
import { useReadStores } from '#platform/testing/read-stores.js';
import { loadSpec } from '../../batches/load-spec.js';
import { connectToNewDatabases } from '../../servers/programs/mongod.js';

/** Suite of the projection host on a replica set, with new databases for each test. */
const { connect } = await connectToNewDatabases();
useReadStores(async (now) => {
  const mongo = await connect();
  const store = await ReadStoreOnMongo.open(
    mongo,
    now && { clockAheadMs: () => now() - Date.now() },
  );
  store.close = async () => {
    await mongo.part('views').db.dropDatabase();
    await mongo.close();
  };
  return store;
});
for (const spec of [
  'projection-host',
  'generations',
  'lease',
  'parked-streams',
  'mended-streams',
  'erasure',
])
  await loadSpec(spec, () => import(`../../../platform/src/read-side/projections/${spec}.spec.js`));
