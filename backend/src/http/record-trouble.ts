import type { ReadSide } from '#platform/live/read-side.js';

/**
 * Notice for a record whose view could not take in an event. The record is complete; the view may
 * be old.
 */
const notUpToDate =
  'This record could not be brought up to date. What you see here may be old; everything that was entered is kept.';

export const troubleOf = (readSide: Pick<ReadSide, 'isParked'>, ...streams: readonly string[]) =>
  readSide.isParked(streams) ? { trouble: notUpToDate } : {};
