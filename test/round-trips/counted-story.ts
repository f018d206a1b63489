import { commandDefinitions, aggregates } from '#domain/aggregates.js';
import type { AnyAggregate } from '#domain/kernel/aggregate.js';
import type { EventLog } from '#platform/event-log/event-log.js';
import { World } from '../late-reactors/world.js';
import { type CallMeter, type Ledger, type Subject, countRoundTrips } from './call-meter.js';
import { story } from './story.js';

/** Maximum log calls of a command, or of all reactors or a job for one event. */
export type Counts = Pick<Subject, 'kind' | 'name'> & {
  readonly reads: number;
  readonly appends: number;
  /** Number of sequential calls. */
  readonly roundTrips: number;
  /** Median milliseconds of a command, or of all reactors together. */
  readonly medianMs: number;
  /** Number of measurements; 0 for an event without reactors. */
  readonly times: number;
};

const start = '2026-11-21T09:30:00.000Z';

type Options = {
  readonly folder: string;
  readonly log: EventLog;
  readonly meter: CallMeter;
  readonly runStep?: (step: () => Promise<void>) => Promise<void>;
  /** Number of times that the story is played. */
  readonly rounds?: number;
};

/**
 * Plays the story; the effects of a step end before the next one.
 * @returns types of the events that happened
 */
export async function runCountedStory({
  folder,
  log,
  meter,
  runStep = (step) => step(),
  rounds = 1,
}: Options): Promise<ReadonlySet<string>> {
  const clock = { now: start };
  const world = await World.open(folder, 'story', () => clock.now, { log, meter });
  try {
    const steps = Array.from({ length: rounds }, (_, round) => story(clock, round)).flat();
    for (const step of steps) {
      await runStep(() => step(world));
      await runStep(() => world.drain());
    }
    const refusals = world.answers.filter((answer) => answer !== undefined);
    if (refusals.length > 0) throw new Error(`Refused: ${refusals.join(', ')}`);
    if (world.troubles.length > 0) throw world.troubles[0];
    return new Set((await world.readEvents()).map(({ type }) => type));
  } finally {
    await world.close();
  }
}

/** Counts for every command, event and job. */
export function countsOf(meter: CallMeter): readonly Counts[] {
  const events = aggregates.flatMap(({ events }: AnyAggregate) => Object.keys(events));
  const ledgers = meter.all();
  const jobs = new Set(ledgers.filter(({ kind }) => kind === 'job').map(({ name }) => name));
  return [
    ...Object.keys(commandDefinitions).map((name) => countsFor('command', name, ledgers)),
    ...events.map((name) => countsFor('event', name, ledgers)),
    ...[...jobs].map((name) => countsFor('job', name, ledgers)),
  ];
}

const subjectIdOf = ({ id }: Ledger): string => id.split(' ')[0]!;

function countsFor(kind: Subject['kind'], name: string, ledgers: readonly Ledger[]): Counts {
  const ledgersOfKind = ledgers.filter((ledger) => ledger.kind === kind && ledger.name === name);
  /** Reactors of one event count together, because they run concurrently. */
  const subjects = new Set(ledgersOfKind.map(subjectIdOf));
  const occurrences = [...subjects].map((id) =>
    ledgersOfKind.filter((each) => subjectIdOf(each) === id),
  );
  const maximum = (count: (ledgers: readonly Ledger[]) => number) =>
    Math.max(0, ...occurrences.map(count));
  const callsOf = (ledgers: readonly Ledger[], kind: 'read' | 'append') =>
    ledgers.flatMap(({ calls }) => calls).filter((call) => call.kind === kind).length;
  const durationsMs = occurrences
    .map((ledgers) => ledgers.reduce((sum, { tookMs }) => sum + tookMs, 0))
    .toSorted((one, other) => one - other);
  return {
    kind,
    name,
    reads: maximum((ledgers) => callsOf(ledgers, 'read')),
    appends: maximum((ledgers) => callsOf(ledgers, 'append')),
    roundTrips: maximum((ledgers) =>
      Math.max(...ledgers.map(({ calls }) => countRoundTrips(calls))),
    ),
    medianMs: durationsMs[durationsMs.length >> 1] ?? 0,
    times: occurrences.length,
  };
}
