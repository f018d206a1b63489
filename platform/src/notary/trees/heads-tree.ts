import { type Pace, processorMs } from '../../common/pace.js';
import {
  BEFORE_ALL,
  DamagedStream,
  type Position,
  type RecordedEvent,
  readUndamaged,
} from '../../event-log/event-log.js';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { hash } from 'node:crypto';
import { areEqual } from '../../proof/encoding.js';
import { headLeaf } from '../../proof/event-hash.js';
import { TILE_WIDTH, splitHashes, nodesInTiles } from '../../proof/tiles.js';
import { HASH_BYTES, type NodeReader, computeRootAt, computeRoot } from '../../proof/tree.js';
import { Unavailable } from '../../common/unavailable.js';
import type { AssertHeld } from '../../storage/key-value-store/distributed-mutex.js';
import { BATCH_EVENTS, type TreeLog, damageMisfit } from './log-tree.js';
import { type Covered, DoesNotFit } from '../misfit.js';
import { TREE_KIND, TileRecords, type TileStore, readRecord } from './tile-records.js';

/** Leaf of a stream in the heads tree, by its last event. */
export const toHeadLeaf = ({
  stream,
  revision,
  metadata: { hash: eventHash },
}: Pick<RecordedEvent, 'stream' | 'revision' | 'metadata'>): Uint8Array =>
  headLeaf({ stream, revision, hash: eventHash });

/** Part of the log whose streams' heads are in the tiles. */
type HeadsState = Covered & { readonly streams: number };
const STATE_ID = 'heads';
const stateSchema = z.object({
  size: z.int().min(0),
  position: z.string(),
  streams: z.int().min(0),
});
const NO_HEADS: HeadsState = { size: 0, position: BEFORE_ALL, streams: 0 };
/** Changed tiles that are written together. */
const MAX_CHANGED_TILES = 64;
const MAX_CACHED_STREAMS = 10_000;

/**
 * Tree over the last event of each stream, in the order of the streams' first events
 * (docs/decisions/heads-in-order-of-their-first-event.md).
 */
export class HeadsTree {
  readonly tiles: TileRecords;
  private readonly firstPositions = new LRUCache<string, Position>({ max: MAX_CACHED_STREAMS });

  constructor(
    private readonly log: TreeLog,
    private readonly store: TileStore,
  ) {
    this.tiles = new TileRecords(store, 'heads');
  }

  /**
   * Advances the heads to a covered part of the log.
   * @throws DoesNotFit if a stream's head is not among the tiles
   */
  async advance(to: Covered, assertHeld: AssertHeld, pace: Pace): Promise<HeadsState> {
    const found = await readRecord(this.store, TREE_KIND, STATE_ID, stateSchema);
    const from = found?.value ?? NO_HEADS;
    if (from.size >= to.size) return from;
    const changes = new ChangedTiles(this.tiles, from.streams, assertHeld);
    /** Streams whose last event was found already, by a short hash of their name. */
    const finishedStreams = new Set<string>();
    let position = from.position;
    while (position < to.position) {
      const processorMsBefore = processorMs();
      const batch = await this.log.readAll(position, BATCH_EVENTS);
      const events = batch.filter((event) => event.position <= to.position);
      if (events.length === 0) break;
      const firstInBatch = new Map<string, RecordedEvent>();
      for (const event of events)
        if (!finishedStreams.has(shortStreamHash(event.stream)) && !firstInBatch.has(event.stream))
          firstInBatch.set(event.stream, event);
      const heads = new Map(
        await Promise.all(
          [...firstInBatch].map(
            async ([stream, event]) => [stream, await this.readHead(event, to)] as const,
          ),
        ),
      );
      for (const [eventIndex, event] of events.entries()) {
        const head = firstInBatch.get(event.stream) === event && heads.get(event.stream);
        if (!head) continue;
        const startsAfter = events[eventIndex - 1]?.position ?? position;
        if (event.revision === 0) await changes.append(toHeadLeaf(head), startsAfter);
        else await this.replace(changes, event, head, from);
        if (head.revision > event.revision) finishedStreams.add(shortStreamHash(event.stream));
      }
      position = events.at(-1)!.position;
      if (changes.count > MAX_CHANGED_TILES) await changes.write();
      await pace(processorMs() - processorMsBefore);
    }
    await changes.write();
    const state: HeadsState = { ...to, streams: changes.streams };
    const options = { expected: found?.version ?? 0 };
    if ((await this.store.put(TREE_KIND, STATE_ID, state, options)) === undefined)
      throw new Unavailable('Another process publishes heads now');
    return state;
  }

  /** Part of the log whose heads the tiles hold. */
  async readCovered(): Promise<HeadsState> {
    const found = await readRecord(this.store, TREE_KIND, STATE_ID, stateSchema);
    return found?.value ?? NO_HEADS;
  }

  nodes(streams: number): NodeReader {
    return nodesInTiles(this.tiles.readPresent, streams);
  }

  computeRoot(streams: number): Promise<Uint8Array> {
    return computeRootAt(this.nodes(streams), streams);
  }

  /**
   * Index of a stream's leaf.
   * @param first position of the stream's first event
   */
  async findIndex(leaf: Uint8Array, first: Position, streams: number): Promise<number | undefined> {
    if (streams === 0) return undefined;
    const index = await this.tiles.findTileIndex(first, streams);
    const tile = await this.tiles.find(0, index);
    return tile && findLeafIndex(tile.hashes, [leaf], index, streams);
  }

