import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Signal } from '../common/signal.js';
import { type EventLog, type Position, type RecordedEvent, largestBatch } from './event-log.js';

/** A catch-up subscription: everything after a position in batches, then what comes, read whenever the log is said to have grown. */
export async function* catchUp(
  read: EventLog['readAll'],
  grown: Signal,
  after: Position,
  signal: AbortSignal,
): AsyncGenerator<readonly RecordedEvent[], void> {
  for (let reached = after; !signal.aborted;) {
    const { seen } = grown;
    const batch = await read(reached, largestBatch);
    if (batch.length === 0) await grown.since(seen, signal);
    else if (!signal.aborted) {
      reached = batch.at(-1)!.position;
      yield batch;
      await nextTurn(); // A subscriber that catches up lets the others have their turn.
    }
  }
}
