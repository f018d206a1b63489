import { totalmem } from 'node:os';

const megabyte = 2 ** 20;

/**
 * Megabytes that this process may hold: what its container gives it, or half of a machine, where others live too.
 * @param given by the container, in bytes; 0 or more than there is where nothing limits it
 */
export function memoryThere(given = process.constrainedMemory(), there = totalmem()): number {
  return Math.floor((given > 0 && given < there ? given : there / 2) / megabyte);
}
