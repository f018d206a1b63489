import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type Pace, processorMs } from '../../common/pace.js';
import { Unavailable } from '../../common/unavailable.js';
import {
  BEFORE_ALL,
  DamagedStream,
  type EventLog,
  type Position,
  type RecordedEvent,
} from '../../event-log/event-log.js';
import { areEqual } from '../../proof/encoding.js';
import { eventLeaf } from '../../proof/event-hash.js';
import {
  TILE_WIDTH,
  type Tile,
  computeAppendedTiles,
  joinHashes,
  splitHashes,
  nodesInTiles,
} from '../../proof/tiles.js';
import { HASH_BYTES, type NodeReader, computeRootAt } from '../../proof/tree.js';
import { NO_END, type StreamEnd, hasExpectedHash } from '../../sealing/chain.js';
import type { AssertHeld } from '../../storage/key-value-store/distributed-mutex.js';
import { type Covered, DoesNotFit, type EventMisfitReason, type Misfit } from '../misfit.js';
import {
  type NewTile,
  TREE_KIND,
  TileRecords,
  type TileStore,
  readRecord,
} from './tile-records.js';

export type TreeLog = Pick<EventLog, 'read' | 'readAll'>;

/** Events per batch, which takes at most a millisecond. */
export const BATCH_EVENTS = 25;
/** Limit of leaves per write: two tiles, which take some milliseconds to hash. */
const MAX_UNWRITTEN_LEAVES = 512;
/** Streams whose last hash is cached; others are read from the log. */
const MAX_CACHED_STREAMS = 10_000;
const STATE_ID = 'log';
const stateSchema = z.object({ size: z.int().min(0), position: z.string() });

/** Leaf of an event; zeroes if its hash is unreadable. */
export function toLeaf({ damage, metadata }: RecordedEvent): Uint8Array {
  const isHash = damage === undefined && /^[\da-f]{64}$/.test(metadata?.hash);
  return isHash ? eventLeaf(metadata.hash) : new Uint8Array(HASH_BYTES);
}

/** Reason why an event's stored content differs from its hash. */
export function findContentMisfitReason(event: RecordedEvent): EventMisfitReason | undefined {
  if (event.damage !== undefined) return 'damaged';
  return hasExpectedHash(event) ? undefined : 'changed';
}

export const eventMisfit = (
  { stream, revision }: Pick<RecordedEvent, 'stream' | 'revision'>,
  because: EventMisfitReason,
): Misfit => ({ part: 'event', stream, revision, because });

/**
 * Misfit of a damaged event.
 * @param from revision from which its stream was read
 */
export function damageMisfit({ stream, events }: DamagedStream, from = 0): Misfit {
  const damaged = events?.find(({ damage }) => damage !== undefined);
  return eventMisfit({ stream, revision: damaged?.revision ?? from }, 'damaged');
}

/** Tree over the hashes of all events in log order, kept as tiles. */
export class LogTree {
  readonly tiles: TileRecords;
  private readonly chainEnds = new LRUCache<string, StreamEnd>({ max: MAX_CACHED_STREAMS });

  constructor(
    private readonly log: TreeLog,
    private readonly store: TileStore,
  ) {
    this.tiles = new TileRecords(store, 'log');
  }

  /** Part of the log that the tiles cover. */
  async readCovered(): Promise<Covered> {
    return (await this.readState()).value;
  }

  /**
   * Covers the log up to its present end.
   * @throws DoesNotFit for an event that cannot be covered, or for a covered event that has changed
   */
  async advance(assertHeld: AssertHeld, pace: Pace): Promise<Covered> {
    let state = await this.readState();
    await this.requireEnd(state.value);
    let readTo = state.value;
    let unwritten: RecordedEvent[] = [];
    for (;;) {
      const processorMsBefore = processorMs();
      const events = await this.log.readAll(readTo.position, BATCH_EVENTS);
      let misfit: Misfit | undefined;
      for (const event of events) {
        const because = await this.checkNext(event);
        if (because) misfit = eventMisfit(event, because);
        if (misfit) break;
        unwritten.push(event);
      }
      readTo = {
        size: readTo.size + events.length,
        position: events.at(-1)?.position ?? readTo.position,
      };
      const isEnd = events.length < BATCH_EVENTS || misfit !== undefined;
      if (unwritten.length > 0 && (isEnd || unwritten.length >= MAX_UNWRITTEN_LEAVES)) {
        state = await this.write(state, unwritten, assertHeld);
        unwritten = [];
      }
      if (misfit) throw new DoesNotFit([misfit]);
      if (isEnd) return state.value;
      await pace(processorMs() - processorMsBefore);
    }
  }

  /** Hashes of the tree's nodes, for proofs and roots of this many leaves. */
  nodes(size: number): NodeReader {
    return nodesInTiles(this.tiles.readPresent, size);
  }

  computeRoot(size: number): Promise<Uint8Array> {
    return computeRootAt(this.nodes(size), size);
  }

  /** @returns undefined if the tree does not cover the position */
  async findIndex(position: Position): Promise<number | undefined> {
    const { size, position: end } = await this.readCovered();
    if (position > end) return undefined;
    const tile = await this.tiles.findTileIndex(position, size);
    const events = await this.log.readAll(await this.tiles.findStartsAfter(tile), TILE_WIDTH);
    const eventIndex = events.findIndex((event) => event.position === position);
    return eventIndex < 0 ? undefined : tile * TILE_WIDTH + eventIndex;
  }

