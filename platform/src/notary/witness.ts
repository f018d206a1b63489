import { fromDecimal, toBase64 } from '../proof/encoding.js';
import { parseNote } from '../proof/signed-note.js';
import { type NodeReader, consistencyProof } from '../proof/tree.js';

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
   * Signature lines for a checkpoint; undefined if there are none within 5 s.
   * @param known size of the last checkpoint that the witness has signed
   */
  async cosign(signed: Signed, nodes: NodeReader, known: number): Promise<string | undefined> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      let response = await this.send(signed, nodes, known, signal);
      if (response.status === 409) {
        const actual = fromDecimal((await readText(response)).trim());
        if (actual !== undefined && actual <= signed.size)
          response = await this.send(signed, nodes, actual, signal);
      }
      const lines = await readText(response);
      if (!response.ok) throw new Error(`The witness answers ${response.status}`);
      requireForeignNames(signed.note, lines);
      return lines;
    } catch (error) {
      this.options.onFailure(error);
      return undefined;
    }
  }

  private async send(
    { note, size }: Signed,
    nodes: NodeReader,
    known: number,
    signal: AbortSignal,
  ): Promise<Response> {
    const path = await consistencyProof(nodes, known, size);
    const body = [`old ${known}`, ...path.map(toBase64), '', note].join('\n');
    return fetch(`${this.options.url}/add-checkpoint`, { method: 'POST', body, signal });
  }
}

/** @throws Error for an answer that is too long for signature lines */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    // Leaving the loop cancels the rest of the answer.
    if (length > MAX_ANSWER_BYTES) throw new Error('The witness answers too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/**
 * A wrong signature in the log's own name would make its key refuse the note.
 * @throws InvalidNote, or Error for a line in a name that has signed the note already
 */
function requireForeignNames(note: string, lines: string): void {
  const own = parseNote(note);
  const all = parseNote(note + lines);
  const added = all.signatures.slice(own.signatures.length);
  const isOwn = added.some(({ name }) => own.signatures.some((line) => line.name === name));
  if (all.text !== own.text || added.length === 0 || isOwn)
    throw new Error('The witness answers with other lines than its own signatures');
}
