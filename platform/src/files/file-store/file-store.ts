export type StoredFile = { readonly bytes: number; readonly contentType: string };

/** All at hand, or coming in pieces, where a file is too large to be held. */
export type FileContent = Uint8Array | AsyncIterable<Uint8Array>;

/** A content on its way into a store, with what it has thrown itself, so that a store does not take that for a fault of its own. */
export class IncomingContent implements AsyncIterable<Uint8Array> {
  failure: unknown;

  constructor(private readonly content: FileContent) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of this.content instanceof Uint8Array ? [this.content] : this.content) yield chunk;
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}

/** Bytes by key (`<organization>_<file id>[.variant]`), private: an endpoint of ours issues short-lived links. */
export abstract class FileStore {
  /**
   * Whole or not at all, durable when it resolves; the same key again with the same bytes is the same file.
   * @throws whatever the content itself throws while it comes; what was there before stays then
   */
  abstract put(key: string, content: FileContent, contentType: string): Promise<void>;
  abstract stat(key: string): Promise<StoredFile | undefined>;
  /** A stream of the bytes, or of a part of them (both ends included). It fails rather than to end too early. */
  abstract read(key: string, range?: { readonly start: number; readonly end: number }): Promise<NodeJS.ReadableStream | undefined>;
  abstract remove(key: string): Promise<void>;
  abstract close(): Promise<void>;
}
