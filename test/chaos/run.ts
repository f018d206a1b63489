/**
 * `npm run chaos -- --seed 7 --faults 200 --parts embedded|servers --long`: Fieldtrace at work while everything goes wrong that
 * goes wrong with such systems. See docs/faults.md.
 */
import { parseArgs } from 'node:util';
import { Chance } from '../faults/chance.js';
import { EmbeddedInstallation } from './embedded.js';
import { everyCommand } from './every-command.js';
import type { Installation } from './installation.js';
import { session } from './session.js';
import { ServersInstallation } from './servers.js';
import { commandTable, printReport, say } from './table.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    faults: { type: 'string' },
    parts: { type: 'string' },
    long: { type: 'boolean', default: false },
    commands: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const { long: isLong } = values;
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const faults = Number(values.faults ?? (isLong ? 4_000 : 200));
const wanted = values.parts ?? 'embedded,servers';

/** Of all faults, so many on which parts. */
const installations: Readonly<Record<string, { readonly share: number; readonly start: () => Promise<Installation> }>> = {
  embedded: { share: 0.6, start: () => EmbeddedInstallation.start({ isLong }) },
  servers: { share: 0.4, start: () => ServersInstallation.start({ isLong }) },
};

say(`Chaos, seed ${seed}. Again: npm run chaos -- --seed ${seed} --faults ${faults} --parts ${wanted}${isLong ? ' --long' : ''}`);
let wrong = 0;

if (values.commands && !values.parts?.startsWith('servers')) {
  const began = Date.now();
  const tried = await everyCommand(new Chance('commands', seed));
  wrong += commandTable(tried, Date.now() - began);
}
const names = wanted.split(',').filter((one) => one in installations);
const shares = names.reduce((sum, name) => sum + installations[name]!.share, 0);
for (const name of names) {
  const { start, share } = installations[name]!;
  const installation = await start();
  const chance = new Chance(name, seed);
  const happened: string[] = [];
  try {
    const report = await session(installation, chance, {
      faults: Math.round((faults * share) / shares),
      onFault: ({ atMilliseconds, kind, what }) => happened.push(`  ${(atMilliseconds / 1_000).toFixed(1)} s  ${kind}: ${what}`),
    });
    const failed = printReport(report);
    wrong += failed;
    if (failed > 0) say(`What went wrong before, with seed ${seed}:\n${happened.join('\n')}`);
  } catch (error) {
    wrong++;
    say(
      `${name} failed with seed ${seed}: ${(error as Error).stack}\nWhat went wrong before:\n${happened.join('\n')}\nIt said:\n${installation.said().slice(-6_000)}`,
    );
  } finally {
    await installation.dispose();
  }
}
say(
  wrong === 0
    ? 'Chaos: everything holds.'
    : `Chaos: ${wrong} checks do not hold. Again: npm run chaos -- --seed ${seed} --faults ${faults} --parts ${wanted}${isLong ? ' --long' : ''}`,
);
process.exit(wrong === 0 ? 0 : 1);
