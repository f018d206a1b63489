import { hash } from 'node:crypto';
import {
  BEFORE_ALL,
  type EventLog,
  MAX_BATCH_EVENTS,
  type Position,
  type RecordedEvent,
} from '../event-log/event-log.js';
import { areEqual, fromBase64 } from '../proof/encoding.js';
import { openCheckpoint, readCheckpoint } from '../proof/checkpoint.js';
import type { VerifierKey } from '../proof/signed-note.js';
import { TILE_HEIGHT, TILE_WIDTH, hashesIn } from '../proof/tiles.js';
import { HASH_BYTES, rootOf } from '../proof/tree.js';
import { chainVerifier } from '../sealing/chain.js';
import { type HeadsTree, headLeafOf } from './heads-tree.js';
import {
  BATCH_EVENTS,
  type LogTree,
  type Pace,
  WITHOUT_PAUSES,
  contentMisfit,
  eventMisfit,
  leafOf,
  processorMs,
} from './log-tree.js';
import { MAX_MISFITS, type Misfit } from './misfit.js';
import { type NotaryStreams, type PublishedHeads, isWellFormed } from './notary-stream.js';
import { RunningRoot } from './running-root.js';
import type { StoredTile, TileRecords, TreeName } from './tile-records.js';

/** Root that the log must have at a size. */
export type ExpectedRoot = {
  readonly size: number;
  readonly root: Uint8Array;
  /** Held outside the installation. */
  readonly isOutside?: true;
};

type Parts = {
  readonly log: Pick<EventLog, 'readAll'>;
  readonly tree: LogTree;
  readonly roots: readonly ExpectedRoot[];
  /** Tiles of the heads, whose positions are compared. */
  readonly heads?: { readonly tiles: TileRecords; readonly streams: number };
  readonly pace?: Pace;
};

/** Events looked at on either side to name what was removed, added or moved. */
const WINDOW = 2_048;

/** Roots of all checkpoints of the log. A malformed note is reported as a misfit. */
export async function signedRoots(streams: NotaryStreams): Promise<{
  readonly roots: readonly ExpectedRoot[];
  readonly misfits: readonly Misfit[];
}> {
  const roots: ExpectedRoot[] = [];
  const misfits: Misfit[] = [];
  for await (const events of streams.history())
    for (const event of events) {
      const { type, data } = event;
      if (!isWellFormed(event)) misfits.push(eventMisfit(event, 'malformed'));
      if (type !== 'CheckpointSigned' || !isWellFormed(event)) continue;
      const root = fromBase64(data.root);
      const head = headOf(data.note);
      if (!root || head?.size !== data.size || !areEqual(head.root, root))
        misfits.push({ part: 'checkpoint', size: data.size, because: 'signature' });
      else roots.push({ size: data.size, root });
    }
  return { roots, misfits };
}

/** Signatures of all checkpoints, each verified once in a process. */
export class Signatures {
  /** Short hashes of verified notes. */
  private readonly verified = new Set<string>();

  async misfits(streams: NotaryStreams, pace: Pace): Promise<readonly Misfit[]> {
    const misfits: Misfit[] = [];
    const keys = streams.origins.flatMap((origin) => origin.keys);
    for await (const events of streams.history())
      for (const event of events) {
        if (event.type !== 'CheckpointSigned' || !isWellFormed(event)) continue;
        const { size, note } = event.data;
        const id = hash('sha256', note, 'buffer').toString('latin1', 0, 16);
        if (this.verified.has(id)) continue;
        const since = processorMs();
        if (isSignedBy(note, keys)) this.verified.add(id);
        else misfits.push({ part: 'checkpoint', size, because: 'signature' });
        await pace(processorMs() - since);
      }
    return misfits;
  }
}

/** Whether one of some keys signed a checkpoint of its own origin. */
export const isSignedBy = (note: string, keys: readonly VerifierKey[]): boolean =>
  keys.some((key) => {
    try {
      openCheckpoint(note, key);
      return true;
    } catch {
      return false;
    }
  });

