import type { ReadSide } from '#platform/live/read-side.js';

/**
 * Notice for a record whose view has a parked event. The record is complete, but the view may be
 * outdated.
 */
const OUTDATED_NOTICE =
  'This record could not be brought up to date. What you see here may be old; everything that was entered is kept.';

export const outdatedNotice = (
  readSide: Pick<ReadSide, 'isParked'>,
  ...streams: readonly string[]
) => (readSide.isParked(streams) ? { trouble: OUTDATED_NOTICE } : {});
