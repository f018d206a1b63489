import { aggregates } from '#domain/aggregates.js';
import { rebuildInThisWorker } from '#platform/read-side/rebuild/rebuild-worker.js';
import { eventCatalogue } from '#platform/sealing/event-catalogue.js';
import { createSealing } from '#platform/sealing/sealing.js';
import { allProjections } from './all-projections.js';

const catalogue = eventCatalogue(aggregates.map(({ events }) => events));
const refuseToStore = () => Promise.reject(new Error('A rebuild encrypts nothing'));

/** Worker thread that rebuilds all views. */
await rebuildInThisWorker({
  projections: allProjections,
  createPorts: (keys) => ({
    open: createSealing({ catalogue, keys: { get: (ids) => keys.get(ids), store: refuseToStore } })
      .open,
  }),
});
