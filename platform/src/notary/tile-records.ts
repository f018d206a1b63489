import type { Position } from '../event-log/event-log.js';
import { TILE_WIDTH, type TileReader } from '../proof/tiles.js';
import { HASH_BYTES } from '../proof/tree.js';
import type { KeyValueStore } from '../storage/key-value-store/key-value-store.js';
import { DoesNotFit } from './misfit.js';

/** Tile as stored. `after` is the position before its first event; tiles of level 0 have one. */
type TileRecord = { readonly hashes: string; readonly after?: Position };
export type StoredTile = {
  readonly hashes: Uint8Array;
  readonly after: Position | undefined;
  readonly version: number;
};
export type TreeName = 'log' | 'heads';
export type TileStore = Pick<KeyValueStore, 'get' | 'put'>;

const kindOf = (tree: TreeName): string => `notary ${tree} tile`;

/** Kind of the records of how far the trees are. */
export const TREE_KIND = 'notary tree';

/** Whether records of a kind hold positions of their log. They are made from the log again. */
export const isMadeFromLog = (kind: string): boolean =>
  kind === TREE_KIND || kind === kindOf('log') || kind === kindOf('heads');

/** Tiles of one tree in the key-value store. Full tiles are written once. */
export class TileRecords {
  private readonly kind: string;
  /** Positions before the tiles of level 0, which never change. */
  private readonly positions = new Map<number, Position>();

  constructor(
    private readonly store: TileStore,
    private readonly tree: TreeName,
  ) {
    this.kind = kindOf(tree);
  }

  async find(level: number, index: number): Promise<StoredTile | undefined> {
    const found = await this.store.get<TileRecord>(this.kind, `${level}/${index}`);
    if (!found) return undefined;
    const { hashes, after } = found.value;
    if (level === 0 && after !== undefined) this.positions.set(index, after);
    return { hashes: new Uint8Array(Buffer.from(hashes, 'base64')), after, version: found.version };
  }

  /** Tile with at least this many hashes, cut to them. */
  readonly read: TileReader = async ({ level, index, width }) => {
    const tile = await this.find(level, index);
    return tile && tile.hashes.length >= width * HASH_BYTES
      ? tile.hashes.subarray(0, width * HASH_BYTES)
      : undefined;
  };

  /**
   * Writes a tile if it has the version (0: no tile).
   * @returns whether it was written
   */
  async write(
    level: number,
    index: number,
    { hashes, after }: Pick<StoredTile, 'hashes' | 'after'>,
    version: number,
  ): Promise<boolean> {
    const record: TileRecord = {
      hashes: Buffer.from(hashes).toString('base64'),
      ...(after !== undefined && { after }),
    };
    const options = { expected: version };
    return (await this.store.put(this.kind, `${level}/${index}`, record, options)) !== undefined;
  }

  /** @throws DoesNotFit if there is no such tile of level 0 */
  async positionBefore(index: number): Promise<Position> {
    const known = this.positions.get(index) ?? (await this.find(0, index))?.after;
    if (known === undefined)
      throw new DoesNotFit([
        { part: 'tile', tree: this.tree, level: 0, index, because: 'missing' },
      ]);
    return known;
  }

  /** Last tile of level 0 that begins before a position, of a tree with this many leaves. */
  async tileBefore(position: Position, size: number): Promise<number> {
    let [first, last] = [0, Math.ceil(size / TILE_WIDTH) - 1];
    while (first < last) {
      const middle = Math.ceil((first + last) / 2);
      if ((await this.positionBefore(middle)) < position) first = middle;
      else last = middle - 1;
    }
    return first;
  }
}
