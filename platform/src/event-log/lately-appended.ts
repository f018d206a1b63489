import { type RecordedEvent, largestBatch } from './event-log.js';

const mostKept = 2 * largestBatch;

/**
 * The newest events of a log that nobody else writes to, in their order and without a gap: several listen, and each would
 * otherwise read and parse the same again. Places are the numbers that positions are made of.
 */
export function latelyAppended(most = mostKept) {
  let events: RecordedEvent[] = [];
  /** Place of the last one. */
  let last = -1;

  return {
    /** In the order in which they were committed. */
    add(appended: readonly RecordedEvent[]): void {
      for (const event of appended) {
        const place = Number(event.position);
        if (place <= last) continue;
        if (place > last + 1) events = [];
        events.push(event);
        last = place;
      }
      // Twice as many as are kept, so that they are not moved at each append.
      if (events.length > 2 * most) events = events.slice(-most);
    },

    /** Undefined: it does not go back that far. */
    after(place: number, max: number): readonly RecordedEvent[] | undefined {
      const skipped = place - (last - events.length);
      return events.length > 0 && skipped >= 0 && place <= last ? events.slice(skipped, skipped + max) : undefined;
    },
  };
}
