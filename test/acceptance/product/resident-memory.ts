import { readFileSync } from 'node:fs';
import type { Product } from './product.js';

/** Resident memory of the product's process, in megabytes. */
export const readResidentMegabytes = ({ pid }: Product): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
