import { v5 as uuid } from 'uuid';
import type { EventLog } from '../event-log/event-log.js';
import { findOrganizationOfStream } from '../event-log/subject.js';
import { appendPlatformEvent } from '../sealing/append-first.js';
import type { StreamEnd } from '../sealing/chain.js';
import type { Sealing } from '../sealing/sealing.js';
import type { Erase } from './erasing.js';

/** Namespace of event ids. */
const EVENT_ID_NAMESPACE = '5d6f1c0e-2b7a-4c53-9a64-6a1f0f3a7e21';

/** Id of the event that erases a stream. It depends on the stream alone, even after a restore. */
export const streamErasureId = (stream: string): string => uuid(stream, EVENT_ID_NAMESPACE);

/**
 * Ends a stream: destroys its keys, and hides it from every reader.
 * @throws RevisionConflict if the stream has another end
 */
export async function eraseStream(
  stream: string,
  end: StreamEnd,
  {
    log,
    sealing,
    erase,
    now,
  }: {
    readonly log: Pick<EventLog, 'append'>;
    readonly sealing: Sealing;
    readonly erase: Erase;
    readonly now: string;
  },
): Promise<void> {
  const id = streamErasureId(stream);
  const author = { actorId: '', organizationId: findOrganizationOfStream(stream) ?? '' };
  const event = { type: 'StreamErased', data: {}, id, at: now, ...author };
  await appendPlatformEvent(stream, end, event, { log, sealing });
  await erase([stream], id);
}
