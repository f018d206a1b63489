import { fillOnThisThread } from '../filling-apart/filling-thread.js';
import { diary, lampsOf } from './lamps.js';

fillOnThisThread({
  projections: [lampsOf(Number(process.env['LAMPS'])), diary],
  reading: () => ({ open: async (events) => events, erase: async () => {} }),
});
