import { Unavailable } from '#platform/common/unavailable.js';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { problem } from '../../../http/problems/problem.js';
import { SpooledFile } from './spooled-file.js';

/** Limit of bytes of all running uploads in this process. */
const MAX_TOTAL_BYTES = 2 * 1024 ** 3;
const RETRY_AFTER_SECONDS = 5;

/** Folder of running uploads, with a count of their bytes. */
export class Spool {
  private bytes = 0;

  /**
   * Creates the folder and empties it.
   * @param maxBytes limit of all files together
   * @throws Unavailable if the folder cannot be used
   */
  constructor(
    private readonly folder: string,
    private readonly maxBytes = MAX_TOTAL_BYTES,
  ) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      for (const name of readdirSync(folder))
        rmSync(join(folder, name), { recursive: true, force: true });
    } catch (error) {
      throw new Unavailable(
        `The folder of uploads ${folder} cannot be used: ${(error as Error).message}`,
        { cause: error },
      );
    }
  }

  /**
   * Checks that the spool has room, before an upload is read.
   * @param bytes declared size
   * @throws Problem if it has not
   */
  checkFreeSpace(bytes: number): void {
    if (this.bytes + bytes > this.maxBytes)
      throw problem('overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  /**
   * Writes the content to disk. Received bytes count against the spool until the file is closed.
   * @throws Problem, Unavailable, or an error of the content; then nothing is kept
   */
  async write(content: AsyncIterable<Uint8Array>): Promise<SpooledFile> {
    let bytes = 0;
    const releaseBytes = () => {
      this.bytes -= bytes;
      bytes = 0;
    };
    const countChunks = async function* (this: Spool) {
      for await (const chunk of content) {
        this.checkFreeSpace(chunk.length);
        this.bytes += chunk.length;
        bytes += chunk.length;
        yield chunk;
      }
    };
    try {
      return await SpooledFile.write(countChunks.call(this), this.folder, releaseBytes);
    } catch (error) {
      releaseBytes();
      throw error;
    }
  }
}
