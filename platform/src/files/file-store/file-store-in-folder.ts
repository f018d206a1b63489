import { createHash, randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Unavailable } from '../../common/unavailable.js';
import { FileStore, type StoredFile } from './file-store.js';

/** Header before the bytes: one line padded with spaces. File and type are written in one step. */
type Header = { readonly contentType: string };
const headerBytes = 512;

/** Folders by the first byte of the name, because folders of very many files are slow. */
const shards = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const longestPut = 60 * 60_000;

/** Files in a folder. A key never becomes a path: a file is called by the key's SHA-256. */
export class FileStoreInFolder extends FileStore {
  private readonly unfinished: string;

  /**
   * @param shared with other processes, whose unfinished files are theirs for as long as a file can
   * take
   */
  constructor(
    private readonly folder: string,
    { shared = false } = {},
  ) {
    super();
    this.unfinished = join(folder, 'unfinished');
    for (const name of ['unfinished', ...shards])
      mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
    throwAway(this.unfinished, shared ? longestPut : 0); // Left by a killed process.
    fsyncFolder(folder);
  }

  protected async write(
    key: string,
    content: AsyncIterable<Uint8Array>,
    contentType: string,
  ): Promise<void> {
    const header = Buffer.alloc(headerBytes, ' ');
    const text = JSON.stringify({ contentType } satisfies Header);
    if (header.write(text) < Buffer.byteLength(text))
      throw new RangeError(`Too long a content type: ${contentType}`);

    const draft = join(this.unfinished, randomUUID());
    const path = this.pathOf(key);
    try {
      await written(draft, header, content);
      await rename(draft, path);
      await synced(dirname(path));
    } catch (error) {
      await rm(draft, { force: true });
      throw unavailable(error);
    }
  }

  async stat(key: string): Promise<StoredFile | undefined> {
    const file = await opened(this.pathOf(key));
    if (!file) return undefined;
    try {
      const { buffer } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
      const { contentType } = JSON.parse(buffer.toString()) as Header;
      return { bytes: (await file.stat()).size - headerBytes, contentType };
    } finally {
      await file.close();
    }
  }

  async read(key: string, range?: { readonly start: number; readonly end: number }) {
    const file = await opened(this.pathOf(key));
    return file?.createReadStream({
      start: headerBytes + (range?.start ?? 0),
      end: range ? headerBytes + range.end : Infinity,
    });
  }

  async remove(key: string): Promise<void> {
    const path = this.pathOf(key);
    await rm(path, { force: true });
    await synced(dirname(path)).catch(ignoreMissing);
  }

  async close(): Promise<void> {}

  private pathOf(key: string): string {
    const name = createHash('sha256').update(key).digest('hex');
    return join(this.folder, name.slice(0, 2), name);
  }
}

function throwAway(folder: string, olderThan: number): void {
  for (const name of readdirSync(folder).map((each) => join(folder, each)))
    if (
      olderThan === 0 ||
      (statSync(name, { throwIfNoEntry: false })?.mtimeMs ?? 0) < Date.now() - olderThan
    )
      rmSync(name, { force: true });
}

async function written(
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

function fsyncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** A name is on the disk only when its folder is. */
async function synced(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

const opened = (path: string): Promise<FileHandle | undefined> =>
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
