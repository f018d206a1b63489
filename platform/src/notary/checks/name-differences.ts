import { WITHOUT_PAUSES } from '../../common/pace.js';
import { BEFORE_ALL, type EventLog, type RecordedEvent } from '../../event-log/event-log.js';
import { TILE_WIDTH, splitHashes } from '../../proof/tiles.js';
import { createChainVerifier } from '../../sealing/chain.js';
import { MAX_MISFITS, type Misfit } from '../misfit.js';
import {
  BATCH_EVENTS,
  type LogTree,
  findContentMisfitReason,
  eventMisfit,
  toLeaf,
} from '../trees/log-tree.js';

type Parts = { readonly log: Pick<EventLog, 'readAll'>; readonly tree: LogTree };

/** Limit of events compared on either side to name the removed, added or moved ones. */
const WINDOW = 2_048;

/** Names events of the log that differ from the tiles, near the first one. */
export async function nameDifferences(
  { log, tree }: Parts,
  from: number,
  size: number,
): Promise<readonly Misfit[]> {
  const start = Math.floor(from / TILE_WIDTH) * TILE_WIDTH;
  const events = await readEventsFrom(log, start, WINDOW);
  const leavesInLog = events.map((event) => toKey(toLeaf(event)));
  const leavesInTiles = await readLeavesFrom(tree, start, Math.min(WINDOW, size - start));
  const [indexInLog, indexInTiles] = [indexByKey(leavesInLog), indexByKey(leavesInTiles)];
  const reachesLogEnd = events.length < WINDOW;
  // Later ones may be missing on the other side only because they moved out of its window.
  const nameableEnd = Math.max(from - start + 1, WINDOW / 2);
  const removed = leavesInTiles
    .slice(0, reachesLogEnd ? leavesInTiles.length : nameableEnd)
    .flatMap((leaf, index) => (indexInLog.has(leaf) ? [] : [index]));
  // Events behind the last known one are replaced only if what was in their place is missing.
  const lastKnownInLog = leavesInLog.findLastIndex((leaf) => indexInTiles.has(leaf));
  const lastKnownInTiles = indexInTiles.get(leavesInLog[lastKnownInLog] ?? '') ?? -1;
  const isEndReplaced = removed.some((index) => index > lastKnownInTiles);
  const added = events
    .slice(0, Math.min(nameableEnd, isEndReplaced ? size - start : lastKnownInLog))
    .filter((_, index) => !indexInTiles.has(leavesInLog[index]!));
  const misfits: Misfit[] = [];
  const isReplacement = removed.length > 0;
  for (const event of added)
    misfits.push(
      eventMisfit(event, findContentMisfitReason(event) ?? (isReplacement ? 'replaced' : 'added')),
    );
  if (added.length === 0)
    misfits.push(...removedMisfits(events, removed, leavesInTiles, indexInLog, start));
  if (misfits.length === 0) {
    const moved = events.find((_, index) => leavesInLog[index] !== leavesInTiles[index]);
    if (moved) misfits.push(eventMisfit(moved, 'moved'));
  }
  if (removed.length > 0) misfits.push(...(await findMissingInChains(log)));
  return misfits;
}

function removedMisfits(
  events: readonly RecordedEvent[],
  removed: readonly number[],
  inTiles: readonly string[],
  indexInLog: ReadonlyMap<string, number>,
  start: number,
): readonly Misfit[] {
  const isAtEnd = removed.length > 0 && events.length <= removed[0]!;
  if (isAtEnd) return [{ part: 'log', index: start + removed[0]!, because: 'cut' }];
  return removed.slice(0, MAX_MISFITS).map((index): Misfit => {
    const before = inTiles.slice(0, index).findLast((leaf) => indexInLog.has(leaf));
    const event = before === undefined ? undefined : events[indexInLog.get(before)!];
    const after = event && `${event.stream} at ${event.revision}`;
    return {
      part: 'log',
      index: start + index,
      because: 'removed',
      ...(after !== undefined && { after }),
    };
  });
}

/** Events that are missing within a stream. Holds the end of every stream. */
async function findMissingInChains(log: Pick<EventLog, 'readAll'>): Promise<readonly Misfit[]> {
  const misfits: Misfit[] = [];
  const verify = createChainVerifier();
  let position = BEFORE_ALL;
  for (;;) {
    const events = await log.readAll(position, BATCH_EVENTS);
    for (const event of events) {
      const broken = event.damage === undefined ? verify(event) : undefined;
      if (broken?.because === 'missing') misfits.push(eventMisfit(broken, 'missing'));
    }
    if (events.length < BATCH_EVENTS || misfits.length >= MAX_MISFITS) return misfits;
    position = events.at(-1)!.position;
    await WITHOUT_PAUSES(0);
  }
}

/** Events from an index of the log on. */
async function readEventsFrom(
  log: Pick<EventLog, 'readAll'>,
  start: number,
  max: number,
): Promise<readonly RecordedEvent[]> {
  let position = BEFORE_ALL;
  let remaining = start;
  while (remaining > 0) {
    const skipped = await log.readAll(position, Math.min(remaining, BATCH_EVENTS));
    if (skipped.length === 0) return [];
    position = skipped.at(-1)!.position;
    remaining -= skipped.length;
  }
  return log.readAll(position, max);
}

async function readLeavesFrom(
  tree: LogTree,
  start: number,
  max: number,
): Promise<readonly string[]> {
  const leaves: string[] = [];
  for (let index = start / TILE_WIDTH; leaves.length < max; index++) {
    const tile = await tree.tiles.find(0, index);
    if (!tile) break;
    leaves.push(...splitHashes(tile.hashes).map(toKey));
  }
  return leaves.slice(0, Math.max(0, max));
}

const toKey = (hash: Uint8Array): string => Buffer.from(hash).toString('base64');
const indexByKey = (keys: readonly string[]): ReadonlyMap<string, number> =>
  new Map(keys.map((key, index) => [key, index]));