function headOf(note: string) {
  try {
    return readCheckpoint(note);
  } catch {
    return undefined;
  }
}

/**
 * Compares the whole log with its tiles and with the roots of all checkpoints. Reads each event
 * once, and holds a few tiles.
 */
export async function checkLog({
  log,
  tree,
  roots,
  heads,
  pace = WITHOUT_PAUSES,
}: Parts): Promise<readonly Misfit[]> {
  const { size } = await tree.covered();
  const stored = new StoredHashes(tree.tiles, size);
  const running = new RunningRoot();
  const expected = roots.toSorted((one, other) => one.size - other.size);
  const misfits: Misfit[] = [];
  const wrongRoots: ExpectedRoot[] = [];
  const wrongTiles = new Map<string, Misfit>();
  let firstWrong: number | undefined;
  let fitsAfterWrong = false;
  const wrongPositions: Misfit[] = [];
  let [next, position, streams] = [0, BEFORE_ALL, 0];
  const comparePositions = async (before: Position, isFirstOfStream: boolean) => {
    const compare = async (tree: TreeName, tiles: TileRecords, index: number, leaves: number) => {
      if (index % TILE_WIDTH !== 0 || index >= leaves) return;
      const tile = index / TILE_WIDTH;
      if ((await tiles.find(0, tile))?.after !== before)
        wrongPositions.push({ part: 'tile', tree, level: 0, index: tile, because: 'changed' });
    };
    await compare('log', tree.tiles, running.size, size);
    if (heads && isFirstOfStream) await compare('heads', heads.tiles, streams++, heads.streams);
  };
  const compareRoots = () => {
    for (; expected[next]?.size === running.size; next++) {
      if (!areEqual(running.root(), expected[next]!.root)) wrongRoots.push(expected[next]!);
      else if (firstWrong !== undefined && running.size > firstWrong) fitsAfterWrong = true;
    }
  };

  compareRoots();
  for (;;) {
    let since = processorMs();
    const events = await log.readAll(position, BATCH_EVENTS);
    // Nobody waits any longer for the name of a misfit.
    const isWrong = misfits.length + wrongTiles.size + wrongRoots.length > 0;
    const currentPace = isWrong ? WITHOUT_PAUSES : pace;
    await currentPace(processorMs() - since);
    since = processorMs();
    for (const event of events) {
      const because = running.size < size ? contentMisfit(event) : await tree.misfit(event);
      if (because) misfits.push(eventMisfit(event, because));
      await comparePositions(position, event.revision === 0);
      position = event.position;
      for (const node of running.add(leafOf(event))) {
        if (running.size > size || node.level % TILE_HEIGHT !== 0) continue;
        const level = node.level / TILE_HEIGHT;
        if (await stored.has(level, node.index, node.hash)) continue;
        if (level === 0) firstWrong ??= node.index;
        const index = Math.floor(node.index / TILE_WIDTH);
        const tile: Misfit = { part: 'tile', tree: 'log', level, index, because: 'changed' };
        if (wrongTiles.size < MAX_MISFITS) wrongTiles.set(`${level}/${index}`, tile);
      }
      compareRoots();
    }
    if (events.length < BATCH_EVENTS) break;
    await currentPace(processorMs() - since);
  }

  const end = running.size;
  for (; next < expected.length; next++) wrongRoots.push(expected[next]!);
  const isCut = end < size;
  const areTilesWrong = firstWrong === undefined ? !isCut : fitsAfterWrong && !isCut;
  if (areTilesWrong) misfits.push(...wrongTiles.values(), ...wrongPositions);
  else
    misfits.push(...(await nameDifferences({ log, tree }, Math.min(firstWrong ?? end, end), size)));
  for (const { size: signed, isOutside } of wrongRoots.slice(0, MAX_MISFITS))
    misfits.push(
      signed > end
        ? { part: 'log', index: end, because: 'cut' }
        : { part: 'checkpoint', size: signed, because: isOutside ? 'forked' : 'root' },
    );
  return uniqueMisfits(misfits).slice(0, MAX_MISFITS);
}