  /** Position of a covered event. */
  async findPosition(index: number): Promise<Position> {
    const tile = Math.floor(index / TILE_WIDTH);
    const count = (index % TILE_WIDTH) + 1;
    const events = await this.log.readAll(await this.tiles.findStartsAfter(tile), count);
    if (events.length < count) throw new DoesNotFit([{ part: 'log', index, because: 'cut' }]);
    return events.at(-1)!.position;
  }

  /**
   * Compares the events of the last tile, so that `advance` refuses a log whose end was cut
   * or replaced.
   * @throws DoesNotFit
   */
  async requireEnd({ size, position }: Covered): Promise<void> {
    if (size === 0) return;
    const index = Math.floor((size - 1) / TILE_WIDTH);
    const width = size - index * TILE_WIDTH;
    const tile = await this.tiles.read({ level: 0, index, width });
    if (!tile)
      throw new DoesNotFit([{ part: 'tile', tree: 'log', level: 0, index, because: 'missing' }]);
    const events = await this.log.readAll(await this.tiles.findStartsAfter(index), width);
    const leaves = splitHashes(tile);
    const changedIndex = leaves.findIndex((leaf, leafIndex) => {
      const event = events[leafIndex];
      return !event || !areEqual(toLeaf(event), leaf);
    });
    const event = events[changedIndex];
    if (changedIndex >= 0 && event)
      throw new DoesNotFit([
        eventMisfit(event, event.damage === undefined ? 'replaced' : 'damaged'),
      ]);
    if (changedIndex >= 0)
      throw new DoesNotFit([
        { part: 'log', index: index * TILE_WIDTH + changedIndex, because: 'cut' },
      ]);
    if (events.at(-1)!.position !== position)
      throw new DoesNotFit([eventMisfit(events.at(-1)!, 'moved')]);
  }

  /**
   * Checks the next event in log order, and advances the end of its stream's chain.
   * @returns the reason why it cannot be covered
   */
  async checkNext(event: RecordedEvent): Promise<EventMisfitReason | undefined> {
    const { stream, revision, metadata } = event;
    const because = findContentMisfitReason(event) ?? (await this.findChainMisfitReason(event));
    if (!because) this.chainEnds.set(stream, { revision, hash: metadata.hash });
    return because;
  }

  private async findChainMisfitReason({
    stream,
    revision,
    metadata,
  }: RecordedEvent): Promise<EventMisfitReason | undefined> {
    const previous = await this.findEndBefore(stream, revision);
    if (previous?.revision !== revision - 1) return 'missing';
    return previous.hash === metadata.previousHash ? undefined : 'unchained';
  }

  private async findEndBefore(stream: string, revision: number): Promise<StreamEnd | undefined> {
    if (revision === 0) return NO_END;
    const cachedEnd = this.chainEnds.get(stream);
    return cachedEnd?.revision === revision - 1
      ? cachedEnd
      : this.readEventBefore(stream, revision);
  }

  private async readEventBefore(stream: string, revision: number): Promise<StreamEnd | undefined> {
    try {
      const [event] = await this.log.read(stream, revision - 1);
      return event && { revision: event.revision, hash: event.metadata.hash };
    } catch (error) {
      if (error instanceof DamagedStream) return undefined;
      throw error;
    }
  }

  private async readState(): Promise<{ readonly value: Covered; readonly version: number }> {
    const found = await readRecord(this.store, TREE_KIND, STATE_ID, stateSchema);
    return found ?? { value: { size: 0, position: BEFORE_ALL }, version: 0 };
  }

  private async write(
    { value: before, version }: { readonly value: Covered; readonly version: number },
    events: readonly RecordedEvent[],
    assertHeld: AssertHeld,
  ): Promise<{ readonly value: Covered; readonly version: number }> {
    const contents = await computeAppendedTiles(
      this.tiles.readPresent,
      before.size,
      events.map(toLeaf),
    );
    await assertHeld();
    // Undefined for a tile that was begun earlier, because its record has the position already.
    const startsAfter = (tile: Tile): Position | undefined => {
      const first = tile.index * TILE_WIDTH - before.size;
      return first === 0 ? before.position : events[first - 1]?.position;
    };
    for (let level = 0; contents.some(({ tile }) => tile.level === level); level++)
      await this.writeTiles(
        level,
        contents
          .filter(({ tile }) => tile.level === level)
          .map((content) => ({
            index: content.tile.index,
            hashes: joinHashes(content),
            startsAfter: level === 0 ? startsAfter(content.tile) : undefined,
          })),
      );
    const value = { size: before.size + events.length, position: events.at(-1)!.position };
    const written = await this.store.put(TREE_KIND, STATE_ID, value, { expected: version });
    if (written === undefined) throw new Unavailable('Another process covers the log now');
    return { value, version: written };
  }

  /** @throws DoesNotFit if a stored tile holds other hashes */
  private writeTiles(level: number, tiles: readonly NewTile[]): Promise<void> {
    return this.tiles.write(level, tiles, (stored, { index, hashes, startsAfter }) => {
      if (!stored) return { hashes, startsAfter };
      const length = Math.min(stored.hashes.length, hashes.length);
      if (!areEqual(stored.hashes.subarray(0, length), hashes.subarray(0, length)))
        throw new DoesNotFit([{ part: 'tile', tree: 'log', level, index, because: 'changed' }]);
      return length === hashes.length ? stored : { hashes, startsAfter: stored.startsAfter };
    });
  }
}
