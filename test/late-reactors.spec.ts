import { addMilliseconds } from '#platform/common/clock.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { SqliteFile } from '#platform/storage/embedded/sqlite-file.js';
import { folders } from '#platform/testing/folders.js';
import { expect, test } from '@jest/globals';
import { SeededRandom } from './faults/seeded-random.js';
import { RandomHistory, type Step } from './late-reactors/history.js';
import type { DeclaredDifference } from './late-reactors/declared-differences.js';
import { type Outcome, World } from './late-reactors/world.js';

const folder = folders();
// The secrets are temporary, so writes need no disk sync.
SqliteFile.synchronous = 'NORMAL';
const start = '2026-11-21T09:30:00.000Z';

/** Lets some waiting work happen, or none. */
type Schedule = (world: World) => Promise<void>;

const runPromptly: Schedule = (world) => world.drain();
const runAtTheEnd: Schedule = async () => undefined;
/** Delays each reactor by 0, 1 or 10 events, or until the end. */
const randomSchedule =
  (seeded: SeededRandom): Schedule =>
  async (world) => {
    for (const name of world.reactorNames)
      if (seeded.percent(30)) await world.advance(name, seeded.pick([0, 1, 1, 10]));
    if (seeded.percent(20)) await world.runJobs(seeded.pick([1, 10]));
  };
/**
 * Delays jobs until the end while reactors are prompt: browsers change their account between an
 * alert and its push.
 */
const lateJobs: Schedule = (world) => world.drain({ jobs: false });
const scheduleOf = (seed: number): Schedule =>
  seed % 4 === 3 ? lateJobs : randomSchedule(new SeededRandom('schedule', seed));

type LateCase = {
  readonly declared?: readonly DeclaredDifference[];
  /** Hours between the last step and the remaining effects. */
  readonly hoursAfter?: number;
};

async function runHistory(
  steps: readonly Step[],
  schedule: Schedule,
  { declared = [], hoursAfter = 0 }: LateCase = {},
): Promise<Outcome> {
  let now = start;
  const world = await World.open(folder(), 'secrets', () => now);
  try {
    for (const step of steps) {
      now = step.at;
      await step.run(world);
      await schedule(world);
    }
    now = addMilliseconds(now, hoursAfter * 60 * 60_000);
    await world.drain();
    expect(world.troubles).toEqual([]);
    // At least some commands must be accepted, or all histories would end equally.
    expect(world.answers.filter((answer) => answer === undefined).length).toBeGreaterThan(
      world.answers.length * 0.7,
    );
    return await world.computeOutcome(declared);
  } finally {
    await world.close();
  }
}

/** Number of histories: a thousand in `npm run test:all`, some in `npm test`. */
const historyCount = process.env['THOROUGH'] === '1' ? 1_000 : 2;
/** Seeds that have found defects. */
const foundSeeds: readonly number[] = [24, 25, 26, 45, 46];

test.each([...foundSeeds, ...Array.from({ length: historyCount }, (_, index) => index + 1)])(
  'history %d ends equally however late reactors run',
  async (seed) => {
    const { steps } = new RandomHistory(new SeededRandom('history', seed), {
      start,
      minSteps: 60,
      browserRandom: new SeededRandom('browsers', seed),
    });
    const expected = await runHistory(steps, runPromptly);
    expect(await runHistory(steps, runAtTheEnd)).toEqual(expected);
    expect(await runHistory(steps, scheduleOf(seed))).toEqual(expected);
  },
);

test.each(Array.from({ length: historyCount / 2 }, (_, index) => index + 1))(
  'history %d with quotations ends equally however late reactors run',
  async (seed) => {
    const { steps } = new RandomHistory(new SeededRandom('quotations', seed), {
      start,
      minSteps: 60,
      hasQuotations: true,
      browserRandom: new SeededRandom('browsers', seed),
    });
    const expected = await runHistory(steps, runPromptly);
    expect(await runHistory(steps, runAtTheEnd)).toEqual(expected);
    expect(await runHistory(steps, scheduleOf(seed))).toEqual(expected);
  },
);

test.each(Array.from({ length: Math.ceil(historyCount / 4) }, (_, index) => index + 1))(
  'history %d ends equally while days pass, except for declared differences',
  async (seed) => {
    const { steps } = new RandomHistory(new SeededRandom('days', seed), {
      start,
      minSteps: 60,
      hoursBetween: 4,
      browserRandom: new SeededRandom('browsers', seed),
    });
    const lateCase: LateCase = {
      declared: ['due today', 'pushed in time', 'day of effects'],
      hoursAfter: 6,
    };
    const { pushed: expectedPushes, ...expected } = await runHistory(steps, runPromptly, lateCase);
    for (const schedule of [runAtTheEnd, scheduleOf(seed)]) {
      const { pushed, ...outcome } = await runHistory(steps, schedule, lateCase);
      expect(outcome).toEqual(expected);
      expect(expectedPushes).toEqual(expect.arrayContaining([...pushed]));
    }
  },
);

test.each(Array.from({ length: Math.ceil(historyCount / 4) }, (_, index) => index + 1))(
  'history %d: after a restore without secrets nobody is alerted twice',
  async (seed) => {
    let now = start;
    const { steps } = new RandomHistory(new SeededRandom('restored', seed), {
      start,
      minSteps: 60,
      hoursBetween: seed % 2,
      invited: 2,
      browserRandom: new SeededRandom('browsers', seed),
    });
    const world = await World.open(folder(), 'secrets', () => now);
    for (const step of steps) {
      now = step.at;
      await step.run(world);
      await world.drain();
    }
    await world.close();
    expect(world.messages.length).toBeGreaterThanOrEqual(2);
    const eventCountBefore = (await world.readEvents()).length;
    now = addMilliseconds(now, 60_000);
    const restoredWorld = await World.open(folder(), 'secrets', () => now, { backup: world });
    try {
      // Everybody signs in again before a reactor has read the log.
      await restoredWorld.signInAccountsOf(world);
      await restoredWorld.drain();
      expect(restoredWorld.troubles).toEqual([]);
      expect([restoredWorld.messages, restoredWorld.pushed]).toEqual([[], []]);
      // Excludes alerts of the morning's round, which reactors may raise here.
      const newEvents = (await restoredWorld.readEvents()).slice(eventCountBefore);
      expect(newEvents.filter((event) => !isDueAlert(event))).toEqual([]);
    } finally {
      await restoredWorld.close();
    }
  },
);

const isDueAlert = ({ type, data }: RecordedEvent): boolean =>
  type === 'AlertRaised' &&
  (data as { readonly about: { readonly kind: string } }).about.kind.startsWith('follow-up-');
