import { rebuildInThisWorker } from '../read-side/rebuild/rebuild-worker.js';
import { diary, lampsOf } from './lamps.js';

await rebuildInThisWorker({
  projections: [lampsOf(Number(process.env['LAMPS'])), diary],
  createPorts: () => ({ open: async (events) => events, typesOf: () => [] }),
});
