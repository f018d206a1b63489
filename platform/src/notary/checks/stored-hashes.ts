import { areEqual } from '../../proof/encoding.js';
import { TILE_WIDTH } from '../../proof/tiles.js';
import { HASH_BYTES } from '../../proof/tree.js';
import type { StoredTile, TileRecords } from '../trees/tile-records.js';

/** Hashes of stored tiles, one tile of each level in memory. */
export class StoredHashes {
  private readonly loaded = new Map<
    number,
    { readonly index: number; readonly tile: StoredTile | undefined }
  >();

  constructor(
    private readonly tiles: TileRecords,
    private readonly size: number,
  ) {}

  async hasHash(level: number, index: number, hash: Uint8Array): Promise<boolean> {
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
