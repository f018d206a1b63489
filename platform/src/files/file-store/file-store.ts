export type StoredFile = { readonly bytes: number; readonly contentType: string };

/** Bytes in memory, or a stream for large files. */
type FileContent = Uint8Array | AsyncIterable<Uint8Array>;

/**
 * Private bytes by key (`<organization>_<file id>[.variant]`); an endpoint issues short-lived
 * links.
 */
export abstract class FileStore {
  /**
   * Stores the file atomically and durably. Idempotent for equal bytes.
   * @throws the error of `content`; an earlier file then stays
   */
  async put(key: string, content: FileContent, contentType: string): Promise<void> {
    let failure: unknown;
    async function* incoming(): AsyncGenerator<Uint8Array> {
      try {
        yield* content instanceof Uint8Array ? [content] : content;
      } catch (error) {
        failure = error;
        throw error;
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
  /** Stream of the bytes, or of an inclusive range. Fails rather than ending early. */
  abstract read(
    key: string,
    range?: { readonly start: number; readonly end: number },
  ): Promise<NodeJS.ReadableStream | undefined>;
  abstract remove(key: string): Promise<void>;
  abstract close(): Promise<void>;
}
