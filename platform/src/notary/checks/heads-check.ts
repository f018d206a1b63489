import { type Pace, processorMs } from '../../common/pace.js';
import { BEFORE_ALL, type EventLog, MAX_BATCH_EVENTS } from '../../event-log/event-log.js';
import { areEqual, fromBase64 } from '../../proof/encoding.js';
import { TILE_WIDTH, splitHashes } from '../../proof/tiles.js';
import { computeRoot } from '../../proof/tree.js';
import { MAX_MISFITS, type Misfit } from '../misfit.js';
import type { PublishedHeads } from '../notary-stream.js';
import { type HeadsTree, toHeadLeaf } from '../trees/heads-tree.js';
import { RunningRoot } from '../trees/running-root.js';
import { StoredHashes } from './stored-hashes.js';

/** Compares the tiles of the heads tree with the published root. */
export async function checkHeads(
  heads: HeadsTree,
  { size, streams: streamCount, root }: Pick<PublishedHeads, 'size' | 'streams' | 'root'>,
  pace: Pace,
): Promise<readonly Misfit[]> {
  const misfits: Misfit[] = [];
  const rootOfTiles = new RunningRoot();
  const stored = new StoredHashes(heads.tiles, streamCount);
  for (let index = 0; index * TILE_WIDTH < streamCount; index++) {
    const processorMsBefore = processorMs();
    const width = Math.min(TILE_WIDTH, streamCount - index * TILE_WIDTH);
    const tile = await heads.tiles.read({ level: 0, index, width });
    if (!tile) return [{ part: 'tile', tree: 'heads', level: 0, index, because: 'missing' }];
    const hashes = splitHashes(tile);
    const isWhole = width === TILE_WIDTH;
    if (isWhole && !(await stored.hasHash(1, index, computeRoot(hashes))))
      misfits.push({ part: 'tile', tree: 'heads', level: 0, index, because: 'changed' });
    for (const hash of hashes) rootOfTiles.add(hash);
    await pace(processorMs() - processorMsBefore);
  }
  if (!isRoot(root, rootOfTiles) && misfits.length === 0)
    misfits.push({ part: 'heads', size, because: 'root' });
  return misfits.slice(0, MAX_MISFITS);
}

/** Compares published heads with the log. Keeps the head of every stream in memory. */
export async function checkPublishedHeads(
  log: Pick<EventLog, 'readAll'>,
  { size, streams: streamCount, root }: Pick<PublishedHeads, 'size' | 'streams' | 'root'>,
): Promise<readonly Misfit[]> {
  const rootOfLog = new RunningRoot();
  for (const leaf of await readHeadLeaves(log, size)) rootOfLog.add(leaf);
  return rootOfLog.size === streamCount && isRoot(root, rootOfLog)
    ? []
    : [{ part: 'heads', size, because: 'root' }];
}

const isRoot = (published: string, computed: RunningRoot): boolean =>
  areEqual(computed.root(), fromBase64(published) ?? new Uint8Array());

/** Leaves of all streams in the first events of the log, in the order of the streams. */
async function readHeadLeaves(
  log: Pick<EventLog, 'readAll'>,
  size: number,
): Promise<Iterable<Uint8Array>> {
  const leaves = new Map<string, Uint8Array>();
  let count = 0;
  for (let position = BEFORE_ALL; count < size;) {
    const events = await log.readAll(position, Math.min(MAX_BATCH_EVENTS, size - count));
    if (events.length === 0) break;
    for (const event of events)
      if (event.damage === undefined) leaves.set(event.stream, toHeadLeaf(event));
    position = events.at(-1)!.position;
    count += events.length;
  }
  return leaves.values();
}