  /** @param event first event of the stream after `from` */
  private async replace(
    changes: ChangedTiles,
    event: RecordedEvent,
    head: RecordedEvent,
    from: HeadsState,
  ): Promise<void> {
    const { stream, revision, metadata } = event;
    const index = await this.tiles.findTileIndex(
      await this.readFirstPosition(stream),
      from.streams,
    );
    const hashes = await changes.readHashes(index);
    const before = { stream, revision: revision - 1, hash: metadata.previousHash };
    const leafIndex =
      findLeafIndex(hashes, [headLeaf(before)], index, from.streams) ??
      // After a crash, the tile may hold a later head than the stored state.
      findLeafIndex(
        hashes,
        (await readUndamaged(this.log, stream)).map(toHeadLeaf),
        index,
        from.streams,
      );
    if (leafIndex === undefined)
      throw new DoesNotFit([{ part: 'tile', tree: 'heads', level: 0, index, because: 'changed' }]);
    changes.set(leafIndex, toHeadLeaf(head));
  }

  /** Last covered event of an event's stream. */
  private async readHead(event: RecordedEvent, to: Covered): Promise<RecordedEvent> {
    const events = await this.log
      .read(event.stream, event.revision)
      .catch((error: unknown): never => {
        if (!(error instanceof DamagedStream)) throw error;
        throw new DoesNotFit([damageMisfit(error, event.revision)]);
      });
    if (event.revision === 0) this.firstPositions.set(event.stream, event.position);
    return events.findLast(({ position }) => position <= to.position) ?? event;
  }

  private async readFirstPosition(stream: string): Promise<Position> {
    const position =
      this.firstPositions.get(stream) ?? (await readUndamaged(this.log, stream))[0]!.position;
    this.firstPositions.set(stream, position);
    return position;
  }
}

/** Index of the first of some leaves in a tile of level 0. */
function findLeafIndex(
  hashes: Uint8Array,
  leaves: readonly Uint8Array[],
  tile: number,
  streams: number,
): number | undefined {
  const width = Math.min(TILE_WIDTH, streams - tile * TILE_WIDTH);
  const leafIndex = splitHashes(hashes)
    .slice(0, width)
    .findIndex((each) => leaves.some((leaf) => areEqual(leaf, each)));
  return leafIndex < 0 ? undefined : tile * TILE_WIDTH + leafIndex;
}

/** Hash of 16 bytes, shorter than a name, because the first pass remembers every stream. */
const shortStreamHash = (stream: string): string =>
  hash('sha256', stream, 'buffer').toString('latin1', 0, 16);

type ChangedTile = {
  hashes: Uint8Array;
  readonly startsAfter: Position | undefined;
  readonly version: number;
};

/** Tiles of the heads tree that are changed in memory, then written together. */
class ChangedTiles {
  /** Changed tiles by level and index. */
  private readonly levels: Map<number, ChangedTile>[] = [];

  constructor(
    private readonly tiles: TileRecords,
    public streams: number,
    private readonly assertHeld: AssertHeld,
  ) {}

  get count(): number {
    return this.levels[0]?.size ?? 0;
  }

  async readHashes(index: number): Promise<Uint8Array> {
    return (await this.load(0, index)).hashes;
  }

  set(index: number, leaf: Uint8Array): void {
    const tile = this.levels[0]!.get(Math.floor(index / TILE_WIDTH))!;
    tile.hashes.set(leaf, (index % TILE_WIDTH) * HASH_BYTES);
  }

  async append(leaf: Uint8Array, startsAfter: Position): Promise<void> {
    await this.put(0, this.streams++, leaf, startsAfter);
  }

  async write(): Promise<void> {
    for (let level = 0; level < this.levels.length; level++)
      for (const [index, { hashes }] of this.levels[level]!)
        if (hashes.length === TILE_WIDTH * HASH_BYTES)
          await this.put(level + 1, index, computeRoot(splitHashes(hashes)));
    await this.assertHeld();
    for (const [level, tiles] of this.levels.entries())
      await this.tiles.write(
        level,
        [...tiles].map(([index, tile]) => ({ ...tile, index })),
        (stored, tile) => {
          if ((stored?.version ?? 0) !== tile.version)
            throw new Unavailable('Another process publishes heads now');
          return tile;
        },
      );
    this.levels.length = 0;
  }

  private async put(
    level: number,
    index: number,
    hash: Uint8Array,
    startsAfter?: Position,
  ): Promise<void> {
    const byteOffset = (index % TILE_WIDTH) * HASH_BYTES;
    const tile = await this.load(level, Math.floor(index / TILE_WIDTH), startsAfter);
    if (tile.hashes.length < byteOffset + HASH_BYTES) {
      const wider = new Uint8Array(byteOffset + HASH_BYTES);
      wider.set(tile.hashes);
      tile.hashes = wider;
    }
    tile.hashes.set(hash, byteOffset);
  }

  private async load(level: number, index: number, startsAfter?: Position): Promise<ChangedTile> {
    const tiles = (this.levels[level] ??= new Map());
    const loaded = tiles.get(index);
    if (loaded) return loaded;
    const stored = await this.tiles.find(level, index);
    const tile: ChangedTile = {
      hashes: stored?.hashes ?? new Uint8Array(),
      startsAfter: stored?.startsAfter ?? startsAfter,
      version: stored?.version ?? 0,
    };
    tiles.set(index, tile);
    return tile;
  }
}
