import type { ReadSide } from '#platform/live/read-side.js';

/** What a record's page says where a view could not take in what was recorded: the record is whole, what is shown of it may be old. */
const notUpToDate = 'This record could not be brought up to date. What you see here may be old; everything that was entered is kept.';

export const troubleOf = (readSide: Pick<ReadSide, 'isParked'>, ...streams: readonly string[]) =>
  readSide.isParked(streams) ? { trouble: notUpToDate } : {};
