import type { RecordedEvent } from './event-log.js';

const mostBatches = 4;

/**
 * The last few batches that were read for listeners of a log whose places are numbers without gaps: several who catch up side by
 * side, as reactors do at their first start, would each read and parse the same. Who falls behind reads for himself.
 */
export function latelyRead() {
  let batches: readonly (readonly RecordedEvent[])[] = [];

  return {
    add(batch: readonly RecordedEvent[]): readonly RecordedEvent[] {
      if (batch.length > 0) batches = [...batches.slice(1 - mostBatches), batch];
      return batch;
    },

    /** What comes after a place, as far as it was read in one go; undefined: it was not. */
    after(place: number): readonly RecordedEvent[] | undefined {
      for (const batch of batches) {
        const skipped = place + 1 - Number(batch[0]!.position);
        if (skipped >= 0 && skipped < batch.length) return skipped === 0 ? batch : batch.slice(skipped);
      }
      return undefined;
    },
  };
}
