import { type EventLog, type RecordedEvent, beforeAll } from '../../event-log/event-log.js';
import type { Checkpoint, ReadStore } from '../read-store/read-store.js';

/** The line whose collections are read. */
export const live = 'live';

export const checkpointAt = ({ log, epoch }: Checkpoint, { position, stream, revision, metadata: { eventId } }: RecordedEvent): Checkpoint => ({
  log,
  position,
  eventId,
  stream,
  revision,
  epoch,
});

/** Whether it is a place in this log: it is not where the log is another one, or was restored from a backup. */
export async function stands(log: Pick<EventLog, 'identity' | 'read'>, checkpoint: Omit<Checkpoint, 'epoch'> | undefined): Promise<boolean> {
  if (checkpoint?.log !== (await log.identity())) return false;
  if (checkpoint.position === beforeAll) return true;
  const [event] = await log.read(checkpoint.stream, checkpoint.revision);
  return event?.metadata.eventId === checkpoint.eventId && event.position === checkpoint.position;
}

/** The live checkpoint, made this host's own: whoever held the lease before cannot write on it any more. */
export async function fenced(store: ReadStore, epoch: number): Promise<Checkpoint | undefined> {
  const checkpoint = await store.checkpoint(live);
  if (!checkpoint || checkpoint.epoch === epoch) return checkpoint;
  const mine = { ...checkpoint, epoch };
  await store.commit({ line: live, expected: checkpoint, checkpoint: mine, documents: [], sums: [], changes: [] });
  return mine;
}
