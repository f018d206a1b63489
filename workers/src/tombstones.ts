import { aggregates } from '#domain/aggregates.js';
import { systemClock } from '#platform/common/clock.js';
import { BadConfig, readConfig } from '#platform/common/config/config.js';
import { openParts } from '#platform/process/open-parts.js';
import { print, runProcess } from '#platform/process/run-process.js';
import { type Tombstone, applyTombstones, tombstonesAfter } from '#platform/process/tombstones.js';
import { holdFor } from '#platform/write-side/erasing.js';
import { appendFile, readFile } from 'node:fs/promises';

/**
 * `npm run tombstones -- list <file>` adds erasures that the file lacks; `… apply <file>` destroys
 * their keys again after a restore. The file is kept outside all backups (docs/operations.md,
 * "Backup and restore").
 */
const [, , action, file] = process.argv;

runProcess(async () => {
  if ((action !== 'list' && action !== 'apply') || file === undefined)
    throw new BadConfig(
      'Use it as: npm run tombstones -- list <file>, or: npm run tombstones -- apply <file>',
    );
  const silent = { jobFailed: () => {}, onTrouble: () => {} };
  const config = readConfig(process.env);
  const options = { aggregates, heldUntil: holdFor(config.erasureHoldDays) };
  const { log, keys, close } = await openParts(config, ['log', 'keys'], {
    clock: systemClock,
    ...silent,
  });
  try {
    const tombstones = await tombstonesIn(file);
    if (action === 'apply')
      print(
        `${await applyTombstones(keys, tombstones, systemClock.now())} erasures are applied again.`,
      );
    else {
      let added = 0;
      for await (const tombstone of tombstonesAfter(log, tombstones.at(-1)?.position, options)) {
        await appendFile(file, `${JSON.stringify(tombstone)}\n`, { mode: 0o600 });
        added++;
      }
      print(`${added} erasures are added to ${tombstones.length}.`);
    }
  } finally {
    await close();
  }
  process.exit(0);
});

async function tombstonesIn(path: string): Promise<readonly Tombstone[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && action === 'list') return '';
    throw new BadConfig(`${path} cannot be read: ${error.message}`);
  });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Tombstone);
}
