import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

const STEPS_LOWER = 10;

/**
 * Lets other threads run before this one, above all the one that answers commands. Linux has a
 * priority for each thread; elsewhere nothing changes.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')));
    const lower = getPriority(thread) + STEPS_LOWER;
    setPriority(thread, Math.min(constants.priority.PRIORITY_LOW, lower));
  } catch {
    // Without /proc the thread keeps its priority.
  }
}
