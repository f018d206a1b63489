import { aggregates } from '#domain/aggregates.js';
import { rebuildInThisWorker } from '#platform/read-side/rebuild/rebuild-worker.js';
import { eventCatalogue } from '#platform/sealing/event-catalogue.js';
import { createSealing } from '#platform/sealing/sealing.js';
import { allProjections } from './all-projections.js';

const catalogue = eventCatalogue(aggregates.map(({ events }) => events));
const store = () => Promise.reject(new Error('A rebuild encrypts nothing'));

/** The thread that rebuilds all views of the product. */
await rebuildInThisWorker({
  projections: allProjections,
  createPorts: (keys) => ({
    open: createSealing({ catalogue, keys: { get: (ids) => keys.get(ids), store } }).open,
  }),
});
