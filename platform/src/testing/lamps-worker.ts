import { rebuildInThisWorker } from '../read-side/rebuild/rebuild-worker.js';
import { diary, createLamps } from './lamps.js';

await rebuildInThisWorker({
  projections: [createLamps(Number(process.env['LAMPS_VERSION'])), diary],
  createPorts: () => ({ open: async (events) => events, typesOf: () => [] }),
});