/** Whether the heads' tiles give the published root. */
export async function checkHeads(
  heads: HeadsTree,
  { size, streams, root }: Pick<PublishedHeads, 'size' | 'streams' | 'root'>,
  pace: Pace = WITHOUT_PAUSES,
): Promise<readonly Misfit[]> {
  const misfits: Misfit[] = [];
  const running = new RunningRoot();
  const stored = new StoredHashes(heads.tiles, streams);
  for (let index = 0; index * TILE_WIDTH < streams; index++) {
    const since = processorMs();
    const width = Math.min(TILE_WIDTH, streams - index * TILE_WIDTH);
    const tile = await heads.tiles.read({ level: 0, index, width });
    if (!tile) return [{ part: 'tile', tree: 'heads', level: 0, index, because: 'missing' }];
    const hashes = hashesIn(tile);
    if (width === TILE_WIDTH && !(await stored.has(1, index, rootOf(hashes))))
      misfits.push({ part: 'tile', tree: 'heads', level: 0, index, because: 'changed' });
    for (const hash of hashes) running.add(hash);
    await pace(processorMs() - since);
  }
  const isRight = areEqual(running.root(), fromBase64(root) ?? new Uint8Array());
  if (!isRight && misfits.length === 0) misfits.push({ part: 'heads', size, because: 'root' });
  return misfits.slice(0, MAX_MISFITS);
}

/** Whether published heads are those of the log. Holds the head of every stream. */
export async function checkPublishedHeads(
  log: Pick<EventLog, 'readAll'>,
  { size, streams, root }: Pick<PublishedHeads, 'size' | 'streams' | 'root'>,
): Promise<readonly Misfit[]> {
  const leaves = new Map<string, Uint8Array>();
  let count = 0;
  for (let position = BEFORE_ALL; count < size;) {
    const events = await log.readAll(position, Math.min(MAX_BATCH_EVENTS, size - count));
    if (events.length === 0) break;
    for (const event of events)
      if (event.damage === undefined) leaves.set(event.stream, headLeafOf(event));
    position = events.at(-1)!.position;
    count += events.length;
  }
  const running = new RunningRoot();
  for (const leaf of leaves.values()) running.add(leaf);
  const isRight =
    running.size === streams && areEqual(running.root(), fromBase64(root) ?? new Uint8Array());
  return isRight ? [] : [{ part: 'heads', size, because: 'root' }];
}

/** Hashes of stored tiles, one tile of each level in memory. */
class StoredHashes {
  private readonly loaded = new Map<
    number,
    { readonly index: number; readonly tile: StoredTile | undefined }
  >();

  constructor(
    private readonly tiles: TileRecords,
    private readonly size: number,
  ) {}

  async has(level: number, index: number, hash: Uint8Array): Promise<boolean> {
    if ((index + 1) * TILE_WIDTH ** level > this.size) return true; // not complete yet
    const tileIndex = Math.floor(index / TILE_WIDTH);
    let loaded = this.loaded.get(level);
    if (loaded?.index !== tileIndex) {
      loaded = { index: tileIndex, tile: await this.tiles.find(level, tileIndex) };
      this.loaded.set(level, loaded);
    }
    const start = (index % TILE_WIDTH) * HASH_BYTES;
    const stored = loaded.tile?.hashes.subarray(start, start + HASH_BYTES);
    return stored !== undefined && areEqual(stored, hash);
  }
}

