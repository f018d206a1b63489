import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { listTiles } from '../testing/notary/proof-world.js';
import { countRuns } from '../testing/times.js';
import { bytesToHex, hexToBytes, utf8 } from './encoding.js';
import {
  type Tile,
  computeAppendedTiles,
  joinHashes,
  nodesInTiles,
  parseTilePath,
  tilePath,
} from './tiles.js';
import {
  EMPTY_ROOT,
  proveConsistency,
  proveInclusion,
  isConsistent,
  isIncluded,
  leafHash,
  nodeHash,
  computeRootAt,
  computeRoot,
} from './tree.js';

const leavesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => leafHash(utf8(`entry ${index}`)));

/** Tiles in memory, appended in parts, as the notary stores them. */
function createTileStore() {
  const stored = new Map<string, Uint8Array>();
  const nameOf = ({ level, index }: Tile) => `${level}/${index}`;
  const read = (tile: Tile) => Promise.resolve(stored.get(nameOf(tile)));
  let size = 0;
  return {
    read,
    stored,
    async append(leaves: readonly Uint8Array[]) {
      for (const content of await computeAppendedTiles(read, size, leaves))
        stored.set(nameOf(content.tile), joinHashes(content));
      size += leaves.length;
    },
    nodes: (size: number) => nodesInTiles(read, size),
  };
}

/** Root as section 2.1.1 of the RFC defines it. */
function rootByDefinition(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length <= 1) return leaves[0] ?? EMPTY_ROOT;
  const middle = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  return nodeHash(
    rootByDefinition(leaves.slice(0, middle)),
    rootByDefinition(leaves.slice(middle)),
  );
}

describe('a tree', () => {
  /** Vectors of Certificate Transparency, which other implementations of the RFC use too. */
  const entries = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ].map(hexToBytes);
  test.each([
    [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
    [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
    [3, 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
    [4, 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
    [5, '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
    [6, '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef'],
    [7, 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
    [8, '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
  ])('of %i entries has the known root', (size, root) =>
    expect(bytesToHex(computeRoot(entries.slice(0, size).map(leafHash)))).toBe(root),
  );

  test('proves each leaf and each earlier size, and no other, at all sizes to 40', async () => {
    const leaves = leavesOf(40);
    const store = createTileStore();
    for (let size = 1; size <= leaves.length; size++) {
      await store.append(leaves.slice(size - 1, size));
      const head = { size, root: rootByDefinition(leaves.slice(0, size)) };
      const nodes = store.nodes(size);
      expect(await computeRootAt(nodes, size)).toEqual(head.root);
      expect(computeRoot(leaves.slice(0, size))).toEqual(head.root);
      for (let index = 0; index < size; index++) {
        const path = await proveInclusion(nodes, index, size);
        expect(isIncluded(leaves[index]!, index, head, path)).toBe(true);
        if (size > 1) {
          const other = (index + 1) % size;
          expect(isIncluded(leaves[index]!, other, head, path)).toBe(false);
          expect(isIncluded(leaves[other]!, index, head, path)).toBe(false);
        }
        expect(isIncluded(leaves[index]!, index, head, [...path, EMPTY_ROOT])).toBe(false);
      }
      for (let from = 0; from <= size; from++) {
        const earlier = { size: from, root: computeRoot(leaves.slice(0, from)) };
        const path = await proveConsistency(nodes, from, size);
        expect(isConsistent(earlier, head, path)).toBe(true);
        // The root of a single leaf is that leaf.
        expect(isConsistent({ ...earlier, root: leaves[0]! }, head, path)).toBe(from === 1);
        expect(isConsistent(earlier, { ...head, root: EMPTY_ROOT }, path)).toBe(from === 0);
        expect(isConsistent(earlier, head, [...path, EMPTY_ROOT])).toBe(false);
      }
    }
  });

  test('refuses a proof in which any hash was changed', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 700 }).chain((size) =>
          fc.record({
            size: fc.constant(size),
            index: fc.nat(size - 1),
            from: fc.integer({ min: 1, max: size - 1 }),
          }),
        ),
        fc.nat(),
        async ({ size, index, from }, changedIndex) => {
          const leaves = leavesOf(size);
          const store = createTileStore();
          await store.append(leaves);
          const head = { size, root: computeRoot(leaves) };
          const earlier = { size: from, root: computeRoot(leaves.slice(0, from)) };
          const damage = (path: readonly Uint8Array[]) =>
            path.with(changedIndex % path.length, leafHash(path[changedIndex % path.length]!));
          const inclusion = await proveInclusion(store.nodes(size), index, size);
          expect(isIncluded(leaves[index]!, index, head, inclusion)).toBe(true);
          expect(isIncluded(leaves[index]!, index, head, damage(inclusion))).toBe(false);
          const consistency = await proveConsistency(store.nodes(size), from, size);
          expect(isConsistent(earlier, head, consistency)).toBe(true);
          expect(isConsistent(earlier, head, damage(consistency))).toBe(false);
        },
      ),
      { numRuns: countRuns(300) },
    ));
});

describe('tiles', () => {
  test('are the same however leaves are appended, and hold every earlier tree', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 5 }),
        async (parts) => {
          const leaves = leavesOf(parts.reduce((sum, part) => sum + part, 0));
          const [appendedInParts, appendedAtOnce] = [createTileStore(), createTileStore()];
          let size = 0;
          for (const part of parts) {
            await appendedInParts.append(leaves.slice(size, size + part));
            size += part;
          }
          await appendedAtOnce.append(leaves);
          expect(appendedInParts.stored).toEqual(appendedAtOnce.stored);
          expect([...appendedAtOnce.stored.keys()].sort()).toEqual(
            listTiles(size)
              .map(({ level, index }) => `${level}/${index}`)
              .sort(),
          );
          for (const treeSize of [parts[0]!, size])
            expect(await computeRootAt(appendedAtOnce.nodes(treeSize), treeSize)).toEqual(
              computeRoot(leaves.slice(0, treeSize)),
            );
        },
      ),
      { numRuns: countRuns(60) },
    ));

  test('of the example in the specification are listed', () => {
    const tiles = listTiles(70_000);
    const partial = tiles.filter(({ width }) => width < 256);
    expect(tiles).toHaveLength(273 + 1 + 1 + 1 + 1);
    expect(partial).toEqual([
      { level: 0, index: 273, width: 112 },
      { level: 1, index: 1, width: 17 },
      { level: 2, index: 0, width: 1 },
    ]);
  });

  test.each([
    ['tile/0/x001/x234/067', { level: 0, index: 1_234_067, width: 256 }],
    ['tile/1/000.p/17', { level: 1, index: 0, width: 17 }],
    ['tile/0/x001/000', { level: 0, index: 1000, width: 256 }],
  ])('have the path %s', (path, tile) => {
    expect(tilePath(tile)).toBe(path);
    expect(parseTilePath(path)).toEqual(tile);
  });

  test.each([
    'tile/00/000',
    'tile/64/000',
    'tile/0/0',
    'tile/0/001/002',
    'tile/0/x000/001',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/000.p/01',
    '/tile/0/000',
    'tile/0/000/',
  ])('have no path %s', (path) => expect(parseTilePath(path)).toBeUndefined());
});
