import { v5 as uuid } from 'uuid';
import {
  type AppendResult,
  type EventLog,
  RevisionConflict,
  NO_STREAM,
} from '../event-log/event-log.js';
import type { Sealing } from './sealing.js';

type Ports = {
  readonly log: Pick<EventLog, 'append'>;
  readonly sealing: Sealing;
  readonly now: () => string;
};
type FirstEvent = {
  readonly type: string;
  readonly data: object;
  /** Namespace of the event's id, so that concurrent processes write the same event. */
  readonly namespace: string;
  readonly actorId: string;
  readonly organizationId: string;
};

/**
 * Appends the first event of a stream of the platform. Returns undefined if another process was
 * first.
 */
export async function appendFirst(
  stream: string,
  { type, data, namespace, actorId, organizationId }: FirstEvent,
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
    const events = await sealing.seal(stream, NO_STREAM, [{ type, data, metadata }], head);
    return { ...(await log.append(stream, NO_STREAM, events)), eventId: id };
  } catch (error) {
    if (error instanceof RevisionConflict) return undefined;
    throw error;
  }
}
