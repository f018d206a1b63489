import { systemClock } from '#platform/common/clock.js';
import { BadConfig, readConfig } from '#platform/common/config/config.js';
import { openParts } from '#platform/process/open-parts.js';
import { createProgress, print, runProcess } from '#platform/process/run-process.js';
import { removePastStores } from '#platform/read-side/past/past-folder.js';
import { openLogAndKeys } from './backups/installation.js';
import { findMissingKeys, giveUpKeys } from './backups/missing-keys.js';

const USAGE = 'Use it as: npm run keys -- missing, or: npm run keys -- give-up <key> …';
const progress = createProgress('Reading the log');

/**
 * `npm run keys -- missing` lists lost keys with their records, also while processes run. If any is
 * missing, the exit code is 2. `… give-up <key> …` counts lost keys as destroyed
 * (docs/operations.md, "Damage").
 */
runProcess(async () => {
  const [, , action, ...ids] = process.argv;
  if (action === 'missing' && ids.length === 0) return listMissing();
  if (action === 'give-up' && ids.length > 0) return giveUp(ids);
  throw new BadConfig(USAGE);
});

async function listMissing(): Promise<never> {
  const { close, ...parts } = await openLogAndKeys(readConfig(process.env));
  const missing = await findMissingKeys(parts, progress).finally(close);
  for (const { id, organizationId, streams } of missing)
    print(`${id} of organization ${organizationId ?? 'none'}: ${streams.join(', ')}`);
  print(missing.length === 0 ? 'No key is missing.' : `Missing keys: ${missing.length}.`);
  process.exit(missing.length === 0 ? 0 : 2);
}

async function giveUp(ids: readonly string[]): Promise<never> {
  const config = readConfig(process.env);
  const { close, ...parts } = await openParts(config, ['log', 'keys'], {
    clock: systemClock,
    onJobFailure: () => {},
    onTrouble: () => {},
  });
  try {
    // Past stores still hold the plain text that the lost keys sealed.
    if (config.servers.eventStore === undefined) removePastStores(config.dataDir);
    const missing = await findMissingKeys(parts, progress);
    const others = await giveUpKeys(parts, ids, missing, () => systemClock.now());
    if (others.length > 0)
      throw new BadConfig(`Not missing, so nothing was given up: ${others.join(', ')}`);
    print(`Keys given up: ${ids.length}. Their records are shown without personal data.`);
  } finally {
    await close();
  }
  process.exit(0);
}
