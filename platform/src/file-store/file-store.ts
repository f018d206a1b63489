export type StoredFile = { readonly bytes: number; readonly contentType: string };

/** Bytes by key (`<organization>_<file id>[.variant]`), private: a door of ours hands out short-lived links. */
export interface FileStore {
  /** Whole or not at all, durable when it resolves; the same key again with the same bytes is the same file. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  stat(key: string): Promise<StoredFile | undefined>;
  /** A stream of the bytes, or of a part of them (both ends included). */
  read(key: string, range?: { readonly start: number; readonly end: number }): Promise<NodeJS.ReadableStream | undefined>;
  remove(key: string): Promise<void>;
  close(): Promise<void>;
}
