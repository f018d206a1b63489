export type StoredFile = { readonly bytes: number; readonly contentType: string };

/** All at hand, or coming in pieces, where a file is too large to be held. */
export type FileContent = Uint8Array | AsyncIterable<Uint8Array>;

/** What its sender says of a content before it has come: its length, its SHA-256 in hexadecimal. */
export type Promised = { readonly bytes?: number; readonly sha256?: string };

/** What came is not what was promised: cut short, or damaged on its way. Nothing of it is kept. */
export class NotAsPromised extends Error {}

/** Bytes by key (`<organization>_<file id>[.variant]`), private: an endpoint of ours issues short-lived links. */
export abstract class FileStore {
  /**
   * Whole or not at all, durable when it resolves; the same key again with the same bytes is the same file.
   * @throws NotAsPromised
   * @throws whatever the content itself throws while it comes; what was there before stays then
   */
  abstract put(key: string, content: FileContent, contentType: string, promised?: Promised): Promise<void>;
  abstract stat(key: string): Promise<StoredFile | undefined>;
  /** A stream of the bytes, or of a part of them (both ends included). It fails rather than to end too early. */
  abstract read(key: string, range?: { readonly start: number; readonly end: number }): Promise<NodeJS.ReadableStream | undefined>;
  abstract remove(key: string): Promise<void>;
  abstract close(): Promise<void>;
}
