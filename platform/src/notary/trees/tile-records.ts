import type { Position } from '../../event-log/event-log.js';
import { TILE_WIDTH, type TileReader } from '../../proof/tiles.js';
import { HASH_BYTES } from '../../proof/tree.js';
import { z } from 'zod';
import type { KeyValueStore, Versioned } from '../../storage/key-value-store/key-value-store.js';
import { DoesNotFit } from '../misfit.js';

/**
 * Consecutive tiles of one level. `after` has the position before the first event of each; only
 * tiles of level 0 have one.
 */
type TilesRecord = { readonly hashes: string; readonly after?: readonly Position[] };
export type Tile = { readonly hashes: Uint8Array; readonly startsAfter: Position | undefined };
export type StoredTile = Tile & { readonly version: number };
export type NewTile = Tile & { readonly index: number };
export type TreeName = 'log' | 'heads';
export type TileStore = Pick<KeyValueStore, 'get' | 'put'>;

/**
 * Tiles per record. Three fill the pages of SQLite best: a hash takes 43 bytes, instead of 48 with
 * one tile per record.
 */
const TILES_PER_RECORD = 3;
const TILE_BYTES = TILE_WIDTH * HASH_BYTES;

const recordKind = (tree: TreeName): string => `notary ${tree} tiles`;

/** Kind of the records of the trees' progress. */
export const TREE_KIND = 'notary tree';

/**
 * Reads a record of the notary's progress.
 * @throws DoesNotFit if the record is not JSON, or has another shape
 */
export async function readRecord<Value>(
  store: Pick<KeyValueStore, 'get'>,
  kind: string,
  id: string,
  schema: z.ZodType<Value>,
): Promise<Versioned<Value> | undefined> {
  try {
    const found = await store.get(kind, id);
    return found && { value: schema.parse(found.value), version: found.version };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
    throw new DoesNotFit([{ part: 'record', id: `${kind} ${id}`, because: 'damaged' }]);
  }
}

/** Whether records of a kind hold positions of their log. They are made from the log again. */
export const isMadeFromLog = (kind: string): boolean =>
  kind === TREE_KIND || kind === recordKind('log') || kind === recordKind('heads');

/** Tiles of one tree in the key-value store. Full tiles of the log are written once. */
export class TileRecords {
  private readonly kind: string;
  /** Positions before the tiles of level 0, which never change. */
  private readonly positions = new Map<number, Position>();

  constructor(
    private readonly store: TileStore,
    private readonly tree: TreeName,
  ) {
    this.kind = recordKind(tree);
  }

  async find(level: number, index: number): Promise<StoredTile | undefined> {
    const { tiles, version } = await this.load(level, Math.floor(index / TILES_PER_RECORD));
    const tile = tiles[index % TILES_PER_RECORD];
    return tile && { ...tile, version };
  }

  /** Tile with at least this many hashes, cut to them. */
  readonly read: TileReader = async ({ level, index, width }) => {
    const tile = await this.find(level, index);
    return tile && tile.hashes.length >= width * HASH_BYTES
      ? tile.hashes.subarray(0, width * HASH_BYTES)
      : undefined;
  };

  /** Reads a tile like `read`; throws DoesNotFit if it is missing or too short. */
  readonly readPresent: TileReader = async (tile) => {
    const { level, index } = tile;
    const hashes = await this.read(tile);
    if (hashes) return hashes;
    throw new DoesNotFit([{ part: 'tile', tree: this.tree, level, index, because: 'missing' }]);
  };

  /**
   * Writes tiles of a level. `merge` makes each one from the stored tile, returns the stored tile
   * to leave it, and is called again after a concurrent write.
   */
  async write<Written extends NewTile>(
    level: number,
    newTiles: readonly Written[],
    merge: (stored: StoredTile | undefined, tile: Written) => Tile,
  ): Promise<void> {
    const groups = new Map<number, Written[]>();
    for (const tile of newTiles) {
      const group = Math.floor(tile.index / TILES_PER_RECORD);
      groups.set(group, [...(groups.get(group) ?? []), tile]);
    }
    await Promise.all(
      [...groups].map(async ([group, members]) => {
        for (;;) {
          const { tiles, version } = await this.load(level, group);
          const merged = [...tiles];
          for (const tile of members) {
            const indexInRecord = tile.index % TILES_PER_RECORD;
            const stored = tiles[indexInRecord];
            merged[indexInRecord] = merge(stored && { ...stored, version }, tile);
          }
          const isUnchanged = merged.every(
            ({ hashes }, indexInRecord) => hashes === tiles[indexInRecord]?.hashes,
          );
          if (isUnchanged || (await this.put(level, group, merged, version))) return;
        }
      }),
    );
  }

  /**
   * Position before the first event of a tile.
   * @throws DoesNotFit if there is no such tile of level 0
   */
  async findStartsAfter(index: number): Promise<Position> {
    const position = this.positions.get(index) ?? (await this.find(0, index))?.startsAfter;
    if (position === undefined)
      throw new DoesNotFit([
        { part: 'tile', tree: this.tree, level: 0, index, because: 'missing' },
      ]);
    return position;
  }

  /**
   * Index of the last tile of level 0 that begins before a position, which holds its leaf.
   * @param size leaves of the tree
   */
  async findTileIndex(position: Position, size: number): Promise<number> {
    let first = 0;
    let last = Math.ceil(size / TILE_WIDTH) - 1;
    while (first < last) {
      const middle = Math.ceil((first + last) / 2);
      if ((await this.findStartsAfter(middle)) < position) first = middle;
      else last = middle - 1;
    }
    return first;
  }

  private async load(
    level: number,
    group: number,
  ): Promise<{ readonly tiles: readonly Tile[]; readonly version: number }> {
    const found = await this.store
      .get<Partial<TilesRecord> | null>(this.kind, `${level}/${group}`)
      .catch((error: unknown) => {
        if (!(error instanceof SyntaxError)) throw error;
        return { value: null, version: 0 };
      });
    if (!found) return { tiles: [], version: 0 };
    const { version } = found;
    const { hashes, after = [] } = found.value ?? {};
    // A record that cannot be read counts as missing.
    if (typeof hashes !== 'string' || !Array.isArray(after)) return { tiles: [], version };
    const bytes = new Uint8Array(Buffer.from(hashes, 'base64'));
    const tiles = Array.from(
      { length: Math.ceil(bytes.length / TILE_BYTES) },
      (_, indexInRecord) => ({
        hashes: bytes.subarray(indexInRecord * TILE_BYTES, (indexInRecord + 1) * TILE_BYTES),
        startsAfter: after[indexInRecord],
      }),
    );
    if (level === 0)
      for (const [indexInRecord, position] of after.entries())
        this.positions.set(group * TILES_PER_RECORD + indexInRecord, position);
    return { tiles, version };
  }

  private async put(
    level: number,
    group: number,
    tiles: readonly Tile[],
    expected: number,
  ): Promise<boolean> {
    const record: TilesRecord = {
      hashes: Buffer.concat(tiles.map(({ hashes }) => hashes)).toString('base64'),
      ...(level === 0 && { after: tiles.map(({ startsAfter }) => startsAfter!) }),
    };
    const version = await this.store.put(this.kind, `${level}/${group}`, record, { expected });
    return version !== undefined;
  }
}
