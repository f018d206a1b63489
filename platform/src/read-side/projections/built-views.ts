import type { EventLog } from '../../event-log/event-log.js';
import { readEventsAfter } from '../../event-log/events-after.js';
import { takesDataAway } from '../../sealing/platform-events.js';
import type { Checkpoint } from '../read-store/read-store.js';
import { isInLog } from './checkpoints.js';

/**
 * Whether views that were built in advance may be shown: they are of this log, and nobody was
 * erased and no key was abandoned since. A damaged event may have been an erasure.
 */
export async function areUsable(
  log: Pick<EventLog, 'readIdentity' | 'read' | 'readAll'>,
  built: Checkpoint | undefined,
): Promise<boolean> {
  if (!built || !(await isInLog(log, built))) return false;
  for await (const event of readEventsAfter(log, built.position))
    if (takesDataAway(event) || event.damage !== undefined) return false;
  return true;
}
