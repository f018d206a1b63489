import { Unavailable } from '#platform/common/unavailable.js';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { problem } from '../../../http/problems/problem.js';
import { SpooledFile } from './spooled-file.js';

/** Limit of bytes of all running uploads in this process. */
const MAX_TOTAL_BYTES = 2 * 1024 ** 3;
const RETRY_AFTER_SECONDS = 5;
/** Age of a file's last write after which the file counts as left behind by a killed process. */
const LEFT_OVER_AFTER_MS = 60 * 60_000;

/** Folder of running uploads, with a count of their bytes. */
export class Spool {
  private bytes = 0;

  /**
   * Creates the folder, and removes what killed processes left in it. Other processes may share it.
   * The file name of a running upload is removed at once on a local disk, and on a network disk
   * when the file is closed.
   * @param maxBytes limit of all files together
   * @throws Unavailable if the folder cannot be used
   */
  constructor(
    private readonly folder: string,
    private readonly maxBytes = MAX_TOTAL_BYTES,
  ) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      for (const name of readdirSync(folder)) removeIfLeftOver(join(folder, name));
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
   * @throws Problem if the spool is full
   */
  checkFreeSpace(bytes: number): void {
    if (this.bytes + bytes > this.maxBytes)
      throw problem('overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  /**
   * Writes the content to disk. Received bytes count against the spool until the file is closed.
   * @throws Problem, Unavailable, or an error of the content; no file is left then
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

function removeIfLeftOver(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && found.mtimeMs < Date.now() - LEFT_OVER_AFTER_MS)
    rmSync(path, { recursive: true, force: true });
}
