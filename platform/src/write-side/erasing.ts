import type { EventLog, RecordedEvent } from '../event-log/event-log.js';
import type { KeyStore } from '../sealing/key-store/key-store.js';
import { type ErasedAlong, erasedBy, erasure } from '../sealing/platform-events.js';
import { type EventReader, keysOf } from '../sealing/sealing.js';
import type { FoldedStreams } from './folded.js';

type Ports = {
  readonly log: Pick<EventLog, 'read'>;
  readonly keys: Pick<KeyStore, 'destroy'>;
  readonly reader: EventReader;
  readonly folded: FoldedStreams;
  readonly along?: ErasedAlong;
};

/** Makes what streams say of a person unreadable for ever, and drops what this process remembers of it. */
export const erasing = ({ log, keys, reader, folded, along = {} }: Ports) => ({
  /**
   * Destroys the keys of the streams, and of those that are erased along, on account of that PersonalDataErased. Doing it twice changes nothing: every process does
   * it when it sees the event, before it folds the streams again, whether or not whoever recorded the event came to it.
   */
  async eraseStreams(recordedOn: readonly string[], eventId: string): Promise<void> {
    const streams = recordedOn.flatMap((stream) => erasedBy(along, stream));
    const histories = await Promise.all(streams.map((stream) => log.read(stream)));
    const ids = [...keysOf(histories.flat())];
    if (ids.length > 0) await keys.destroy(ids, eventId);
    reader.forget(ids);
    folded.forget(streams);
  },
});
export type Erasing = ReturnType<typeof erasing>;

/** Whichever process recorded an erasure, this one forgets the keys too, as soon as it sees the event. */
export const finishErasures =
  ({ eraseStreams }: Pick<Erasing, 'eraseStreams'>) =>
  async (events: readonly RecordedEvent[]): Promise<void> => {
    for (const { type, stream, metadata } of events) if (type === erasure) await eraseStreams([stream], metadata.eventId);
  };
