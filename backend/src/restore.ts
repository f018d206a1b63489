import { systemClock } from '#platform/common/clock.js';
import { BadConfig, readConfig } from '#platform/common/config/config.js';
import { createProgress, print, runProcess } from '#platform/process/run-process.js';
import { allProjections } from '#projections/all-projections.js';
import { createProjectionReader } from '#projections/event-reader.js';
import { restore } from '#workers/backups/restore.js';
import { damageLines } from '#workers/backups/verify.js';
import { removeFilesOfErased } from '#workers/erasures/files-of-erased.js';

/**
 * `DATA_DIR=<new folder> npm run restore -- <backup>` restores a backup, erases again everybody who
 * was erased since, and verifies the result. The exit code is 2 if it found damage.
 */
runProcess(async () => {
  const [, , backup] = process.argv;
  if (backup === undefined)
    throw new BadConfig('Use it as: DATA_DIR=<new folder> npm run restore -- <backup>');
  const { dataDir } = readConfig(process.env);
  const restored = await restore(backup, dataDir, {
    clock: systemClock,
    createRemoveFiles: (parts) => (stream, until) => removeFilesOfErased(parts, stream, until),
    views: { projections: allProjections, createReader: createProjectionReader },
    progress: createProgress('Verifying the log'),
  });
  const { events, until, erasures, removedFiles, complaints, damaged, views } = restored;
  [...complaints, ...damageLines(restored)].forEach((line) => print(line));
  print(
    `${events.toLocaleString('en-IN')} events up to ${until ?? 'none'} are in ${dataDir}. The backup has no later ones.`,
  );
  print(`${erasures} erasures are applied again, and ${removedFiles} files removed.`);
  print(views);
  print('Start it with this DATA_DIR, or move it to servers: npm run move');
  process.exit(complaints.length + damaged.length > 0 ? 2 : 0);
});
