/**
 * Tests of observability/alerts.yml by promtool: each fault fires its alert and no other, and an
 * hour without a fault fires none.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { root, run } from '../backend/scripts/tooling.mjs';

const path = join(root, 'observability/alerts.yml');
const alertNames = load(readFileSync(path, 'utf8')).groups.flatMap(({ rules }) =>
  rules.map(({ alert }) => alert),
);

/** Duration of the series. */
const MINUTES = 60;
/** Number of samples, one every 15 seconds. */
const STEPS = MINUTES * 4;
const secondsText = (seconds) => `${seconds}s`;
/** Sampled values in promtool's notation: a constant, or values that grow at each step. */
const constantSeries = (value) => `${value}x${STEPS}`;
const growingSeries = (increment) => `0+${increment}x${STEPS}`;

/** Series of a healthy installation of two processes. */
const healthy = {
  'up{job="fieldtrace",instance="a"}': constantSeries(1),
  'up{job="fieldtrace",instance="b"}': constantSeries(1),
  'fieldtrace_up{instance="a",part="event log"}': constantSeries(1),
  'fieldtrace_up{instance="a",part="jobs"}': constantSeries(1),
  'fieldtrace_up{instance="a",part="views"}': constantSeries(1),
  'fieldtrace_projecting{lane="0 of 2",instance="a"}': constantSeries(1),
  'fieldtrace_projecting{lane="0 of 2",instance="b"}': constantSeries(0),
  'fieldtrace_projecting{lane="1 of 2",instance="a"}': constantSeries(0),
  'fieldtrace_projecting{lane="1 of 2",instance="b"}': constantSeries(1),
  'fieldtrace_projection_lag_seconds{lane="0 of 2",instance="a"}': `0 0.2 1 0x${STEPS}`,
  'fieldtrace_projection_lag_seconds{lane="0 of 2",instance="b"}': constantSeries(0),
  'fieldtrace_request_seconds_count{route="/api/leads",status="200"}': growingSeries(100),
  'fieldtrace_request_seconds_count{route="/api/leads",status="503"}': `0 1 ${constantSeries(1)}`,
  'fieldtrace_command_seconds_bucket{le="0.01"}': growingSeries(99.5),
  'fieldtrace_command_seconds_bucket{le="2.5"}': growingSeries(100),
  'fieldtrace_command_seconds_bucket{le="+Inf"}': growingSeries(100),
  fieldtrace_turned_away_total: constantSeries(3),
  fieldtrace_parked_streams: constantSeries(0),
  fieldtrace_reactors_standing: constantSeries(0),
  fieldtrace_parked_effects: constantSeries(0),
  'fieldtrace_jobs{state="failed"}': constantSeries(2),
  'fieldtrace_messages_total{state="failed"}': constantSeries(1),
  fieldtrace_crashes_total: `0 1 ${constantSeries(1)}`,
  fieldtrace_proof_stopped: constantSeries(0),
  fieldtrace_views_changed: constantSeries(0),
  fieldtrace_proof_check_age_seconds: constantSeries(3_600),
};

const requestsFail = {
  'fieldtrace_request_seconds_count{route="/api/leads",status="503"}': growingSeries(4),
};
/** Series that a fault changes, by the alert that has to fire within two minutes. */
const faults = {
  ProcessDown: { 'up{job="fieldtrace",instance="b"}': constantSeries(0) },
  PartDown: { 'fieldtrace_up{instance="a",part="event log"}': constantSeries(0) },
  NobodyProjects: { 'fieldtrace_projecting{lane="0 of 2",instance="a"}': constantSeries(0) },
  ViewsLate: {
    'fieldtrace_projection_lag_seconds{lane="0 of 2",instance="a"}': constantSeries(40),
  },
  RequestsFail: requestsFail,
  TurnedAway: { fieldtrace_turned_away_total: growingSeries(20) },
  RecordsParked: { fieldtrace_parked_streams: constantSeries(1) },
  ReactorsStand: { fieldtrace_reactors_standing: constantSeries(1) },
  EffectsParked: { fieldtrace_parked_effects: constantSeries(2) },
  JobsFail: { 'fieldtrace_jobs{state="failed"}': growingSeries(1) },
  MessagesFail: { 'fieldtrace_messages_total{state="failed"}': growingSeries(1) },
  ScreensCrash: { fieldtrace_crashes_total: growingSeries(2) },
  ProofBroken: { fieldtrace_proof_stopped: constantSeries(1) },
  ViewsChanged: { fieldtrace_views_changed: constantSeries(1) },
};
/** Faults whose alert fires only after some minutes. */
const slowFaults = {
  ProofUnchecked: { fieldtrace_proof_check_age_seconds: constantSeries(11_000) },
  CommandsSlow: {
    'fieldtrace_command_seconds_bucket{le="0.01"}': growingSeries(50),
    'fieldtrace_command_seconds_bucket{le="2.5"}': growingSeries(90),
  },
};

