import { v5 as uuid } from 'uuid';
import {
  type AppendResult,
  type EventLog,
  RevisionConflict,
  NO_STREAM,
} from '../event-log/event-log.js';
import type { Sealing } from './sealing.js';

type PlatformEvent = {
  readonly id: string;
  readonly at: string;
  readonly actorId: string;
  readonly organizationId: string;
};

/** Metadata of an event that no command caused. */
export const platformMetadata = ({ id, at, ...author }: PlatformEvent) => ({
  eventId: id,
  commandId: id,
  fingerprint: '',
  causationId: id,
  correlationId: id,
  ...author,
  at,
  capturedAt: at,
  on: at.slice(0, 10),
});

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

/** Appends a stream's first event. Returns undefined if another process was first. */
export async function appendFirst(
  stream: string,
  { type, data, namespace, actorId, organizationId }: FirstEvent,
  { log, sealing, now }: Ports,
): Promise<(AppendResult & { readonly eventId: string }) | undefined> {
  const id = uuid(stream, namespace);
  const metadata = platformMetadata({ id, at: now(), actorId, organizationId });
  try {
    const head = { hash: '', key: undefined };
    const events = await sealing.seal(stream, NO_STREAM, [{ type, data, metadata }], head);
    return { ...(await log.append(stream, NO_STREAM, events)), eventId: id };
  } catch (error) {
    if (error instanceof RevisionConflict) return undefined;
    throw error;
  }
}
