/**
 * Compares our trees, tiles, checkpoints and proofs with another implementation
 * (test/proof/second-implementation), which gets each tree as JSON, and whose notes we open.
 *
 *     node … test/proof/compare-trees.ts <program> [<random trees>]
 */
import { signCheckpoint } from '#platform/proof/checkpoint.js';
import { toBase64, utf8 } from '#platform/proof/encoding.js';
import {
  type NoteSigner,
  formatVerifierKey,
  openNote,
  parseVerifierKey,
  toVerifierKey,
} from '#platform/proof/signed-note.js';
import { tilePath } from '#platform/proof/tiles.js';
import { leafHash } from '#platform/proof/tree.js';
import { listTiles, createTree } from '#platform/testing/notary/proof-world.js';
import { spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Every tree up to this size is compared. */
const MAX_EVERY_SIZE = 300;
/** Trees up to this size are compared with all their proofs, larger ones with a sample. */
const MAX_EVERY_PROOF = 40;
const PROOFS_PER_TREE = 12;
const LARGEST_TREE = 8_000;
/** Size with tiles of three levels, two of them partial. */
const THREE_LEVEL_SIZE = 70_000;

const [program, randomTrees = '1000'] = process.argv.slice(2);
if (program === undefined) throw new Error('There is no program to compare with');
const signer: NoteSigner = { name: 'first.example/log', seed: randomBytes(32) };
const key = formatVerifierKey(toVerifierKey(signer));

/** Indexes of a tree: the first, the last and some between, or all. */
function chooseIndexes(count: number): readonly number[] {
  if (count <= MAX_EVERY_PROOF) return Array.from({ length: count }, (_, index) => index);
  const randomIndexes = Array.from({ length: PROOFS_PER_TREE - 2 }, () => randomInt(count));
  return [...new Set([0, count - 1, ...randomIndexes])];
}

async function createSampleTree(name: string, size: number) {
  const leaves = Array.from({ length: size }, (_, index) => leafHash(utf8(`${name}/${index}`)));
  const tree = await createTree(leaves);
  const tiles = await Promise.all(
    listTiles(size).map(async (tile) => [tilePath(tile), toBase64((await tree.read(tile))!)]),
  );
  const records = chooseIndexes(size).map(async (index) => ({
    at: index,
    path: (await tree.include(index)).path.map(toBase64),
  }));
  const trees = chooseIndexes(size).map(async (index) => ({
    at: index + 1,
    path: (await tree.extend(index + 1)).map(toBase64),
  }));
  return {
    name,
    size,
    key,
    tiles: Object.fromEntries(tiles),
    note: signCheckpoint({ origin: signer.name, ...tree }, signer),
    records: await Promise.all(records),
    trees: await Promise.all(trees),
  };
}

const sizes = [
  ...Array.from({ length: MAX_EVERY_SIZE }, (_, index) => index + 1),
  THREE_LEVEL_SIZE,
  // Small trees are as frequent as large ones.
  ...Array.from({ length: Number(randomTrees) }, () =>
    Math.ceil(LARGEST_TREE ** (randomInt(1, 2 ** 30) / 2 ** 30)),
  ),
];
const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
const exitOfProgram = once(child, 'close') as Promise<[code: number | null]>;
child.stdin.on('error', () => undefined); // Ignored, because the program reports why it ended.
const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
let [proofCount, noteCount] = [0, 0];
const sending = (async () => {
  for (const [number, size] of sizes.entries()) {
    if (child.exitCode !== null) break;
    const tree = await createSampleTree(`tree ${number}`, size);
    proofCount += tree.records.length + tree.trees.length;
    if (!child.stdin.write(`${JSON.stringify(tree)}\n`))
      await Promise.race([once(child.stdin, 'drain'), exitOfProgram]);
  }
  child.stdin.end();
})();
for (const size of sizes) {
  const { done, value } = await answers.next();
  if (done) break;
  const answer = JSON.parse(value) as { readonly key: string; readonly note: string };
  const text = openNote(answer.note, parseVerifierKey(answer.key));
  if (text.split('\n')[1] !== String(size)) throw new Error(`The note is of another tree: ${text}`);
  noteCount++;
}
await sending;
const [code] = await exitOfProgram;
if (code !== 0 || noteCount !== sizes.length)
  throw new Error(`Only ${noteCount} of ${sizes.length} trees are equal`);
process.stdout.write(`${sizes.length} trees and ${proofCount} proofs are equal\n`);
