import { v5 as uuid } from 'uuid';
import {
  type AppendResult,
  type EventLog,
  RevisionConflict,
  noStream,
} from '../event-log/event-log.js';
import type { Sealing } from './sealing.js';

type Ports = {
  readonly log: Pick<EventLog, 'append'>;
  readonly sealing: Sealing;
  readonly now: () => string;
};
type First = {
  readonly type: string;
  readonly data: object;
  /** Namespace of the event's id: two processes that append at once write the same event. */
  readonly namespace: string;
  readonly actorId: string;
  readonly organizationId: string;
};

/**
 * Appends a stream's first event by the platform itself. Undefined where another process was first.
 */
export async function appendFirst(
  stream: string,
  { type, data, namespace, actorId, organizationId }: First,
  { log, sealing, now }: Ports,
): Promise<(AppendResult & { readonly eventId: string }) | undefined> {
  const id = uuid(stream, namespace);
  const at = now();
  const metadata = {
    ...{ eventId: id, commandId: id, fingerprint: '', causationId: id, correlationId: id },
    ...{ actorId, organizationId, at, capturedAt: at, on: at.slice(0, 10) },
  };
  try {
    const head = { hash: '', key: undefined };
    const events = await sealing.seal(stream, noStream, [{ type, data, metadata }], head);
    return { ...(await log.append(stream, noStream, events)), eventId: id };
  } catch (error) {
    if (error instanceof RevisionConflict) return undefined;
    throw error;
  }
}
