import { domain } from '#domain/aggregates.js';
import { rebuildInThisWorker } from '#platform/read-side/rebuild/rebuild-worker.js';
import { readingSide } from '#platform/write-side/write-side.js';
import { allProjections } from './all-projections.js';

const make = () => Promise.reject(new Error('A rebuild encrypts nothing'));

/** The thread that rebuilds all views of the product. */
await rebuildInThisWorker({
  projections: allProjections,
  reading({ log, keys }) {
    const { sealing, eraser } = readingSide({ domain, log, keys: { ...keys, make } });
    return { open: sealing.open, erase: eraser.erase };
  },
});
