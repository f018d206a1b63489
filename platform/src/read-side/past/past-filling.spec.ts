import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { join } from 'node:path';
import { dayAfter } from '#domain/kernel/values/days.js';
import {
  type Metadata,
  type RecordedEvent,
  NewerEvent,
  damagedEvent,
} from '../../event-log/event-log.js';
import type { EventReader } from '../../sealing/sealing.js';
import { EventLogInMemory } from '../../testing/in-memory/event-log-in-memory.js';
import { folders } from '../../testing/folders.js';
import type { PerEvent, PerStream } from '../projections/projection.js';
import { Views } from '../read-store/views.js';
import { DatedStore } from './dated-store.js';
import { PAST_TRACK, PastFilling, type PastFilled, type PastRange } from './past-filling.js';

type Step = { type: 'Begun' | 'Gone'; data: { step: number } };
type Path = { organizationId: string; steps: string };
const common = {
  version: 1,
  events: { Begun: {}, Gone: {} },
  indexes: [{ equal: ['organizationId'], sort: ['steps'] }],
};
const fold = (path: Path | undefined, { metadata, data }: RecordedEvent<Step>): Path => ({
  organizationId: metadata.organizationId,
  steps: `${path?.steps ?? ''} ${data.step}`,
});
const countsOf = ({ steps }: Path) => [{ key: 'all', amounts: { paths: 1, [steps]: 1 } }];

const paths: PerStream<Step, Path> = { ...common, name: 'paths', fold, counts: countsOf };
/** Stores only paths of more than two steps; shorter ones are folded again from the log. */
const longPaths: PerStream<Step, Path> = {
  ...common,
  name: 'long-paths',
  firstEvent: 'Begun',
  fold,
  counts: countsOf,
  documents: (path): Readonly<Record<string, Path>> =>
    path.steps.split(' ').length > 3 ? { '': path } : {},
};
const diary: PerEvent<Step, Path> = {
  ...common,
  name: 'diary',
  entry: ({ metadata, data }) => ({
    organizationId: metadata.organizationId,
    steps: String(data.step),
  }),
};
const createFolder = folders();
const projections = [paths, longPaths, diary];

const FIRST = '2026-03-01';
const DAYS = 5;
/** Day before every capture, counted from the first day. */
const EARLIEST_OFFSET = -4;
const steps = fc.array(
  fc.record({
    stream: fc.constantFrom('path-org_1', 'path-org_2', 'path-org_3', 'path-other_4'),
    /** Days since the step before. */
    daysLater: fc.constantFrom(0, 0, 0, 1, 2),
    /** Days between capture and recording. */
    daysEarlier: fc.constantFrom(0, 0, 0, 1, 3),
  }),
  { maxLength: 30 },
);
type Steps = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;

async function createLog(history: Steps): Promise<EventLogInMemory> {
  const log = new EventLogInMemory();
  let day = FIRST;
  for (const [step, { stream, daysLater, daysEarlier }] of history.entries()) {
    day = dayAfter(day, daysLater);
    const revision = (await log.read(stream)).length - 1;
    const metadata = {
      eventId: String(step),
      organizationId: stream.slice(5, -2),
      at: `${day}T10:00:00.000Z`,
      on: dayAfter(day, -daysEarlier),
    } as Metadata;
    const type = revision < 0 ? 'Begun' : 'Gone';
    await log.append(stream, revision, [{ type, data: { step }, metadata }]);
  }
  return log;
}

const reader: EventReader = {
  types: new Set(['Begun', 'Gone']),
  open: async (events) => events,
};

/** Fills a store in portions, as for a long log. */
async function fillInPortions(
  log: EventLogInMemory,
  clock: PastRange['clock'],
  portion: number,
  open = reader.open,
) {
  const path = join(createFolder(), 'past.sqlite');
  let from = '';
  let state: PastFilled = 'more';
  while (state === 'more') {
    const store = new DatedStore(path, 'writing');
    const filling = new PastFilling(
      { log, store, projections, reader: { ...reader, open } },
      {
        organizationId: 'org',
        timeZone: 'Asia/Kolkata',
        clock,
        accounts: [],
        newAccounts: [],
        from,
        until: dayAfter(FIRST, DAYS),
      },
      {
        signal: new AbortController().signal,
        partEvents: 3,
        ...(clock === 'recorded' && { maxEvents: portion }),
        onProgress: ({ day }) => (from = day),
        pace: async () => undefined,
      },
    );
    state = await filling.run();
    await store.close();
  }
  return new DatedStore(path, 'reading');
}

function foldAll(events: readonly RecordedEvent[]): readonly Path[] {
  const found = new Map<string, Path>();
  for (const event of events as readonly RecordedEvent<Step>[])
    found.set(event.stream, fold(found.get(event.stream), event));
  return [...found.values()];
}
const sumAll = (found: readonly Path[]) => {
  const sum: Record<string, number> = {};
  for (const { amounts } of found.flatMap(countsOf))
    for (const [name, amount] of Object.entries(amounts)) sum[name] = (sum[name] ?? 0) + amount;
  return sum;
};

