import { setImmediate as turn } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { boundGarbage } from '../process/collector.js';

/** A process for specs about its memory: it keeps what it made last and forgets what is older. Says how much it had taken at most, and how much it holds. */
const kept = new Map<number, readonly number[]>();
const [mostKept, atOnce, turns] = [40_000, 2_000, 300];
const taken = () => getHeapStatistics().used_heap_size;

boundGarbage();
let [number, most] = [0, 0];
for (let at = 0; at < turns; at++) {
  for (const end = number + atOnce; number < end; number++) {
    kept.set(number, new Array<number>(200).fill(number));
    kept.delete(number - mostKept);
  }
  most = Math.max(most, taken());
  await turn();
}
process.stdout.write(JSON.stringify({ most, held: kept.size * 200 * 8 }));
