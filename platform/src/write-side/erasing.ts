import { addMilliseconds } from '../common/clock.js';
import type { EventLog, RecordedEvent } from '../event-log/event-log.js';
import type { KeyStore } from '../sealing/key-store/key-store.js';
import { type Erasable, erasedBy, isErasure } from '../sealing/platform-events.js';
import { keysOf } from '../sealing/sealing.js';
import type { FoldedStreams } from './folded.js';

type ErasingOptions = {
  readonly log: Pick<EventLog, 'read'>;
  readonly keys: Pick<KeyStore, 'destroy' | 'removeClaimsOf'>;
  readonly folded: FoldedStreams;
  readonly aggregates?: readonly Erasable[];
  readonly heldUntil?: HeldUntil;
};

const day = 24 * 60 * 60_000;

/**
 * When the keys and files of an erasure recorded at an instant are due to be destroyed; undefined
 * where nothing is held.
 */
export type HeldUntil = (recordedAt: string) => string | undefined;
export const holdFor =
  (days = 0): HeldUntil =>
  (recordedAt) =>
    days === 0 ? undefined : addMilliseconds(recordedAt, days * day);

/**
 * Makes what streams say of a person unreadable for ever, deletes what leads from personal values
 * to them, and drops what this process remembers of it.
 */
export const erasing = ({
  log,
  keys,
  folded,
  aggregates = [],
  heldUntil = holdFor(),
}: ErasingOptions) =>
  /**
   * Destroys the keys of the streams, and of those that are erased along. It may be repeated: every
   * process does it when it sees the event, before it folds the streams again, because the process
   * that recorded the event may have crashed before it did.
   * @param eventId of the erasure
   */
  async function erase(recordedOn: readonly string[], eventId: string): Promise<void> {
    const streams = recordedOn.flatMap((stream) => erasedBy(aggregates, stream));
    const events = (await Promise.all(streams.map((stream) => log.read(stream)))).flat();
    const ids = [...keysOf(events)];
    const erasure = events.find(({ metadata }) => metadata.eventId === eventId);
    if (ids.length > 0) await keys.destroy(ids, eventId, erasure && heldUntil(erasure.metadata.at));
    for (const { stream } of events.filter(isErasure)) await keys.removeClaimsOf(stream);
    folded.forget(streams);
  };
export type Erase = ReturnType<typeof erasing>;

export abstract class Eraser {
  abstract readonly erase: Erase;
  abstract readonly heldUntil: HeldUntil;
}

/** For a subscription to the log: finishes what other processes have recorded. */
export const finishErasures =
  (erase: Erase) =>
  async (events: readonly RecordedEvent[]): Promise<void> => {
    for (const event of events)
      if (isErasure(event)) await erase([event.stream], event.metadata.eventId);
  };