test('a damaged event leaves its record as it was, and stops no other one', async () => {
  const log = await createLog([
    { stream: 'path-org_1', daysLater: 0, daysEarlier: 0 },
    { stream: 'path-org_2', daysLater: 0, daysEarlier: 0 },
    { stream: 'path-org_1', daysLater: 1, daysEarlier: 0 },
    { stream: 'path-org_2', daysLater: 1, daysEarlier: 0 },
  ]);
  const { stream, revision, position } = log.events[2]!;
  Object.assign(log.events, { 2: damagedEvent({ stream, revision, position }, 'is no JSON') });
  const store = await fillInPortions(log, 'recorded', 40);
  const readShownOn = async (day: string) => {
    const views = new Views(store.asOf(day));
    const page = { sort: ['steps'], limit: 100 };
    return (await views.find<Path>(paths, 'org', page)).documents.map((path) => path.steps);
  };
  expect(await readShownOn(FIRST)).toEqual([' 0', ' 1']);
  expect(await readShownOn(dayAfter(FIRST, 2))).toEqual([' 0', ' 1 3']);
  await store.close();
});

test('an event after the last day is in no day, also if an earlier one is recorded after it', async () => {
  const log = await createLog([
    { stream: 'path-org_1', daysLater: 0, daysEarlier: 0 },
    { stream: 'path-org_2', daysLater: 2, daysEarlier: 0 },
    { stream: 'path-org_2', daysLater: 2, daysEarlier: 0 },
    { stream: 'path-org_1', daysLater: 2, daysEarlier: 0 },
    { stream: 'path-org_1', daysLater: 0, daysEarlier: 1 },
    { stream: 'path-org_1', daysLater: 0, daysEarlier: 1 },
  ]);
  const store = await fillInPortions(log, 'happened', 40);
  const views = new Views(store.asOf(dayAfter(FIRST, DAYS)));
  const { documents } = await views.find<Path>(longPaths, 'org', { sort: ['steps'], limit: 100 });
  expect(documents.map((path) => path.steps)).toEqual([' 0 4 5']);
  await store.close();
});

test.each([
  { clock: 'recorded', newer: 'Wished', daysEarlier: 0 },
  { clock: 'happened', newer: 'Wished', daysEarlier: 0 },
  { clock: 'happened', newer: 'Wished', daysEarlier: 1 },
  { clock: 'happened', newer: 'Gone', daysEarlier: 1 },
] as const)('an event of a newer build parks its record, %j', async ({ clock, newer, ...late }) => {
  const log = await createLog([
    { stream: 'path-org_1', daysLater: 0, daysEarlier: 0 },
    { stream: 'path-org_2', daysLater: 0, daysEarlier: 0 },
    { stream: 'path-org_2', daysLater: 2, daysEarlier: 0 },
    { stream: 'path-org_1', daysLater: 0, ...late },
    { stream: 'path-org_1', daysLater: 0, ...late },
  ]);
  Object.assign(log.events, { 3: { ...log.events[3]!, type: newer } });
  const openAsFormer: typeof reader.open = async (events) => {
    const marked = events.map((event) =>
      event.metadata.eventId === '3' ? { ...event, damage: 'needs a newer build' } : event,
    );
    if (marked.every(({ damage }) => damage === undefined)) return events;
    throw new NewerEvent('path-org_1', 'needs a newer build', { events: marked });
  };
  const store = await fillInPortions(log, clock, 40, openAsFormer);
  const views = new Views(store.asOf(dayAfter(FIRST, 3)));
  const { documents } = await views.find<Path>(paths, 'org', { sort: ['steps'], limit: 100 });
  expect(documents.map((path) => path.steps)).toEqual([' 0', ' 1 2']);
  const { parked = [] } = (await store.readCheckpoint(PAST_TRACK))!;
  expect(new Set(parked.map(({ stream }) => stream))).toEqual(new Set(['path-org_1']));
  await store.close();
});

test.each(['recorded', 'happened'] as const)(
  'each day is the fold of its events by the clock %s, however the log is read',
  async (clock) => {
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 40 }), async (history, portion) => {
        const log = await createLog(history);
        const store = await fillInPortions(log, clock, portion);
        for (let offset = EARLIEST_OFFSET; offset <= DAYS; offset++) {
          const day = dayAfter(FIRST, offset);
          const views = new Views(store.asOf(day));
          const events = log.events.filter(
            ({ stream, metadata }) =>
              stream.startsWith('path-org_') &&
              (clock === 'recorded' ? metadata.at.slice(0, 10) : metadata.on) <= day,
          );
          const find = async (view: { name: string; version: number }) =>
            (await views.find<Path>(view, 'org', { sort: ['steps'], limit: 100 })).documents;
          const all = foldAll(events);
          const long = all.filter((path) => longPaths.documents!(path)['']);
          const sums = { all: sumAll(all) };
          const bySteps = (one: Path, other: Path) => (one.steps < other.steps ? -1 : 1);
          expect({
            paths: (await find(paths)).toSorted(bySteps),
            long: (await find(longPaths)).toSorted(bySteps),
            diary: (await find(diary)).length,
            sums: Object.fromEntries(await views.getSums(paths, 'org', ['all'])),
            longSums: Object.fromEntries(await views.getSums(longPaths, 'org', ['all'])),
          }).toEqual({
            paths: all.toSorted(bySteps),
            long: long.toSorted(bySteps),
            diary: events.length,
            sums,
            longSums: sums,
          });
        }
        await store.close();
      }),
      { numRuns: process.env['THOROUGH'] === '1' ? 1_000 : 25 },
    );
  },
  600_000,
);
