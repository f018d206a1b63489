import { rebuildInThisWorker } from '../read-side/rebuild/rebuild-worker.js';
import { diary, lampsOf } from './lamps.js';

await rebuildInThisWorker({
  projections: [lampsOf(Number(process.env['LAMPS'])), diary],
  reading: () => ({ open: async (events) => events }),
});
