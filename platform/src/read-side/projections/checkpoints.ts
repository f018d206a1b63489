import { systemClock } from '../../common/clock.js';
import { type EventLog, BEFORE_ALL, DamagedStream } from '../../event-log/event-log.js';
import type { Checkpoint } from '../read-store/read-store.js';

export const createCheckpoint = async (
  log: Pick<EventLog, 'readIdentity'>,
  epoch: number,
): Promise<Checkpoint> => ({
  log: await log.readIdentity(),
  position: BEFORE_ALL,
  eventId: '',
  stream: '',
  revision: -1,
  begunAt: systemClock.now(),
  epoch,
  parked: [],
});

/** Checkpoint from which another host continues. */
export const adoptCheckpoint = (stored: Checkpoint, epoch: number): Checkpoint => ({
  ...stored,
  begunAt: stored.begunAt ?? systemClock.now(),
  epoch,
});

/** Whether the checkpoint's event is in this log. False for another or a restored log. */
export async function isInLog(
  log: Pick<EventLog, 'readIdentity' | 'read'>,
  checkpoint: Omit<Checkpoint, 'epoch' | 'parked'> | undefined,
): Promise<boolean> {
  if (checkpoint?.log !== (await log.readIdentity())) return false;
  if (checkpoint.position === BEFORE_ALL) return true;
  try {
    const [event] = await log.read(checkpoint.stream, checkpoint.revision);
    // An event that was damaged when the checkpoint was written had no id.
    return (
      event?.position === checkpoint.position &&
      (checkpoint.eventId === '' || event.metadata.eventId === checkpoint.eventId)
    );
  } catch (error) {
    if (error instanceof DamagedStream) return true; // Damage is no other log.
    throw error;
  }
}
