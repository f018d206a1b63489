import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createTeam } from '../acceptance/product/person.js';
import { SeededRandom } from '../faults/seeded-random.js';
import { Traffic } from '../faults/traffic.js';
import { RecordedMetrics, SCRAPE_SECONDS } from './recorded-metrics.js';
import { print } from './report.js';
import type { LastingFault, ServersInstallation } from './servers-installation.js';

const RULES = resolve('observability/alerts.yml');
/** Time after the beginning of a fault within which its alert has to fire. */
const FIRES_WITHIN_SECONDS = 120;
/** Time of a fault; the alert fires before its end. */
const FAULT_SECONDS = 150;
/** Rest after a fault, longer than alerts are muted (alerts.yml). */
const REST_SECONDS = 240;
const COMMANDS_PER_SECOND = 5;

type FaultWindow = { readonly fault: LastingFault; readonly from: number; readonly until: number };

/**
 * Records what Prometheus would scrape while people work and faults last, then evaluates the alert
 * rules on that: each fault fires its alert and no other, and nothing fires without a fault.
 * @returns number of failed checks
 */
export async function checkAlertsOfFaults(
  installation: ServersInstallation,
  { seed, quietMinutes, only, promtool }: AlertOptions,
): Promise<number> {
  const { admin, reps } = await createTeam(installation.product, 'Anil', 'Bina');
  const metrics = new RecordedMetrics(installation.urls);
  const traffic = new Traffic([admin, ...reps], new SeededRandom('alerts', seed), {
    perSecond: COMMANDS_PER_SECOND,
  });
  const windows: FaultWindow[] = [];
  await wait(quietMinutes * 60_000);
  for (const fault of installation.lastingFaults.filter(({ name }) => name.includes(only))) {
    const from = metrics.seconds;
    await fault.begin();
    await wait(FAULT_SECONDS * 1_000);
    await fault.end();
    windows.push({ fault, from, until: metrics.seconds });
    print(`  ${fault.name}, from ${from} to ${metrics.seconds} s`);
    await wait(REST_SECONDS * 1_000);
  }
  await traffic.stop();
  await metrics.end();
  return evaluateRules(metrics, windows, promtool);
}

type AlertOptions = {
  readonly seed: number;
  /** Minutes without a fault before the first one. */
  readonly quietMinutes: number;
  /** Text in the names of the faults that are injected. */
  readonly only: string;
  readonly promtool: string;
};

async function evaluateRules(
  metrics: RecordedMetrics,
  windows: readonly FaultWindow[],
  promtool: string,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-alerted-'));
  const tests = testsOf(metrics, windows);
  let failureCount = 0;
  try {
    for (const [name, expressions] of tests) {
      const file = join(folder, 'test.json');
      const test = { input_series: metrics.inputSeries, promql_expr_test: expressions };
      const interval = `${SCRAPE_SECONDS}s`;
      const content = { rule_files: [RULES], evaluation_interval: interval };
      writeFileSync(file, JSON.stringify({ ...content, tests: [{ interval, ...test }] }));
      const report = await promisify(execFile)(promtool, ['test', 'rules', file]).then(
        () => undefined,
        ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
      );
      print(`  ${report === undefined ? 'ok   ' : 'WRONG'}  ${name}`);
      if (report !== undefined) print(report.slice(0, 4_000));
      if (report !== undefined) failureCount++;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return failureCount;
}

type Expression = {
  readonly expr: string;
  readonly eval_time: string;
  readonly exp_samples: readonly { readonly labels: string; readonly value: number }[];
};

/** Test for promtool: of the alerts whose name matches, only `fired` fires, or none does. */
const firingTest = (nameMatcher: string, at: number, fired?: string): Expression => ({
  expr: `max by (alertname) (ALERTS{alertstate="firing",alertname${nameMatcher}})`,
  eval_time: `${at}s`,
  exp_samples: fired === undefined ? [] : [{ labels: `{alertname="${fired}"}`, value: 1 }],
});

/** Checks by name: one per fault, and one for the time without a fault. */
function testsOf(
  metrics: RecordedMetrics,
  windows: readonly FaultWindow[],
): readonly [string, readonly Expression[]][] {
  const times = Array.from(
    { length: metrics.seconds / SCRAPE_SECONDS },
    (_, scrape) => scrape * SCRAPE_SECONDS,
  );
  /** An alert ends once the fault is older than the range that its rule looks back. */
  const quietSeconds = REST_SECONDS - 2 * SCRAPE_SECONDS;
  const isQuiet = (at: number) =>
    windows.every(({ from, until }) => at <= from || at > until + quietSeconds);
  const checksOfFaults = windows.map(
    ({ fault: { name, alert }, from, until }): [string, Expression[]] => [
      `${name} fires ${alert} within ${FIRES_WITHIN_SECONDS} s, and no other`,
      [
        // The fault began after the scrape before `from`.
        firingTest(`="${alert}"`, from + FIRES_WITHIN_SECONDS - SCRAPE_SECONDS, alert),
        ...times
          .filter((at) => at > from && at <= until + quietSeconds)
          .map((at) => firingTest(`!="${alert}"`, at)),
      ],
    ],
  );
  const quietTimes = times.filter(isQuiet);
  const minutes = Math.round((quietTimes.length * SCRAPE_SECONDS) / 60);
  return [
    ...checksOfFaults,
    [
      `${minutes} minutes without a fault fire none`,
      quietTimes.map((at) => firingTest('=~".+"', at)),
    ],
  ];
}
