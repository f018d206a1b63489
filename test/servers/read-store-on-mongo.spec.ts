import { ReadStoreOnMongo } from '#platform/read-store/read-store-on-mongo.js';
import { readStoreContract } from '#platform/read-store/read-store.contract.js';
import { databases } from './mongod.js';

const { connect } = await databases();

readStoreContract(async () => {
  let ahead = 0;
  const store = await ReadStoreOnMongo.open(await connect(), { ahead: () => ahead });
  return { store, later: (milliseconds) => void (ahead += milliseconds) };
});
