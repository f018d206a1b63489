import { lockDataFolder } from '../../storage/embedded/data-folder.js';
import { NotarizedLog } from './notary-for-specs.js';

/**
 * Program for specs that kill it: appends events, signs the log without pauses, and prints the note
 * of each checkpoint.
 */
const [, , folder, round] = process.argv;
const { path, release } = lockDataFolder(folder!);
process.on('exit', release); // Without a reference, garbage collection would release the lock.
const parts = NotarizedLog.open(path);
for (let number = 0; ; number++) {
  await parts.append(`count-${round}-${number % 40}`, 1 + (number % 3));
  const { note } = await parts.notary.coverNow();
  process.stdout.write(`${JSON.stringify(note)}\n`);
}
