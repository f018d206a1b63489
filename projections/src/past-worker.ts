import { aggregates } from '#domain/aggregates.js';
import { fillInThisWorker } from '#platform/read-side/past/past-worker.js';
import { eventCatalogue } from '#platform/sealing/event-catalogue.js';
import { createSealing } from '#platform/sealing/sealing.js';
import { allProjections } from './all-projections.js';

const catalogue = eventCatalogue(aggregates.map(({ events }) => events));
const refuseToStore = () => Promise.reject(new Error('Reading the past encrypts nothing'));

/** Worker thread that fills a store with past days. */
await fillInThisWorker({
  projections: allProjections,
  createReader: (keys) =>
    createSealing({ catalogue, keys: { get: (ids) => keys.get(ids), store: refuseToStore } }),
});
