import { createHash } from 'node:crypto';
import { type FileContent, NotAsPromised, type Promised } from './file-store.js';

/** A content on its way into a store, held to what was promised of it before its end is seen. */
export class CheckedContent implements AsyncIterable<Uint8Array> {
  /** What was wrong with the content itself, so that a store does not take it for a fault of its own. */
  failure: unknown;

  constructor(
    private readonly content: FileContent,
    private readonly promised: Promised = {},
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const hash = this.promised.sha256 === undefined ? undefined : createHash('sha256');
    let bytes = 0;
    try {
      for await (const chunk of this.content instanceof Uint8Array ? [this.content] : this.content) {
        bytes += chunk.length;
        if (bytes > (this.promised.bytes ?? Infinity)) break;
        hash?.update(chunk);
        yield chunk;
      }
      if (bytes !== (this.promised.bytes ?? bytes)) throw new NotAsPromised(`A file of ${this.promised.bytes} bytes was promised, another came`);
      if (hash && hash.digest('hex') !== this.promised.sha256?.toLowerCase()) throw new NotAsPromised('A file came that is not the one promised');
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}
