import { v5 as uuid } from 'uuid';
import type { EventLog } from '../event-log/event-log.js';
import { organizationOf } from '../event-log/subject.js';
import { platformMetadata } from '../sealing/append-first.js';
import type { Sealing } from '../sealing/sealing.js';
import type { Erase } from './erasing.js';

/** Namespace of event ids. */
const EVENT_ID_NAMESPACE = '5d6f1c0e-2b7a-4c53-9a64-6a1f0f3a7e21';

/** Revision and hash of a stream's last event. */
export type StreamEnd = { readonly revision: number; readonly hash: string };

/** Id of the event that erases a stream, also in a log that was restored. */
export const streamErasureId = (stream: string): string => uuid(stream, EVENT_ID_NAMESPACE);

/**
 * Ends a stream: destroys its keys, and hides it from every reader.
 * @throws RevisionConflict if the stream has another end
 */
export async function eraseStream(
  stream: string,
  { revision, hash }: StreamEnd,
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
  const organizationId = organizationOf(stream) ?? '';
  const metadata = platformMetadata({ id, at: now, actorId: '', organizationId });
  const event = { type: 'StreamErased', data: {}, metadata };
  const head = { hash, key: undefined };
  await log.append(stream, revision, await sealing.seal(stream, revision, [event], head));
  await erase([stream], id);
}
