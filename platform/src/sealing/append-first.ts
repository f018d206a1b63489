import { v5 as uuid } from 'uuid';
import { type AppendResult, type EventLog, RevisionConflict } from '../event-log/event-log.js';
import { NO_END, type StreamEnd } from './chain.js';
import type { Sealing } from './sealing.js';

type Ports = {
  readonly log: Pick<EventLog, 'append'>;
  readonly sealing: Pick<Sealing, 'seal'>;
};
type PlatformEvent = {
  readonly type: string;
  readonly data: object;
  readonly actorId: string;
  readonly organizationId: string;
};
type FirstEvent = PlatformEvent & {
  /** Namespace of the event's id, so that concurrent processes write the same event. */
  readonly namespace: string;
};

/**
 * Appends an event that no command caused.
 * @throws RevisionConflict if the stream has another end
 */
export async function appendPlatformEvent(
  stream: string,
  { revision, hash }: StreamEnd,
  { type, data, id, at, ...author }: PlatformEvent & { readonly id: string; readonly at: string },
  { log, sealing }: Ports,
): Promise<AppendResult> {
  const metadata = {
    eventId: id,
    commandId: id,
    fingerprint: '',
    causationId: id,
    correlationId: id,
    ...author,
    at,
    capturedAt: at,
    on: at.slice(0, 10),
  };
  const head = { hash, key: undefined };
  const events = await sealing.seal(stream, revision, [{ type, data, metadata }], head);
  return log.append(stream, revision, events);
}

/** Appends a stream's first event. Returns undefined if another process was first. */
export async function appendFirst(
  stream: string,
  { namespace, ...event }: FirstEvent,
  { now, ...ports }: Ports & { readonly now: () => string },
): Promise<(AppendResult & { readonly eventId: string }) | undefined> {
  const id = uuid(stream, namespace);
  try {
    const appended = await appendPlatformEvent(stream, NO_END, { ...event, id, at: now() }, ports);
    return { ...appended, eventId: id };
  } catch (error) {
    if (error instanceof RevisionConflict) return undefined;
    throw error;
  }
}
