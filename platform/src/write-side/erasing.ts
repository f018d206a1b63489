import { addMilliseconds } from '../common/clock.js';
import { type EventLog, type RecordedEvent, readUndamaged } from '../event-log/event-log.js';
import type { KeyStore } from '../sealing/key-store/key-store.js';
import {
  type Erasable,
  abandonedStreams,
  isAbandonment,
  isWholeErasure,
  streamsErasedWith,
  takesDataAway,
} from '../sealing/platform-events.js';
import { keysErasedBy } from '../sealing/sealing.js';
import type { FoldedStreams } from './folded-streams.js';

type ErasingOptions = {
  readonly log: Pick<EventLog, 'read'>;
  readonly keys: Pick<KeyStore, 'destroy' | 'removeClaimsOfHolder'>;
  readonly folded: FoldedStreams;
  readonly aggregates?: readonly Erasable[];
  readonly heldUntil?: HeldUntil;
};

const DAY_MS = 24 * 60 * 60_000;

/** Time at which the keys and files of an erasure are destroyed; undefined means at once. */
export type HeldUntil = (recordedAt: string) => string | undefined;
export const holdForDays =
  (days = 0): HeldUntil =>
  (recordedAt) =>
    days === 0 ? undefined : addMilliseconds(recordedAt, days * DAY_MS);

/** Makes personal data unreadable: destroys keys, removes claim entries, drops cached folds. */
export const createEraser = ({
  log,
  keys,
  folded,
  aggregates = [],
  heldUntil = holdForDays(),
}: ErasingOptions) =>
  /**
   * Destroys the keys of the streams and of those erased along with them. Idempotent: every process
   * runs it when it reads the event, because the recording process may have crashed.
   * @param eventId id of the erasure event, or of the abandonment of a key
   */
  async function erase(erasedStreams: readonly string[], eventId: string): Promise<void> {
    const streams = erasedStreams.flatMap((stream) => streamsErasedWith(aggregates, stream));
    // Skips damaged events, so that a damaged record can be erased too.
    const histories = await Promise.all(streams.map((stream) => readUndamaged(log, stream)));
    const events = histories.flat();
    const erasure = events.find(({ metadata }) => metadata.eventId === eventId);
    const keyIds = [...keysErasedBy(erasure, events)];
    if (keyIds.length > 0)
      await keys.destroy(keyIds, eventId, erasure && heldUntil(erasure.metadata.at));
    for (const { stream } of events.filter(isWholeErasure)) await keys.removeClaimsOfHolder(stream);
    folded.forget(erasure && isAbandonment(erasure) ? abandonedStreams(erasure) : streams);
  };
export type Erase = ReturnType<typeof createEraser>;

export abstract class Eraser {
  abstract readonly erase: Erase;
  abstract readonly heldUntil: HeldUntil;
}

/** Listener of the log: completes erasures that other processes recorded. */
export const finishErasures =
  (erase: Erase) =>
  async (events: readonly RecordedEvent[]): Promise<void> => {
    for (const event of events)
      if (takesDataAway(event)) await erase([event.stream], event.metadata.eventId);
  };
