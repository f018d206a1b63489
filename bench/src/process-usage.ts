import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Product } from '../../test/acceptance/product/product.js';

/** Time for a garbage collection, and until the system has its freed pages. */
const COLLECTION_MS = 300;

/**
 * Smallest resident memory in bytes within five seconds after work has ended, because memory that
 * the process gives back does not count.
 */
export async function measureSmallestMemory(product: Product): Promise<number> {
  const samples: number[] = [];
  for (let second = 0; second < 5; second++) {
    await pause(1_000);
    samples.push(readResidentBytes(product));
  }
  return Math.min(...samples);
}

/** Environment of a product whose garbage `measureBytesInUse` can collect. */
export const collectingGarbage = {
  NODE_OPTIONS: `--import ${new URL('collect-garbage.mjs', import.meta.url).href}`,
};

/**
 * Resident memory in bytes right after a garbage collection. Node leaves garbage for as long as
 * there is memory, so that growth without a collection says little about what work needs.
 */
export async function measureBytesInUse(product: Product): Promise<number> {
  // The second collection frees what finalizers of the first one have released.
  for (let collection = 0; collection < 2; collection++) {
    process.kill(product.pid!, 'SIGUSR2');
    await pause(COLLECTION_MS);
  }
  return readResidentBytes(product);
}

/**
 * Resident memory of the process in bytes.
 * @throws Error if the system does not report it
 */
export function readResidentBytes({ pid }: Product): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  if (!kilobytes) throw new Error('The system does not say how much memory a process holds');
  return Number(kilobytes) * 1_024;
}

/** Proportional set size of the process in bytes; shared memory counts in part. */
export function readProportionalBytes({ pid }: Product): number {
  const [, kilobytes] =
    /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  if (!kilobytes) throw new Error('The system does not say how much memory a process holds');
  return Number(kilobytes) * 1_024;
}

/** Processor time of the process on all threads, in milliseconds. */
export function readProcessorMilliseconds({ pid }: Product): number {
  // The name before the fields may contain blanks, but ends with the last bracket.
  const [, ...numbers] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  // `utime` and `stime` are the 14th and 15th field. The state, the third, is left out above.
  const [user, system] = [Number(numbers[10]), Number(numbers[11])];
  return (user + system) * 10; // The system counts hundredths of a second.
}
