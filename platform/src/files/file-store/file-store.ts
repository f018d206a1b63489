export type StoredFile = { readonly bytes: number; readonly contentType: string };

/** In memory, or a stream where a file is too large to be held. */
type FileContent = Uint8Array | AsyncIterable<Uint8Array>;

/**
 * Bytes by key (`<organization>_<file id>[.variant]`), private: an endpoint of ours issues
 * short-lived links.
 */
export abstract class FileStore {
  /**
   * Whole or not at all, durable when it resolves; the same key again with the same bytes is the
   * same file.
   * @throws whatever the content itself throws while it comes; what was there before stays then
   */
  async put(key: string, content: FileContent, contentType: string): Promise<void> {
    let failure: unknown;
    async function* incoming(): AsyncGenerator<Uint8Array> {
      try {
        yield* content instanceof Uint8Array ? [content] : content;
      } catch (error) {
        throw (failure = error);
      }
    }
    await this.write(key, incoming(), contentType).catch((error: unknown) => {
      throw failure ?? error;
    });
  }
  protected abstract write(
    key: string,
    content: AsyncIterable<Uint8Array>,
    contentType: string,
  ): Promise<void>;
  abstract stat(key: string): Promise<StoredFile | undefined>;
  /**
   * A stream of the bytes, or of a part of them (both ends included). It fails rather than to end
   * too early.
   */
  abstract read(
    key: string,
    range?: { readonly start: number; readonly end: number },
  ): Promise<NodeJS.ReadableStream | undefined>;
  abstract remove(key: string): Promise<void>;
  abstract close(): Promise<void>;
}
