import { systemClock } from '#platform/common/clock.js';
import { BadConfig, readConfig } from '#platform/common/config/config.js';
import { print, createProgress, runProcess } from '#platform/process/run-process.js';
import { moveToFolder, moveToServers } from './moving/move.js';

/**
 * `npm run move` moves DATA_DIR to EVENTSTORE_URL and MONGO_URL; `npm run move -- back` moves them
 * into DATA_DIR (docs/operations.md, "From one folder to servers").
 */
runProcess(async () => {
  const config = readConfig(process.env);
  const moveData = chooseDirection(process.argv.slice(2));
  const { events, secrets, files } = await moveData({
    config,
    clock: systemClock,
    progress: createProgress('Moving the log'),
  });
  print(
    `${events.toLocaleString('en-IN')} events, ${secrets.toLocaleString('en-IN')} secrets and ${files.toLocaleString('en-IN')} files are moved, with their keys; all hash chains are intact.`,
  );
  process.exit(0);
});

function chooseDirection(programArguments: readonly string[]) {
  if (programArguments.length === 0) return moveToServers;
  if (programArguments.join(' ') === 'back') return moveToFolder;
  throw new BadConfig('Use it as: npm run move, or npm run move -- back');
}