/** Names events of the log that differ from the tiles, near the first one. */
async function nameDifferences(
  { log, tree }: Pick<Parts, 'log' | 'tree'>,
  from: number,
  size: number,
): Promise<readonly Misfit[]> {
  const begin = Math.floor(from / TILE_WIDTH) * TILE_WIDTH;
  const events = await eventsFrom(log, begin, WINDOW);
  const inLog = events.map((event) => keyOf(leafOf(event)));
  const inTiles = await leavesFrom(tree, begin, Math.min(WINDOW, size - begin));
  const [placesInLog, placesInTiles] = [placesOf(inLog), placesOf(inTiles)];
  const isShort = events.length < WINDOW;
  const end = Math.max(from - begin + 1, WINDOW / 2);
  const removed = inTiles
    .slice(0, isShort ? inTiles.length : end)
    .flatMap((leaf, place) => (placesInLog.has(leaf) ? [] : [place]));
  // Events behind the last known one are replaced only if what was in their place is missing.
  const lastKnown = inLog.findLastIndex((leaf) => placesInTiles.has(leaf));
  const lastTile = placesInTiles.get(inLog[lastKnown] ?? '') ?? -1;
  const isEndReplaced = removed.some((place) => place > lastTile);
  const added = events
    .slice(0, Math.min(end, isEndReplaced ? size - begin : lastKnown))
    .filter((_, place) => !placesInTiles.has(inLog[place]!));
  const misfits: Misfit[] = [];
  const addedIsInPlace = removed.length > 0;
  for (const event of added)
    misfits.push(
      eventMisfit(event, contentMisfit(event) ?? (addedIsInPlace ? 'replaced' : 'added')),
    );
  if (added.length === 0)
    misfits.push(...removedMisfits(events, removed, inTiles, placesInLog, begin));
  if (misfits.length === 0) {
    const moved = events.find((_, place) => inLog[place] !== inTiles[place]);
    if (moved) misfits.push(eventMisfit(moved, 'moved'));
  }
  if (removed.length > 0) misfits.push(...(await missingInChains(log)));
  return misfits;
}

function removedMisfits(
  events: readonly RecordedEvent[],
  removed: readonly number[],
  inTiles: readonly string[],
  placesInLog: ReadonlyMap<string, number>,
  begin: number,
): readonly Misfit[] {
  const isAtEnd = removed.length > 0 && events.length <= removed[0]!;
  if (isAtEnd) return [{ part: 'log', index: begin + removed[0]!, because: 'cut' }];
  return removed.slice(0, MAX_MISFITS).map((place): Misfit => {
    const before = inTiles.slice(0, place).findLast((leaf) => placesInLog.has(leaf));
    const event = before === undefined ? undefined : events[placesInLog.get(before)!];
    const after = event && `${event.stream} at ${event.revision}`;
    return {
      ...{ part: 'log', index: begin + place, because: 'removed' },
      ...(after !== undefined && { after }),
    };
  });
}

/** Events that are missing within a stream. Holds the end of every stream. */
async function missingInChains(log: Pick<EventLog, 'readAll'>): Promise<readonly Misfit[]> {
  const misfits: Misfit[] = [];
  const verify = chainVerifier();
  for (let position = BEFORE_ALL; ;) {
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

/** Events from a place of the log on, which is counted from its start. */
async function eventsFrom(
  log: Pick<EventLog, 'readAll'>,
  begin: number,
  max: number,
): Promise<readonly RecordedEvent[]> {
  let [position, before] = [BEFORE_ALL, begin];
  while (before > 0) {
    const skipped = await log.readAll(position, Math.min(before, BATCH_EVENTS));
    if (skipped.length === 0) return [];
    position = skipped.at(-1)!.position;
    before -= skipped.length;
  }
  return log.readAll(position, max);
}

async function leavesFrom(tree: LogTree, begin: number, max: number): Promise<readonly string[]> {
  const leaves: string[] = [];
  for (let index = begin / TILE_WIDTH; leaves.length < max; index++) {
    const tile = await tree.tiles.find(0, index);
    if (!tile) break;
    leaves.push(...hashesIn(tile.hashes).map(keyOf));
  }
  return leaves.slice(0, Math.max(0, max));
}

const keyOf = (hash: Uint8Array): string => Buffer.from(hash).toString('base64');
const placesOf = (keys: readonly string[]): ReadonlyMap<string, number> =>
  new Map(keys.map((key, place) => [key, place]));
export const uniqueMisfits = (misfits: readonly Misfit[]): readonly Misfit[] => [
  ...new Map(misfits.map((misfit) => [JSON.stringify(misfit), misfit])).values(),
];
