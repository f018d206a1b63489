import { systemClock } from '#platform/common/clock.js';
import { BadConfig, readConfig } from '#platform/common/config/config.js';
import { forgetTiles } from '#platform/notary/notary-state.js';
import { Notary } from '#platform/notary/notary.js';
import { originHost } from '#platform/process/notary.provider.js';
import { openParts } from '#platform/process/open-parts.js';
import { print, runProcess } from '#platform/process/run-process.js';

/** Actions of operators, each with the sentence that is printed when it is done. */
const actions = {
  rotate: 'The log is signed with a new key from now on.',
  restored: 'A new origin begins with the next checkpoint.',
  rebuild: 'The tiles are made again from the log with the next checkpoint.',
};
const isAction = (word: string | undefined): word is keyof typeof actions =>
  Object.hasOwn(actions, word ?? '');

/**
 * `npm run notary -- rotate` changes the key that signs the log; `… restored` begins a new origin
 * after a backup was put back by hand; `… rebuild` makes damaged tiles again (docs/operations.md,
 * "The notary"). On embedded parts the process has to be stopped.
 */
runProcess(async () => {
  const [action, ...extraArguments] = process.argv.slice(2);
  if (!isAction(action) || extraArguments.length > 0)
    throw new BadConfig(`Use it as: npm run notary -- ${Object.keys(actions).join(' | ')}`);
  const config = readConfig(process.env);
  const { close, ...parts } = await openParts(config, ['log', 'keys', 'secrets'], {
    clock: systemClock,
    onJobFailure: () => {},
    onTrouble: () => {},
  });
  const notary = new Notary({ ...parts, clock: systemClock, host: originHost(config) });
  try {
    if (action === 'rotate') await notary.origins.rotate();
    if (action === 'restored') await notary.origins.fork();
    if (action === 'rebuild') await forgetTiles(parts.secrets);
  } finally {
    await close();
  }
  print(actions[action]);
  process.exit(0);
});