/** Faults with consequences, by what went wrong: only the alert of the cause fires. */
const outages = {
  'the log is away': [
    'PartDown',
    {
      ...faults.PartDown,
      ...requestsFail,
      ...faults.ReactorsStand,
      ...faults.ViewsLate,
      ...faults.NobodyProjects,
      ...slowFaults.CommandsSlow,
    },
  ],
  'Redis is away': [
    'PartDown',
    {
      'fieldtrace_up{instance="a",part="jobs"}': constantSeries(0),
      ...requestsFail,
      ...faults.ReactorsStand,
      ...faults.EffectsParked,
    },
  ],
  'there is too much to do': ['TurnedAway', { ...faults.TurnedAway, ...requestsFail }],
};

/** Case in which a part recovers after ten minutes; no alert fires at the given minute. */
const recoveryAt = (part, minute) => [
  `back after an outage, minute ${minute}`,
  {
    [`fieldtrace_up{instance="a",part="${part}"}`]: `0x39 1x${STEPS}`,
    'fieldtrace_request_seconds_count{route="/api/leads",status="503"}': `0+4x39 160x${STEPS}`,
    'fieldtrace_command_seconds_bucket{le="0.01"}': `0+50x39 2050+99.5x${STEPS}`,
    'fieldtrace_command_seconds_bucket{le="2.5"}': `0+90x39 3700+100x${STEPS}`,
    'fieldtrace_command_seconds_bucket{le="+Inf"}': growingSeries(100),
  },
  minute * 60,
];

/** A part that fails for half of each minute fires no alert, so it mutes none. */
const flapping = Array.from({ length: MINUTES }, () => '1 1 0 0').join(' ');
const flappingSeries = { 'fieldtrace_up{instance="a",part="event log"}': flapping };
/** Lanes without a host, beside hosted ones, also where the set has another number of lanes. */
const unprojected = {
  'lane 1 has no host': { 'fieldtrace_projecting{lane="1 of 2",instance="b"}': constantSeries(0) },
  'lane 0 of a new set has no host': {
    'fieldtrace_projecting{lane="0 of 3",instance="c"}': constantSeries(0),
  },
};
/** Alerts that an alert about a part mutes. */
const mutedAlerts = [
  'NobodyProjects',
  'ViewsLate',
  'RequestsFail',
  'ReactorsStand',
  'EffectsParked',
];

/**
 * Test of promtool.
 * @param fired name of the only alert that fires; undefined if none does
 */
const testOf = (fired, changedSeries, evalSeconds, name = fired ?? 'an hour without a fault') => ({
  name,
  interval: '15s',
  input_series: Object.entries({ ...healthy, ...changedSeries }).map(([series, values]) => ({
    series,
    values,
  })),
  promql_expr_test: alertNames.map((alert) => ({
    expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) > 0`,
    eval_time: secondsText(evalSeconds),
    exp_samples: alert === fired ? [{ labels: '{}', value: 1 }] : [],
  })),
});

/** @returns promtool's report of the failures; nothing if there are none */
export async function testAlerts(promtool) {
  const tested = Object.keys({ ...faults, ...slowFaults });
  const untested = alertNames.filter((name) => !tested.includes(name));
  if (untested.length > 0) return `No fault fires ${untested.join(', ')} in test/alerts.mjs`;
  const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-alerts-'));
  try {
    const tests = [
      ...[2, 10, 30, MINUTES - 1].map((minute) => testOf(undefined, {}, minute * 60)),
      ...Object.entries(faults).map(([alert, series]) => testOf(alert, series, 2 * 60)),
      ...Object.entries(unprojected).map(([name, series]) =>
        testOf('NobodyProjects', series, 2 * 60, name),
      ),
      ...mutedAlerts.map((alert) =>
        testOf(
          alert,
          { ...faults[alert], ...flappingSeries },
          10 * 60,
          `${alert}, while the log flaps`,
        ),
      ),
      ...Object.entries(outages).flatMap(([name, [alert, series]]) =>
        [1.5, 2, 30].map((minute) => testOf(alert, series, minute * 60, name)),
      ),
      ...[11, 12, 13, 20]
        .map((minute) => recoveryAt('event log', minute))
        .map(([name, series, evalSeconds]) => testOf(undefined, series, evalSeconds, name)),
      ...Object.entries(slowFaults).map(([alert, series]) => testOf(alert, series, 11 * 60)),
    ];
    const file = join(folder, 'alerts.test.json');
    writeFileSync(file, JSON.stringify({ rule_files: [path], evaluation_interval: '15s', tests }));
    const { code, output } = await run(promtool, ['test', 'rules', file], { quiet: true });
    return code === 0 ? undefined : output;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
