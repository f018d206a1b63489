import { v5 as uuid } from 'uuid';
import { type EventLog, type RecordedEvent, RevisionConflict, noStream } from '../../event-log/event-log.js';
import type { Sealing } from '../../sealing/sealing.js';
import type { ParkedEvent } from './reactors-health.js';
import type { LogPosition, QueueUsed } from './queue-in-use.js';

/** How far a reactor is: everything up to the position is done, but for what is parked. */
export type ReactorCheckpoint = LogPosition & QueueUsed & { readonly log: string; readonly parked?: readonly ParkedEvent[] };

export const logPositionOf = ({ position, stream, revision, metadata: { eventId } }: RecordedEvent): LogPosition => ({
  position,
  stream,
  revision,
  eventId,
});

/** Of the ids of beginnings, so that two processes that begin at once write one and the same. */
const namespace = '5f0c9a52-6f0a-4b0e-9f43-0b9d3c1f7a11';

/**
 * Where a reactor began, which the log remembers: a new one does not react to what was before it, and one whose checkpoint
 * was lost begins there again.
 */
export async function reactorBeginning(
  name: string,
  { log, sealing, now }: { log: EventLog; sealing: Sealing; now: () => string },
): Promise<LogPosition> {
  const stream = `reactor-${name}`;
  const [began] = await log.read(stream);
  if (began) return logPositionOf(began);

  const id = uuid(name, namespace);
  const at = now();
  const metadata = {
    ...{ eventId: id, commandId: id, fingerprint: '', causationId: id, correlationId: id },
    ...{ actorId: stream, organizationId: '', at, capturedAt: at, on: at.slice(0, 10) },
  };
  try {
    const events = await sealing.seal(stream, noStream, [{ type: 'ReactorBegan', data: {}, metadata }], { hash: '', key: undefined });
    return { ...(await log.append(stream, noStream, events)), stream, eventId: id };
  } catch (error) {
    if (error instanceof RevisionConflict) return reactorBeginning(name, { log, sealing, now });
    throw error;
  }
}
