/** Proof that one entry is in a log (c2sp.org/tlog-proof@v1). */
import { fromBase64, fromDecimal, toBase64 } from './encoding.js';
import { HASH_BYTES } from './tree.js';

const TITLE = 'c2sp.org/tlog-proof@v1';

export type LogProof = {
  readonly index: number;
  /** Hashes from the leaf's sibling up to the root's child. */
  readonly path: readonly Uint8Array[];
  /** Checkpoint as a signed note. */
  readonly checkpoint: string;
};

/** The text is no `tlog-proof@v1`. */
export class InvalidLogProof extends Error {}

export function formatLogProof({ index, path, checkpoint }: LogProof): string {
  return [TITLE, `index ${index}`, ...path.map(toBase64), '', checkpoint].join('\n');
}

/** @throws InvalidLogProof */
export function parseLogProof(text: string): LogProof {
  const end = text.indexOf('\n\n');
  const [title, ...lines] = text.slice(0, Math.max(end, 0)).split('\n');
  if (title !== TITLE) throw new InvalidLogProof(`A proof begins with ${TITLE}`);
  if (lines[0]?.startsWith('extra ')) lines.shift();
  const [indexLine = '', ...hashLines] = lines;
  const index = indexLine.startsWith('index ') ? fromDecimal(indexLine.slice(6)) : undefined;
  if (index === undefined) throw new InvalidLogProof('A proof names the index of its entry');
  const path = hashLines.map((line) => fromBase64(line));
  if (!path.every((hash) => hash?.length === HASH_BYTES))
    throw new InvalidLogProof('A hash of the proof is malformed');
  return { index, path: path as readonly Uint8Array[], checkpoint: text.slice(end + 2) };
}
