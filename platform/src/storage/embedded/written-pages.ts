import { closeSync, openSync, readSync } from 'node:fs';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * Finds the pages that the latest commits wrote in the write-ahead log of a SQLite file. Must be
 * asked after each commit, because the commit after a checkpoint starts the log again.
 * @see https://sqlite.org/fileformat2.html#the_write_ahead_log
 */
export class WrittenPages {
  private generation = '';
  private nextOffset = HEADER_BYTES;

  /** @param path of the SQLite file */
  constructor(private readonly path: string) {
    this.take();
  }

  /** Numbers of the pages that were written since the last call, some of them twice. */
  take(): readonly number[] {
    const file = openSync(`${this.path}-wal`, 'r');
    try {
      return this.readFrames(file);
    } finally {
      closeSync(file);
    }
  }

  private readFrames(file: number): readonly number[] {
    const header = Buffer.alloc(HEADER_BYTES);
    if (readSync(file, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return [];
    const pageBytes = header.readUInt32BE(8);
    // The two salts change whenever the log starts again.
    const generation = header.toString('hex', 16, 24);
    if (generation !== this.generation) this.nextOffset = HEADER_BYTES;
    this.generation = generation;

    const committed: number[] = [];
    const uncommitted: number[] = [];
    const frame = Buffer.alloc(FRAME_HEADER_BYTES);
    for (
      let offset = this.nextOffset;
      readSync(file, frame, 0, FRAME_HEADER_BYTES, offset) === FRAME_HEADER_BYTES &&
      frame.toString('hex', 8, 16) === generation;
    ) {
      uncommitted.push(frame.readUInt32BE(0));
      offset += FRAME_HEADER_BYTES + pageBytes;
      // Only the last frame of a commit has the file's size. A transaction that was rolled back
      // may leave frames that the next one overwrites.
      if (frame.readUInt32BE(4) === 0) continue;
      committed.push(...uncommitted.splice(0));
      this.nextOffset = offset;
    }
    return committed;
  }
}
