import { mayEver } from '#domain/kernel/policy.js';
import { refuse } from '#domain/kernel/refusal.js';
import { policy } from '#domain/policy.js';
import { createHash } from 'node:crypto';
import type { Asker } from '../../../auth/caller.js';
import { MAX_FILE_BYTES } from '../../../http/body-limits.js';
import { fileProblem } from '../file.problems.js';
import {
  type Sniffed,
  declaredKind,
  FULL_SNIFF_BYTES,
  isAsDeclared,
  MIN_SNIFF_BYTES,
  sniff,
} from '../formats/sniff.js';

/** Whether a file name contains folders; browsers send none. */
export const isPath = (name: string | undefined): boolean =>
  /[/\\\0]/.test(name ?? '') || name === '..' || name === '.';

/**
 * Checks an upload before its bytes arrive: declared type, size and role. `sniff` later checks the
 * bytes themselves.
 * @throws Problem, Refusal
 */
export function checkDeclared(declaredType: string, bytes: number, { role }: Asker): void {
  if (bytes < 1) throw fileProblem('file-missing');
  const kind = declaredKind(declaredType);
  if (kind === undefined) throw fileProblem('file-type-unknown');
  if (bytes > MAX_FILE_BYTES[kind === 'undeclared' ? 'video' : kind])
    throw fileProblem('file-too-large');
  if (kind !== 'undeclared' && !mayEver(policy.files[kind], role)) refuse('not-allowed', 'file');
}

/**
 * File being received, whose type is known from its first bytes. Reading it throws above the size
 * limit of its kind.
 */
export class IncomingFile implements AsyncIterable<Buffer> {
  private readonly hash = createHash('sha256');
  private received = 0;

  private constructor(
    readonly sniffed: Sniffed,
    private readonly firstBytes: Buffer,
    private readonly remainingPieces: AsyncIterator<Buffer>,
  ) {}

  /**
   * Reads enough to detect the type, and checks whether the asker may upload it.
   * @throws Problem, Refusal
   */
  static async begin(
    content: AsyncIterable<Buffer>,
    declaredType: string,
    asker: Asker,
  ): Promise<IncomingFile> {
    const pieces = content[Symbol.asyncIterator]();
    try {
      return await IncomingFile.identify(pieces, declaredType, asker);
    } catch (error) {
      await pieces.return?.();
      throw error;
    }
  }

  private static async identify(
    pieces: AsyncIterator<Buffer>,
    declaredType: string,
    { role }: Asker,
  ): Promise<IncomingFile> {
    let first = Buffer.alloc(0);
    while (first.length < FULL_SNIFF_BYTES) {
      const piece = await readNext(pieces);
      if (!piece) break;
      first = Buffer.concat([first, piece]);
    }
    if (first.length === 0) throw fileProblem('file-missing');
    const sniffed = first.length < MIN_SNIFF_BYTES ? undefined : sniff(first);
    if (!sniffed) throw fileProblem('file-type-unknown');
    if (!isAsDeclared(sniffed, declaredType)) throw fileProblem('file-not-as-declared');
    if (!mayEver(policy.files[sniffed.kind], role)) refuse('not-allowed', 'file');
    return new IncomingFile(sniffed, first, pieces);
  }

  /** Yields the content; works only once. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (
      let chunk: Buffer | undefined = this.firstBytes;
      chunk;
      chunk = await readNext(this.remainingPieces)
    ) {
      this.received += chunk.length;
      if (this.received > MAX_FILE_BYTES[this.sniffed.kind]) throw fileProblem('file-too-large');
      this.hash.update(chunk);
      yield chunk;
    }
  }

  /** Size and SHA-256 of the content, after all of it was received. */
  summary(): { readonly bytes: number; readonly sha256: string } {
    return { bytes: this.received, sha256: this.hash.copy().digest('hex') };
  }

  /** Stops reading; otherwise the rest of the body stays in the socket. */
  async end(): Promise<void> {
    await this.remainingPieces.return?.();
  }
}

/**
 * Next piece; undefined at the end. A client that disconnects is no server error; refusals of the
 * form reader pass through.
 */
async function readNext(pieces: AsyncIterator<Buffer>): Promise<Buffer | undefined> {
  try {
    const { done, value } = await pieces.next();
    return done ? undefined : value;
  } catch (error) {
    throw 'statusCode' in Object(error) ? error : fileProblem('file-unfinished');
  }
}
