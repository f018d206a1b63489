import { Unavailable } from '#platform/common/unavailable.js';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { problem } from '../../http/problem.js';
import { SpooledFile } from './spooled-file.js';

/** Bytes of all uploads that are under way in this process. */
const mostBytes = 2 * 1024 ** 3;
const retryAfterSeconds = 5;

/**
 * The folder in which uploads lie until they have come whole and are kept, and how many bytes of
 * them there are.
 */
export class Spool {
  private bytes = 0;

  /**
   * Makes the folder and empties it.
   * @param most bytes of all files together
   * @throws Unavailable where that cannot be done
   */
  constructor(
    private readonly folder: string,
    private readonly most = mostBytes,
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
   * Before anything of a file is read. @param bytes that it is said to have @throws Problem where
   * there is no room for it
   */
  checkRoom(bytes: number): void {
    if (this.bytes + bytes > this.most) throw problem('overloaded', { retryAfterSeconds });
  }

  /**
   * Writes the content to disk. Received bytes count against the spool until the file is closed.
   * @throws Problem, Unavailable, or an error of the content; then nothing is kept
   */
  async take(content: AsyncIterable<Uint8Array>): Promise<SpooledFile> {
    let bytes = 0;
    const leave = () => {
      this.bytes -= bytes;
      bytes = 0;
    };
    const counted = async function* (this: Spool) {
      for await (const chunk of content) {
        this.checkRoom(chunk.length);
        this.bytes += chunk.length;
        bytes += chunk.length;
        yield chunk;
      }
    };
    try {
      return await SpooledFile.of(counted.call(this), this.folder, leave);
    } catch (error) {
      leave();
      throw error;
    }
  }
}
