import { domain } from '#domain/aggregates.js';
import { rebuildInThisWorker } from '#platform/read-side/rebuild/rebuild-worker.js';
import { readingSide } from '#platform/write-side/write-side.js';
import { allProjections } from './all-projections.js';

const make = () => Promise.reject(new Error('A rebuild encrypts nothing'));
const destroy = () => Promise.reject(new Error('The process that rebuilds destroys keys'));

/** The thread that rebuilds all views of the product. */
await rebuildInThisWorker({
  projections: allProjections,
  reading({ log, keys }) {
    const { sealing } = readingSide({ domain, log, keys: { get: (ids) => keys.get(ids), make, destroy } });
    return { open: sealing.open };
  },
});
