import { Unavailable } from '#platform/common/unavailable.js';
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Size in which an upload is read. */
const PIECE_BYTES = 64 * 1024;

/**
 * Upload in progress on the disk. The file's name is removed as soon as it is open, so nothing is
 * left when the process ends.
 */
export class SpooledFile {
  private constructor(
    private readonly file: FileHandle,
    readonly bytes: number,
    private readonly onClose: () => void,
  ) {}

  /**
   * @param onClose called when the file is closed
   * @throws Unavailable if the disk fails, or the content's error; then nothing is kept
   */
  static async write(
    content: AsyncIterable<Uint8Array>,
    folder: string,
    onClose: () => void,
  ): Promise<SpooledFile> {
    const path = join(folder, randomUUID());
    const file = await open(path, 'wx+', 0o600)
      .finally(() => rm(path, { force: true }))
      .catch(throwDiskError);
    try {
      let bytes = 0;
      for await (const chunk of content) {
        await file.writeFile(chunk).catch(throwDiskError);
        bytes += chunk.length;
      }
      return new SpooledFile(file, bytes, onClose);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Yields the content in pieces. */
  async *readContent(): AsyncGenerator<Buffer> {
    for (let position = 0; position < this.bytes;) {
      const { bytesRead, buffer } = await this.file.read({
        buffer: Buffer.allocUnsafe(PIECE_BYTES),
        position,
      });
      if (bytesRead === 0) throw new Error('An upload has become shorter');
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  /** Reads the content into memory. */
  async readAll(): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.readContent()) pieces.push(piece);
    return Buffer.concat(pieces, this.bytes);
  }

  async close(): Promise<void> {
    this.onClose();
    await this.file.close();
  }
}

function throwDiskError(error: NodeJS.ErrnoException): never {
  const isFull = error.code === 'ENOSPC' || error.code === 'EDQUOT';
  throw new Unavailable(
    `Uploads cannot be taken: ${isFull ? 'the disk is full' : (error.code ?? 'the disk fails')}`,
    { cause: error },
  );
}
