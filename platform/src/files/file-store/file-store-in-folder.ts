import { createHash, randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, link, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Unavailable } from '../../common/unavailable.js';
import { FileStore, type StoredFile } from './file-store.js';

/** Header line before the bytes, padded with spaces, so that file and type are written together. */
type Header = { readonly contentType: string };
const HEADER_BYTES = 512;

/** Subfolders by the first byte of the name, because huge folders are slow. */
const SHARDS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const MAX_PUT_MS = 60 * 60_000;

/** Files in a folder. The file name is the SHA-256 of the key, so no key becomes a path. */
export class FileStoreInFolder extends FileStore {
  private readonly unfinished: string;

  /**
   * @param shared whether other processes use the folder: their unfinished files stay for an hour
   */
  constructor(
    private readonly folder: string,
    { shared = false } = {},
  ) {
    super();
    this.unfinished = join(folder, 'unfinished');
    for (const name of ['unfinished', ...SHARDS])
      mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
    removeFiles(this.unfinished, shared ? MAX_PUT_MS : 0); // Left by a killed process.
    syncFolderSync(folder);
  }

  protected async write(
    key: string,
    content: AsyncIterable<Uint8Array>,
    contentType: string,
  ): Promise<void> {
    const header = Buffer.alloc(HEADER_BYTES, ' ');
    const text = JSON.stringify({ contentType } satisfies Header);
    if (header.write(text) < Buffer.byteLength(text))
      throw new RangeError(`Too long a content type: ${contentType}`);

    const draft = join(this.unfinished, randomUUID());
    const path = this.pathOf(key);
    try {
      await writeFile(draft, header, content);
      await rename(draft, path);
      await syncFolder(dirname(path));
    } catch (error) {
      await rm(draft, { force: true });
      throw unavailable(error);
    }
  }

  async stat(key: string): Promise<StoredFile | undefined> {
    const file = await openIfExists(this.pathOf(key));
    if (!file) return undefined;
    try {
      const { buffer } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
      const { contentType } = JSON.parse(buffer.toString()) as Header;
      return { bytes: (await file.stat()).size - HEADER_BYTES, contentType };
    } finally {
      await file.close();
    }
  }

  async read(key: string, range?: { readonly start: number; readonly end: number }) {
    const file = await openIfExists(this.pathOf(key));
    return file?.createReadStream({
      start: HEADER_BYTES + (range?.start ?? 0),
      end: range ? HEADER_BYTES + range.end : Infinity,
    });
  }

  async remove(key: string): Promise<void> {
    const path = this.pathOf(key);
    await rm(path, { force: true });
    await syncFolder(dirname(path)).catch(ignoreMissing);
  }

  async close(): Promise<void> {}

  /**
   * Takes a file from another folder of the same disk, without a copy of its bytes.
   * @returns false if it is not there, or on another disk
   */
  async linkFrom(other: FileStoreInFolder, key: string): Promise<boolean> {
    const path = this.pathOf(key);
    await rm(path, { force: true });
    try {
      await link(other.pathOf(key), path);
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'EXDEV') return false;
      throw unavailable(error);
    }
  }

  private pathOf(key: string): string {
    const name = createHash('sha256').update(key).digest('hex');
    return join(this.folder, name.slice(0, 2), name);
  }
}

function removeFiles(folder: string, olderThanMs: number): void {
  for (const name of readdirSync(folder).map((each) => join(folder, each)))
    if (
      olderThanMs === 0 ||
      (statSync(name, { throwIfNoEntry: false })?.mtimeMs ?? 0) < Date.now() - olderThanMs
    )
      rmSync(name, { force: true });
}

async function writeFile(
  path: string,
  header: Uint8Array,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(header);
    for await (const chunk of content) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}

function syncFolderSync(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Makes a name durable: syncing a file does not sync its folder. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

const openIfExists = (path: string): Promise<FileHandle | undefined> =>
  open(path, 'r').catch(ignoreMissing);

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw unavailable(error);
}

function unavailable(error: unknown): Unavailable {
  const { code, message } = error as NodeJS.ErrnoException;
  return new Unavailable(
    `Files cannot be kept or read: ${code === 'ENOSPC' || code === 'EDQUOT' ? 'the disk is full' : message}`,
    { cause: error },
  );
}
