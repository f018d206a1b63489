/** Reads exact numbers of bytes from a stream of pieces. */
export class ByteReader {
  private readonly source: AsyncIterator<Buffer>;
  private buffered: Buffer = Buffer.alloc(0);

  constructor(content: AsyncIterable<Buffer>) {
    this.source = content[Symbol.asyncIterator]();
  }

  /** Reads exactly `length` bytes, or the rest at the end of the stream. */
  async take(length: number): Promise<Buffer> {
    const pieces = [this.buffered];
    let available = this.buffered.length;
    while (available < length) {
      const { done, value } = await this.source.next();
      if (done) break;
      pieces.push(value);
      available += value.length;
    }
    const all = pieces.length === 1 ? this.buffered : Buffer.concat(pieces, available);
    this.buffered = all.subarray(length);
    return all.subarray(0, length);
  }

  /** Yields `length` bytes as they arrive, or the rest at the end of the stream. */
  async *yieldBytes(length: number): AsyncGenerator<Buffer> {
    for (let remaining = length; remaining > 0;) {
      const piece =
        this.buffered.length > 0
          ? this.buffered
          : ((await this.source.next()).value as Buffer | undefined);
      if (piece === undefined) return;
      this.buffered = piece.subarray(remaining);
      remaining -= piece.length;
      yield this.buffered.length > 0
        ? piece.subarray(0, piece.length - this.buffered.length)
        : piece;
    }
  }

  /** Stops reading the stream. */
  async end(): Promise<void> {
    await this.source.return?.();
  }
}
