import type { ResourceLimits } from 'node:worker_threads';
import { largestBatch } from '../event-log/event-log.js';
import { type Room, roomEnough } from '../projection-running/room.js';

/** What may be held while views are filled on threads of their own. */
export type RoomApart = {
  readonly folded: Room;
  readonly folding: ResourceLimits;
  readonly writing: ResourceLimits;
  /** Pages of the new file that are in memory. */
  readonly cacheKibibytes: number;
};

/** Megabytes of the process that are not for filling: itself, its pages of log and views, and what serves while it fills. */
const ofTheRest = 320;
/** With less than this filling would be all reading and writing again. */
const least = 160;
/** Where there is more, the windows are as large as they are worth, and nothing is weighed. */
const plenty = 4_000;
/**
 * Of what lives for more than a moment while views are filled there is much, the records in motion: with a small young
 * generation they are copied again and again. In MB.
 */
const largestYoung = 192;
const largestCache = 64_000;
/**
 * For the thread that writes, however little there is: when all is folded it writes what lists are searched by, 4,096 rows at a
 * time, of which it held up to 32 MB where names differ (123,609 leads). In MB.
 */
const leastToWrite = 56;
/**
 * Bytes of a heap for one character of the JSON of what is in it: measured 2 after a collection. As much again is needed where it
 * is handed on, and with half of this a thread has been out of memory.
 */
const bytesPerCharacter = 5;

/** So often all can be halved: then events are read one by one. */
export const mostHalves = Math.ceil(Math.log2(largestBatch));

/** Of the room that there is. Who writes and was out of memory takes of who folds: what they hold at the end does not get less with less folded at once. */
const shares = { usual: { folding: 0.55, writing: 0.18 }, toWrite: { folding: 0.33, writing: 0.4 } } as const;

/**
 * In a process that may hold so many megabytes.
 * @param half so often as the threads have been out of memory
 * @param lacking where it was the one that writes
 */
export function roomApart(megabytes: number, half = 0, lacking: keyof typeof shares = 'usual'): RoomApart {
  if (half === 0 && megabytes >= plenty)
    return { folded: roomEnough, folding: { maxYoungGenerationSizeMb: largestYoung }, writing: {}, cacheKibibytes: largestCache };
  const room = Math.min(plenty, Math.max(least, megabytes - ofTheRest));
  const part = (of: number) => Math.floor(room * of);
  const share = shares[lacking];
  const folding = part(share.folding);
  return {
    // What is read at once may be what was too large.
    folded: { ...roomInHeap(folding / 2 ** half), batch: Math.ceil(largestBatch / 2 ** half) },
    folding: { maxOldGenerationSizeMb: folding, maxYoungGenerationSizeMb: youngOf(Math.min(largestYoung, part(0.15))) },
    writing: { maxOldGenerationSizeMb: Math.max(leastToWrite, part(share.writing)), maxYoungGenerationSizeMb: youngOf(Math.min(48, part(0.06))) },
    cacheKibibytes: Math.min(largestCache, part(0.06) * 1_024),
  };
}

/** The young generation is three halves of a power of two each, and a limit between two of them is taken as the larger one. */
const youngOf = (megabytes: number): number => 3 * 2 ** Math.floor(Math.log2(megabytes / 3));

/** What may be held in a heap of so many megabytes: a third of it in motion, a quarter at hand, the rest is on its way to be collected. */
export function roomInHeap(megabytes: number): Room {
  const characters = (megabytes * 2 ** 20) / bytesPerCharacter;
  return { window: characters / 3, kept: characters / 4 };
}
