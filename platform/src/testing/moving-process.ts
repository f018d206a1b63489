import { statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { MovingApart } from '../embedded/moving-apart.js';
import { SqliteFile } from '../embedded/sqlite-file.js';

/**
 * A process for specs: it writes to a file of a folder without a pause until so many megabytes have gone to their place, closes it
 * with pages still on their way, and ends by itself. Says how large the file and what is written ahead of it have become.
 */
const [, , folder, megabytes] = process.argv;
const path = join(folder!, 'rows.sqlite');
const file = new SqliteFile(path, { schema: 'CREATE TABLE IF NOT EXISTS rows (number INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT' });
const put = file.writer('INSERT INTO rows (text) VALUES (?)');
const sizeOf = (end: string) => statSync(`${path}${end}`).size;

let [rows, mostAhead] = [0, 0];
for (; sizeOf('') < Number(megabytes) * 2 ** 20; mostAhead = Math.max(mostAhead, sizeOf('-wal'))) {
  await Promise.all(Array.from({ length: 64 }, () => file.write(() => put('x'.repeat(4_000)))));
  rows += 64;
}
const other = new MovingApart(path);
const awake = setInterval(() => undefined, 1_000); // The thread keeps no process alive.
const onItsThread = await new Promise<boolean>((resolve) => {
  if (!other.begin(() => resolve(true))) resolve(false);
});
clearInterval(awake);
await file.write(() => put('last'));
other.begin(() => undefined);
other.letGo();
file.close();
writeSync(1, JSON.stringify({ rows: rows + 1, mostAhead, onItsThread }));
