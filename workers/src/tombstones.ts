import { systemClock } from '#platform/common/clock.js';
import { BadConfig, readConfig } from '#platform/common/config/config.js';
import { FileRecords } from '#platform/files/file-records.js';
import { openParts } from '#platform/process/open-parts.js';
import { print, runProcess } from '#platform/process/run-process.js';
import { removePastStores } from '#platform/read-side/past/past-folder.js';
import { removeBuiltViews } from '#platform/read-side/read-store/read-store-on-sqlite.js';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { addTombstones, eraseAgain, readTombstones } from './backups/tombstone-file.js';
import { removeFilesOfErased } from './erasures/files-of-erased.js';

/**
 * `npm run tombstones -- list <file>` adds erasures that the file lacks; `… apply <file>` erases
 * their records and files again after a restore. The file is kept outside all backups
 * (docs/operations.md, "Backup and restore").
 */
const [, , action, file] = process.argv;

runProcess(async () => {
  if ((action !== 'list' && action !== 'apply') || file === undefined)
    throw new BadConfig(
      'Use it as: npm run tombstones -- list <file>, or: npm run tombstones -- apply <file>',
    );
  const silent = { onJobFailure: () => {}, onTrouble: () => {} };
  const config = readConfig(process.env);
  const names = ['log', 'keys', ...(action === 'apply' ? (['secrets', 'files'] as const) : [])];
  const parts = await openParts(config, names as ['log', 'keys', 'secrets', 'files'], {
    clock: systemClock,
    ...silent,
  });
  try {
    if (action === 'list') {
      const { added, known } = await addTombstones(parts.log, file, config.erasureHoldDays);
      print(`${added} erasures are added to ${known}.`);
    } else {
      if (existsSync(config.dataDir))
        removeBuiltViews(join(config.dataDir, 'views.sqlite'), 'with drafts');
      if (config.servers.eventStore === undefined) removePastStores(config.dataDir);
      const fileParts = { ...parts, records: new FileRecords(parts.secrets) };
      const { erasures, files } = await eraseAgain(
        parts,
        (stream, until) => removeFilesOfErased(fileParts, stream, until),
        await readTombstones(file),
        systemClock.now(),
      );
      print(`${erasures} erasures are applied again, and ${files} files removed.`);
    }
  } finally {
    await parts.close();
  }
  process.exit(0);
});
