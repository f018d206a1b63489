/**
 * `npm run chaos -- --seed 7 --faults 200 --parts embedded,servers,leader,mongo,redis --hangs 20
 * --long`: runs Fieldtrace under random faults. `--parts alerts` takes 45 minutes and evaluates
 * the alert rules. See docs/faults.md.
 */
import { parseArgs } from 'node:util';
import { SeededRandom } from '../faults/seeded-random.js';
import { checkAlertsOfFaults } from './alerted-faults.js';
import { EmbeddedInstallation } from './embedded-installation.js';
import {
  type HungServer,
  type Stage,
  hangServer,
  hungServers,
  startStage,
} from './hung-servers.js';
import { interruptEveryCommand } from './interrupt-every-command.js';
import type { Installation } from './installation.js';
import { runChaos } from './run-chaos.js';
import { ServersInstallation } from './servers-installation.js';
import { printCommandResults, printReport, print } from './report.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    faults: { type: 'string' },
    parts: { type: 'string' },
    long: { type: 'boolean', default: false },
    commands: { type: 'boolean', default: true },
    hangs: { type: 'string' },
    /** `alerts`: minutes without a fault before the first one. */
    'quiet-minutes': { type: 'string', default: '5' },
    /** `alerts`: text in the names of the faults that are injected. */
    only: { type: 'string', default: '' },
  },
  allowNegative: true,
});
const { long: isLong } = values;
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const faultCount = Number(values.faults ?? (isLong ? 4_000 : 200));
const hangCount = Number(values.hangs ?? (isLong ? 20 : 1));
const partNames = (values.parts ?? ['embedded', 'servers', ...hungServers].join()).split(',');

/** Installations, each with its share of the faults. */
const installations: Readonly<
  Record<string, { readonly share: number; readonly start: () => Promise<Installation> }>
> = {
  embedded: { share: 0.6, start: () => EmbeddedInstallation.start({ isLong }) },
  servers: { share: 0.4, start: () => ServersInstallation.start({ isLong }) },
};

const repeatCommand = `npm run chaos -- --seed ${seed} --faults ${faultCount} --parts ${partNames.join()} --hangs ${hangCount}${isLong ? ' --long' : ''}`;
print(`Chaos, seed ${seed}. Again: ${repeatCommand}`);

let installation: Installation | undefined;
let stage: Stage | undefined;
// Stops the servers of this run on a signal.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(
    signal,
    () =>
      void Promise.allSettled([installation?.dispose(), stage?.end()]).finally(() =>
        process.exit(1),
      ),
  );

const installationNames = partNames.filter((name) => name in installations);
const totalShares = installationNames.reduce((sum, name) => sum + installations[name]!.share, 0);
let failedChecks =
  values.commands && installationNames.includes('embedded') ? await interruptCommands() : 0;
for (const name of installationNames) failedChecks += await injectFaultsOn(name);
for (const name of hungServers.filter((server) => partNames.includes(server)))
  failedChecks += await hangRepeatedly(name);
if (partNames.includes('alerts')) failedChecks += await testAlerts();
print(
  failedChecks === 0
    ? 'Chaos: everything holds.'
    : `Chaos: ${failedChecks} checks do not hold. Again: ${repeatCommand}`,
);
process.exit(failedChecks === 0 ? 0 : 1);

/** @returns number of failures */
async function interruptCommands(): Promise<number> {
  const began = Date.now();
  return printCommandResults(
    await interruptEveryCommand(new SeededRandom('commands', seed)),
    Date.now() - began,
  );
}

/** @returns number of failed checks */
async function injectFaultsOn(name: string): Promise<number> {
  const { start, share } = installations[name]!;
  const faultLines: string[] = [];
  try {
    installation = await start();
    const report = await runChaos(installation, new SeededRandom(name, seed), {
      faultCount: Math.round((faultCount * share) / totalShares),
      onFault: ({ atMilliseconds, kind, description }) =>
        faultLines.push(`  ${(atMilliseconds / 1_000).toFixed(1)} s  ${kind}: ${description}`),
    });
    const failureCount = printReport(report);
    if (failureCount > 0)
      print(
        `What went wrong before, with seed ${seed}:\n${faultLines.join('\n')}\nIt said:\n${installation.output().slice(-12_000)}`,
      );
    return failureCount;
  } catch (error) {
    const output = installation?.output().slice(-12_000) ?? '';
    print(
      `  WRONG  ${name}, with seed ${seed}: ${(error as Error).stack}\nWhat went wrong before:\n${faultLines.join('\n')}\nIt said:\n${output}`,
    );
    return 1;
  } finally {
    await installation?.dispose();
    installation = undefined;
  }
}

/** @returns number of failed checks */
async function testAlerts(): Promise<number> {
  print('\nAlerts of faults that last');
  const servers = await ServersInstallation.start({ isLong: true });
  installation = servers;
  try {
    const promtool = process.env['PROMTOOL'] ?? 'promtool';
    return await checkAlertsOfFaults(servers, {
      seed,
      promtool,
      only: values.only,
      quietMinutes: Number(values['quiet-minutes']),
    });
  } catch (error) {
    print(`  WRONG  alerts: ${(error as Error).stack}`);
    return 1;
  } finally {
    await servers.dispose();
    installation = undefined;
  }
}

/** @returns number of failed checks */
async function hangRepeatedly(name: HungServer): Promise<number> {
  try {
    stage = await startStage(name);
    return await hangServer(stage, {
      times: name === 'leader' ? hangCount : Math.ceil(hangCount / 5),
      hungMs: 30_000,
    });
  } catch (error) {
    print(`  WRONG  ${name} hung: ${(error as Error).stack}`);
    return 1;
  } finally {
    await stage?.end();
    stage = undefined;
  }
}
