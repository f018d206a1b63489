import { writeSync } from 'node:fs';
import { lockDataFolder } from '../../storage/embedded/data-folder.js';
import { NotarizedLog } from './notary-for-specs.js';

/**
 * A process for specs that kill it: it appends events and signs the log without a pause, and prints
 * the note of each checkpoint.
 */
const [, , folder, round] = process.argv;
const { path, release } = lockDataFolder(folder!);
process.on('exit', release); // Garbage collection of `release` would free the lock.
const parts = NotarizedLog.open(path);
for (let number = 0; ; number++) {
  await parts.append(`count-${round}-${number % 40}`, 1 + (number % 3));
  const { note } = await parts.notary.coverNow();
  writeSync(1, `${JSON.stringify(note)}\n`);
}
