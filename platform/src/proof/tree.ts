/**
 * Merkle tree of RFC 9162, section 2.1, on SHA-256: roots, inclusion and consistency proofs, and
 * their verification.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { areEqual, concatBytes } from './encoding.js';

export const HASH_BYTES = 32;

/** Root of a perfect subtree: leaves `index · 2^level` to `(index + 1) · 2^level`. */
export type TreeNode = { readonly level: number; readonly index: number };
/** Reads hashes of nodes, in the order of the nodes. */
export type NodeReader = (nodes: readonly TreeNode[]) => Promise<readonly Uint8Array[]>;
export type TreeHead = { readonly size: number; readonly root: Uint8Array };
type Range = readonly [start: number, end: number];

/** First bytes of hashed leaves and nodes, so that neither is taken for the other. */
const [LEAF, NODE] = [Uint8Array.of(0), Uint8Array.of(1)];

export const leafHash = (entry: Uint8Array): Uint8Array => sha256(concatBytes(LEAF, entry));

export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256(concatBytes(NODE, left, right));

/** Root of a tree without leaves. */
export const EMPTY_ROOT = sha256(new Uint8Array());

/** Root over leaf hashes. */
export function computeRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return EMPTY_ROOT;
  let level = leaves;
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let index = 0; index + 1 < level.length; index += 2)
      above.push(nodeHash(level[index]!, level[index + 1]!));
    if (level.length % 2 === 1) above.push(level.at(-1)!);
    level = above;
  }
  return level[0]!;
}

/** Root of the first `size` leaves. */
export async function computeRootAt(read: NodeReader, size: number): Promise<Uint8Array> {
  if (size === 0) return EMPTY_ROOT;
  const [root] = await readRangeHashes(read, [[0, size]]);
  return root!;
}

/** Hashes from the leaf's sibling up to the root's child. */
export function proveInclusion(
  read: NodeReader,
  index: number,
  size: number,
): Promise<readonly Uint8Array[]> {
  return readRangeHashes(read, siblingRanges(index, size));
}

/** Hashes that show the tree of `from` leaves to be the beginning of the one of `size`. */
export async function proveConsistency(
  read: NodeReader,
  from: number,
  size: number,
): Promise<readonly Uint8Array[]> {
  return from === 0 ? [] : readRangeHashes(read, consistencyRanges(from, size).ranges);
}

export function isIncluded(
  leaf: Uint8Array,
  index: number,
  { size, root }: TreeHead,
  path: readonly Uint8Array[],
): boolean {
  if (!(index >= 0 && index < size)) return false;
  const siblings = siblingRanges(index, size);
  if (path.length !== siblings.length) return false;
  const computedRoot = siblings.reduce(
    (hash, [start], step) =>
      start > index ? nodeHash(hash, path[step]!) : nodeHash(path[step]!, hash),
    leaf,
  );
  return areEqual(computedRoot, root);
}

/** Whether the earlier tree is the beginning of the later one. */
export function isConsistent(
  earlier: TreeHead,
  later: TreeHead,
  path: readonly Uint8Array[],
): boolean {
  if (earlier.size > later.size) return false;
  if (earlier.size === 0) return path.length === 0 && areEqual(earlier.root, EMPTY_ROOT);
  const { ranges, isOfWholeTree } = consistencyRanges(earlier.size, later.size);
  if (path.length !== ranges.length) return false;
  let before = isOfWholeTree ? earlier.root : path[0]!;
  let after = before;
  for (let step = isOfWholeTree ? 0 : 1; step < path.length; step++) {
    const hash = path[step]!;
    const isAppended = ranges[step]![0] >= earlier.size;
    after = isAppended ? nodeHash(after, hash) : nodeHash(hash, after);
    if (!isAppended) before = nodeHash(hash, before);
  }
  return areEqual(before, earlier.root) && areEqual(after, later.root);
}

/** Ranges of leaves that are siblings on the way from a leaf to the root, lowest first. */
function siblingRanges(index: number, size: number): readonly Range[] {
  const ranges: Range[] = [];
  let start = 0;
  let end = size;
  while (end - start > 1) {
    const middle = splitPoint(start, end);
    const isLeft = index < middle;
    ranges.push(isLeft ? [middle, end] : [start, middle]);
    if (isLeft) end = middle;
    else start = middle;
  }
  return ranges.reverse();
}

/** Ranges of a consistency proof, lowest first: SUBPROOF of the RFC. */
function consistencyRanges(
  from: number,
  size: number,
): {
  readonly ranges: readonly Range[];
  /** Whether the earlier tree is one subtree of the later one, whose hash the verifier has. */
  readonly isOfWholeTree: boolean;
} {
  const ranges: Range[] = [];
  let start = 0;
  let end = size;
  while (from !== end) {
    const middle = splitPoint(start, end);
    const isLeft = from <= middle;
    ranges.push(isLeft ? [middle, end] : [start, middle]);
    if (isLeft) end = middle;
    else start = middle;
  }
  const isOfWholeTree = start === 0;
  if (!isOfWholeTree) ranges.push([start, end]);
  return { ranges: ranges.reverse(), isOfWholeTree };
}

/** Beginning of a range plus the largest power of two below its length. */
function splitPoint(start: number, end: number): number {
  let width = 1;
  while (width * 2 < end - start) width *= 2;
  return start + width;
}

/** Perfect subtrees that a range consists of, from left to right, the largest first. */
function perfectSubtrees([start, end]: Range): readonly TreeNode[] {
  const nodes: TreeNode[] = [];
  for (let next = start; next < end;) {
    let level = 0;
    let width = 1;
    while (next % (width * 2) === 0 && next + width * 2 <= end) {
      width *= 2;
      level++;
    }
    nodes.push({ level, index: next / width });
    next += width;
  }
  return nodes;
}

/** Hashes of ranges, whose nodes are read together. */
async function readRangeHashes(
  read: NodeReader,
  ranges: readonly Range[],
): Promise<readonly Uint8Array[]> {
  const nodes = ranges.map(perfectSubtrees);
  const hashes = await read(nodes.flat());
  let next = 0;
  return nodes.map(({ length }) => {
    next += length;
    return hashes.slice(next - length, next).reduceRight((right, left) => nodeHash(left, right));
  });
}
