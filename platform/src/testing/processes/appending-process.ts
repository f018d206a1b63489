import { join } from 'node:path';
import { lockDataFolder } from '../../storage/embedded/data-folder.js';
import { EventLogOnSqlite } from '../../event-log/event-log-on-sqlite.js';
import { type Metadata, NO_STREAM } from '../../event-log/event-log.js';

/**
 * Program for specs that kill it: appends to the log of a folder, eight appends at a time, and
 * prints each acknowledged one.
 */
const [, , folder, round] = process.argv;
const { path, release } = lockDataFolder(folder!);
process.on('exit', release); // Without a reference, garbage collection would release the lock.
const log = EventLogOnSqlite.open(join(path, 'log.sqlite'));

async function append(writer: number): Promise<void> {
  for (let number = 0; ; number++) {
    const name = `${round}-${writer}-${number}`;
    const events = [1, 2].map((index) => ({
      type: 'Noted',
      data: { text: 'x'.repeat(500) },
      metadata: { eventId: `${name}-${index}` } as Metadata,
    }));
    await log.append(`stream-${name}`, NO_STREAM, events);
    process.stdout.write(`${name}\n`);
  }
}

await Promise.all(Array.from({ length: 8 }, (_, writer) => append(writer)));
