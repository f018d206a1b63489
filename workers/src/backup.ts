import { systemClock } from '#platform/common/clock.js';
import { BadConfig, readConfig } from '#platform/common/config/config.js';
import { createProgress, print, runProcess } from '#platform/process/run-process.js';
import { backUp } from './backups/backup.js';
import {
  BACKUP_EXPIRY_DAYS,
  listExpiredBackups,
  listUnfinishedBackups,
} from './backups/backup-folder.js';
import { damageLines } from './backups/verify.js';

/**
 * `npm run backup -- <folder>` makes a complete backup beside running processes, and verifies it
 * (docs/operations.md, "Backup and restore"). The exit code is 2 if it found damage.
 */
runProcess(async () => {
  const [, , folder] = process.argv;
  if (folder === undefined) throw new BadConfig('Use it as: npm run backup -- <folder>');
  const progress = createProgress('Copying and verifying the log');
  const result = await backUp(readConfig(process.env), folder, {
    clock: systemClock,
    print,
    progress,
  });
  const { path, manifest } = result;
  damageLines(result).forEach((line) => print(line));
  print(
    `${path}: ${manifest.events.toLocaleString('en-IN')} events up to ${manifest.until ?? 'none'}, ${manifest.files.toLocaleString('en-IN')} files.`,
  );
  for (const expired of listExpiredBackups(folder, systemClock.now()))
    print(
      `${expired} is older than ${BACKUP_EXPIRY_DAYS} days and holds keys of erased persons: remove it.`,
    );
  for (const unfinished of listUnfinishedBackups(folder))
    print(
      `${unfinished} is not finished and holds keys: remove it, unless another backup is under way.`,
    );
  process.exit(result.damaged.length > 0 ? 2 : 0);
});
