import { aggregates } from '#domain/aggregates.js';
import { rebuildInThisWorker } from '#platform/read-side/rebuild/rebuild-worker.js';
import { eventCatalogue } from '#platform/sealing/event-catalogue.js';
import { sealing } from '#platform/sealing/sealing.js';
import { allProjections } from './all-projections.js';

const catalogue = eventCatalogue(aggregates.map(({ events }) => events));
const make = () => Promise.reject(new Error('A rebuild encrypts nothing'));

/** The thread that rebuilds all views of the product. */
await rebuildInThisWorker({
  projections: allProjections,
  createPorts: (keys) => ({
    open: sealing({ catalogue, keys: { get: (ids) => keys.get(ids), make } }).open,
  }),
});
