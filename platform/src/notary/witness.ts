import { type HttpAnswer, fetchText } from '../common/fetch-text.js';
import { fromDecimal, toBase64 } from '../proof/encoding.js';
import { parseNote } from '../proof/signed-note.js';
import { type NodeReader, proveConsistency } from '../proof/tree.js';

type Options = {
  readonly url: string;
  /** Called when the witness does not answer, or refuses. */
  readonly onFailure: (error: unknown) => void;
};
type Signed = { readonly note: string; readonly size: number };

const TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 4_096;

/** Witness of checkpoints (c2sp.org/tlog-witness), which signs that the log only grew. */
export class Witness {
  constructor(private readonly options: Options) {}

  /**
   * Signature lines for a checkpoint; undefined if the witness does not answer, or refuses.
   * @param cosignedSize size of the last checkpoint that the witness has signed
   */
  async cosign(
    signed: Signed,
    nodes: NodeReader,
    cosignedSize: number,
  ): Promise<string | undefined> {
    try {
      let answer = await this.send(signed, nodes, cosignedSize);
      if (answer.status === 409) {
        const actual = fromDecimal(answer.text.trim());
        if (actual !== undefined && actual <= signed.size)
          answer = await this.send(signed, nodes, actual);
      }
      if (!answer.ok) throw new Error(`The witness answers ${answer.status}`);
      requireForeignNames(signed.note, answer.text);
      return answer.text;
    } catch (error) {
      this.options.onFailure(error);
      return undefined;
    }
  }

  private async send(
    { note, size }: Signed,
    nodes: NodeReader,
    cosignedSize: number,
  ): Promise<HttpAnswer> {
    const path = await proveConsistency(nodes, cosignedSize, size);
    const body = [`old ${cosignedSize}`, ...path.map(toBase64), '', note].join('\n');
    const url = `${this.options.url}/add-checkpoint`;
    return fetchText(url, TIMEOUT_MS, { method: 'POST', body }, MAX_ANSWER_BYTES);
  }
}

/**
 * Refuses signatures in the log's own name: a wrong one would make verifiers refuse the note.
 * @throws InvalidNote, or Error for a line in a name that has signed the note already
 */
function requireForeignNames(note: string, lines: string): void {
  const original = parseNote(note);
  const extended = parseNote(note + lines);
  const added = extended.signatures.slice(original.signatures.length);
  const repeatsName = added.some(({ name }) =>
    original.signatures.some((line) => line.name === name),
  );
  if (extended.text !== original.text || added.length === 0 || repeatsName)
    throw new Error('The witness answers with other lines than its own signatures');
}
