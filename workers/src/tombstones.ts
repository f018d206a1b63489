import { systemClock } from '#platform/common/clock.js';
import { BadConfig, type Config, readConfig } from '#platform/common/config/config.js';
import { FileRecords } from '#platform/files/file-records.js';
import { openParts } from '#platform/process/open-parts.js';
import { print, runProcess } from '#platform/process/run-process.js';
import { removePastStores } from '#platform/read-side/past/past-folder.js';
import { removeBuiltViews } from '#platform/read-side/read-store/read-store-on-sqlite.js';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { addTombstones, eraseAgain, readTombstones } from './backups/tombstone-file.js';
import { removeFilesOfErased } from './erasures/files-of-erased.js';

const OPEN_OPTIONS = { clock: systemClock, onJobFailure: () => {}, onTrouble: () => {} };

/**
 * `npm run tombstones -- list <file>` adds erasures that the file lacks; `… apply <file>` erases
 * their records and files again after a restore. The file is kept outside all backups
 * (docs/operations.md, "Backup and restore").
 */
runProcess(async () => {
  const [, , action, file] = process.argv;
  if ((action !== 'list' && action !== 'apply') || file === undefined)
    throw new BadConfig(
      'Use it as: npm run tombstones -- list <file>, or: npm run tombstones -- apply <file>',
    );
  const config = readConfig(process.env);
  if (action === 'list') await listErasures(config, file);
  else await applyErasures(config, file);
  process.exit(0);
});

async function listErasures(config: Config, file: string): Promise<void> {
  const parts = await openParts(config, ['log', 'keys'], OPEN_OPTIONS);
  try {
    const { added, known } = await addTombstones(parts.log, file, config.erasureHoldDays);
    print(`${added} erasures are added to ${known}.`);
  } finally {
    await parts.close();
  }
}

async function applyErasures(config: Config, file: string): Promise<void> {
  const parts = await openParts(config, ['log', 'keys', 'secrets', 'files'], OPEN_OPTIONS);
  try {
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
  } finally {
    await parts.close();
  }
}
