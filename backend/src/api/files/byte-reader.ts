/** Reads a stream of bytes piece by piece of a wanted length. */
export class ByteReader {
  private readonly source: AsyncIterator<Buffer>;
  private ahead: Buffer = Buffer.alloc(0);

  constructor(content: AsyncIterable<Buffer>) {
    this.source = content[Symbol.asyncIterator]();
  }

  /** Exactly so many bytes; fewer only where there are no more. */
  async take(length: number): Promise<Buffer> {
    const pieces = [this.ahead];
    let there = this.ahead.length;
    while (there < length) {
      const { done, value } = await this.source.next();
      if (done) break;
      pieces.push(value);
      there += value.length;
    }
    const all = pieces.length === 1 ? this.ahead : Buffer.concat(pieces, there);
    this.ahead = all.subarray(length);
    return all.subarray(0, length);
  }

  /** So many bytes as they come; fewer where there are no more. */
  async *pass(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0;) {
      const piece =
        this.ahead.length > 0
          ? this.ahead
          : ((await this.source.next()).value as Buffer | undefined);
      if (piece === undefined) return;
      this.ahead = piece.subarray(left);
      left -= piece.length;
      yield this.ahead.length > 0 ? piece.subarray(0, piece.length - this.ahead.length) : piece;
    }
  }

  /** Lets go of what is still to come. */
  async end(): Promise<void> {
    await this.source.return?.();
  }
}
