import { mayEver } from '#domain/kernel/policy.js';
import { refuse } from '#domain/kernel/refusal.js';
import { policy } from '#domain/policy.js';
import { createHash } from 'node:crypto';
import type { Asker } from '../../auth/caller.js';
import { largestFile } from '../../http/body-limits.js';
import { fileProblem } from './file.words.js';
import {
  type Sniffed,
  declaredKind,
  enoughToSniff,
  isAsDeclared,
  leastToSniff,
  sniff,
} from './sniff.js';

/** Browsers send a name without folders. */
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
  if (bytes > largestFile[kind === 'unsaid' ? 'video' : kind]) throw fileProblem('file-too-large');
  if (kind !== 'unsaid' && !mayEver(policy.files[kind], role)) refuse('not-allowed', 'file');
}

/**
 * A file that is coming in, known by its first bytes; it ends with a problem where it has more than
 * one of its kind may have.
 */
export class Incoming implements AsyncIterable<Buffer> {
  private readonly hash = createHash('sha256');
  private received = 0;

  private constructor(
    readonly sniffed: Sniffed,
    private readonly first: Buffer,
    private readonly rest: AsyncIterator<Buffer>,
  ) {}

  /**
   * Reads as far as it takes to tell what it is, and whether the asker may hand in such a thing.
   * @throws Problem, Refusal
   */
  static async begin(
    content: AsyncIterable<Buffer>,
    declaredType: string,
    asker: Asker,
  ): Promise<Incoming> {
    const rest = content[Symbol.asyncIterator]();
    try {
      return await Incoming.known(rest, declaredType, asker);
    } catch (error) {
      await rest.return?.();
      throw error;
    }
  }

  private static async known(
    rest: AsyncIterator<Buffer>,
    declaredType: string,
    { role }: Asker,
  ): Promise<Incoming> {
    let first = Buffer.alloc(0);
    while (first.length < enoughToSniff) {
      const piece = await next(rest);
      if (!piece) break;
      first = Buffer.concat([first, piece]);
    }
    if (first.length === 0) throw fileProblem('file-missing');
    const sniffed = first.length < leastToSniff ? undefined : sniff(first);
    if (!sniffed) throw fileProblem('file-type-unknown');
    if (!isAsDeclared(sniffed, declaredType)) throw fileProblem('file-not-as-declared');
    if (!mayEver(policy.files[sniffed.kind], role)) refuse('not-allowed', 'file');
    return new Incoming(sniffed, first, rest);
  }

  /** Once. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (let chunk: Buffer | undefined = this.first; chunk; chunk = await next(this.rest)) {
      this.received += chunk.length;
      if (this.received > largestFile[this.sniffed.kind]) throw fileProblem('file-too-large');
      this.hash.update(chunk);
      yield chunk;
    }
  }

  /** Size and SHA-256 of the whole content, once all of it was received. */
  whole(): { readonly bytes: number; readonly sha256: string } {
    return { bytes: this.received, sha256: this.hash.copy().digest('hex') };
  }

  /** Lets go of what is still to come: as long as it is held, it does not flow away. */
  async end(): Promise<void> {
    await this.rest.return?.();
  }
}

/**
 * Undefined at the end. A sender who is gone half way is no fault of ours; what the form's reader
 * refuses, it says itself.
 */
async function next(rest: AsyncIterator<Buffer>): Promise<Buffer | undefined> {
  try {
    const { done, value } = await rest.next();
    return done ? undefined : value;
  } catch (error) {
    throw 'statusCode' in Object(error) ? error : fileProblem('file-unfinished');
  }
}
