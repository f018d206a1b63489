import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { helpersGiveWay } from '../process/collector.js';

/** A process for specs about its threads: says how nice each is, and how much each has worked, in hundredths of a second, once all was collected. */
helpersGiveWay();
const kept: object[] = [];
for (let turn = 0; turn < 40; turn++) {
  for (let number = 0; number < 50_000; number++) kept.push({ number, next: { number } });
  await pause(1);
}
const threads = readdirSync('/proc/self/task').map((id) => {
  const fields = readFileSync(`/proc/self/task/${id}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return { isMain: Number(id) === process.pid, nice: Number(fields[16]), worked: Number(fields[11]) + Number(fields[12]) };
});
process.stdout.write(JSON.stringify({ threads, kept: kept.length }));
