import { Unavailable } from '#platform/common/unavailable.js';
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * An upload on its way, on the disk and not in memory. It has no name there as soon as it is open,
 * so that nothing of it is left when the process ends.
 */
export class SpooledFile {
  private constructor(
    private readonly file: FileHandle,
    readonly bytes: number,
    private readonly closed: () => void,
  ) {}

  /**
   * @param closed called when the file is closed
   * @throws Unavailable when the disk does not take it, or whatever the content throws; then
   * nothing is kept
   */
  static async of(
    content: AsyncIterable<Uint8Array>,
    folder: string,
    closed: () => void,
  ): Promise<SpooledFile> {
    const path = join(folder, randomUUID());
    const file = await open(path, 'wx+', 0o600)
      .finally(() => rm(path, { force: true }))
      .catch(diskFailed);
    try {
      let bytes = 0;
      for await (const chunk of content) {
        await file.writeFile(chunk).catch(diskFailed);
        bytes += chunk.length;
      }
      return new SpooledFile(file, bytes, closed);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** All of it, in pieces. */
  async *content(): AsyncGenerator<Buffer> {
    for (let at = 0; at < this.bytes;) {
      const { bytesRead, buffer } = await this.file.read({
        buffer: Buffer.allocUnsafe(64 * 1024),
        position: at,
      });
      if (bytesRead === 0) throw new Error('An upload has become shorter');
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  /** All of it, in memory. */
  async whole(): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.content()) pieces.push(piece);
    return Buffer.concat(pieces, this.bytes);
  }

  async close(): Promise<void> {
    this.closed();
    await this.file.close();
  }
}

function diskFailed(error: NodeJS.ErrnoException): never {
  const isFull = error.code === 'ENOSPC' || error.code === 'EDQUOT';
  throw new Unavailable(
    `Uploads cannot be taken: ${isFull ? 'the disk is full' : (error.code ?? 'the disk fails')}`,
    { cause: error },
  );
}
