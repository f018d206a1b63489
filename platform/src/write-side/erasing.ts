import type { EventLog, RecordedEvent } from '../event-log/event-log.js';
import type { KeyStore } from '../sealing/key-store/key-store.js';
import { type Erasable, erasedBy, isErasure } from '../sealing/platform-events.js';
import { keysOfStreams } from '../sealing/sealing.js';
import type { FoldedStreams } from './folded.js';

type ErasingOptions = {
  readonly log: Pick<EventLog, 'read'>;
  readonly keys: Pick<KeyStore, 'destroy'>;
  readonly folded: FoldedStreams;
  readonly aggregates?: readonly Erasable[];
};

/** Makes what streams say of a person unreadable for ever, and drops what this process remembers of it. */
export const erasing = ({ log, keys, folded, aggregates = [] }: ErasingOptions) =>
  /**
   * Destroys the keys of the streams, and of those that are erased along. It may be repeated: every process does it when it sees the
   * event, before it folds the streams again, because the process that recorded the event may have crashed before it did.
   * @param eventId of the erasure
   */
  async function erase(recordedOn: readonly string[], eventId: string): Promise<void> {
    const streams = recordedOn.flatMap((stream) => erasedBy(aggregates, stream));
    const ids = await keysOfStreams(log, streams);
    if (ids.length > 0) await keys.destroy(ids, eventId);
    folded.forget(streams);
  };
export type Erase = ReturnType<typeof erasing>;

export abstract class Eraser {
  abstract readonly erase: Erase;
}

/** For a subscription to the log: finishes what other processes have recorded. */
export const finishErasures =
  (erase: Erase) =>
  async (events: readonly RecordedEvent[]): Promise<void> => {
    for (const event of events) if (isErasure(event)) await erase([event.stream], event.metadata.eventId);
  };
