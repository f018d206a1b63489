/**
 * Tiles of a tree (c2sp.org/tlog-tiles): up to 256 consecutive hashes of one level, each level
 * eight levels of the tree above the one before.
 */
import { concatBytes } from './encoding.js';
import { HASH_BYTES, type NodeReader, type TreeNode, computeRoot } from './tree.js';

export const TILE_HEIGHT = 8;
export const TILE_WIDTH = 256;

export type Tile = { readonly level: number; readonly index: number; readonly width: number };
/**
 * Reads the concatenated hashes of a tile. If the stored tile is wider than the requested one, the
 * rest is cut off.
 */
export type TileReader = (tile: Tile) => Promise<Uint8Array | undefined>;
export type TileContent = { readonly tile: Tile; readonly hashes: readonly Uint8Array[] };

/** Path below a log's prefix, such as `tile/0/x001/234.p/17`. */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index).padStart(3, '0');
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g)!;
  const name = groups.map((group, index) => (index < groups.length - 1 ? `x${group}` : group));
  return `tile/${level}/${name.join('/')}${width < TILE_WIDTH ? `.p/${width}` : ''}`;
}

/** Tile of a path; undefined unless `tilePath` writes it. */
export function parseTilePath(path: string): Tile | undefined {
  const match = /^tile\/(\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path);
  if (!match) return undefined;
  const [, level, name, width] = match;
  const tile = {
    level: Number(level),
    index: Number(name!.replaceAll(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
  return tile.level < 64 && tile.width > 0 && tilePath(tile) === path ? tile : undefined;
}

/** Tile from which a node's hash is read or computed. */
function tileOfNode({ level, index }: TreeNode, size: number): Tile {
  const tileLevel = Math.floor(level / TILE_HEIGHT);
  const first = index * 2 ** (level % TILE_HEIGHT);
  const tileIndex = Math.floor(first / TILE_WIDTH);
  const hashes = Math.floor(size / TILE_WIDTH ** tileLevel);
  const width = Math.min(TILE_WIDTH, hashes - tileIndex * TILE_WIDTH);
  return { level: tileLevel, index: tileIndex, width };
}

/** Reads a node's hash from its tile, or computes it. */
function hashInTile(tile: Uint8Array, { level, index }: TreeNode): Uint8Array {
  const count = 2 ** (level % TILE_HEIGHT);
  const first = (index * count) % TILE_WIDTH;
  return computeRoot(splitHashes(tile).slice(first, first + count));
}

/** Hashes that a tile's bytes consist of. */
export function splitHashes(tile: Uint8Array): readonly Uint8Array[] {
  return Array.from({ length: tile.length / HASH_BYTES }, (_, index) =>
    tile.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
}

export const joinHashes = ({ hashes }: Pick<TileContent, 'hashes'>): Uint8Array =>
  concatBytes(...hashes);

/** A tile that a tree of the size needs is missing or too short. */
class TileMissing extends Error {}

/**
 * Reader of nodes of a tree, which reads each tile once.
 * @throws TileMissing
 */
export function nodesInTiles(readTile: TileReader, size: number): NodeReader {
  const tiles = new Map<string, Promise<Uint8Array>>();
  return (nodes) =>
    Promise.all(
      nodes.map(async (node) => {
        const tile = tileOfNode(node, size);
        const path = tilePath(tile);
        const reading = tiles.get(path) ?? readWhole(readTile, tile);
        tiles.set(path, reading);
        return hashInTile(await reading, node);
      }),
    );
}

/**
 * Tiles that change or are added when leaves are appended, lowest level first.
 * @param size leaves before
 * @param leaves hashes of the appended leaves
 * @throws TileMissing
 */
export async function computeAppendedTiles(
  readTile: TileReader,
  size: number,
  leaves: readonly Uint8Array[],
): Promise<readonly TileContent[]> {
  const contents: TileContent[] = [];
  let start = size;
  let added = leaves;
  for (let level = 0; added.length > 0; level++) {
    const firstTile = Math.floor(start / TILE_WIDTH);
    const width = start % TILE_WIDTH;
    const partialTile =
      width > 0 ? await readWhole(readTile, { level, index: firstTile, width }) : [];
    const hashes =
      partialTile instanceof Uint8Array ? [...splitHashes(partialTile), ...added] : added;
    const roots: Uint8Array[] = [];
    for (let offset = 0; offset < hashes.length; offset += TILE_WIDTH) {
      const part = hashes.slice(offset, offset + TILE_WIDTH);
      const index = firstTile + offset / TILE_WIDTH;
      contents.push({ tile: { level, index, width: part.length }, hashes: part });
      if (part.length === TILE_WIDTH) roots.push(computeRoot(part));
    }
    start = firstTile;
    added = roots;
  }
  return contents;
}

async function readWhole(readTile: TileReader, tile: Tile): Promise<Uint8Array> {
  const bytes = await readTile(tile);
  const length = tile.width * HASH_BYTES;
  if (!bytes || bytes.length < length) throw new TileMissing(`There is no ${tilePath(tile)}`);
  return bytes.subarray(0, length);
}
