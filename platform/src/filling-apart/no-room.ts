import { Unavailable } from '../unavailable.js';

/** A thread had less room than what it was to hold: what it did is to be done again with half of it. */
export class NoRoom extends Unavailable {}
/** It was the one that writes, which also has to hold what comes of everything that is folded. */
export class NoRoomToWrite extends NoRoom {}

/** What ended a thread, as whoever waits for it is told. */
export const causeOf = (error: Error, Kind: typeof NoRoom = NoRoom): Error =>
  (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Kind('A thread that fills views was out of memory') : error;
