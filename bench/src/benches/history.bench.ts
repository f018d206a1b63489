import { PastProjections } from '#backend/history/past-details.js';
import { RecordPast } from '#backend/history/record-past.js';
import { PersonNames } from '#backend/auth/people/names.js';
import { createDetails } from '#backend/past-details.js';
import { pastQueries } from '#backend/past-queries.js';
import type { PastQueries } from '#backend/history/past-queries.js';
import { aggregates } from '#domain/aggregates.js';
import { leadQueries } from '#domain/leads/lead.queries.js';
import { leadEvents } from '#domain/leads/lead.events.js';
import { founded, meeraFounds, ashaJoins } from '#domain/organizations/organization.examples.js';
import { asha, meera } from '#domain/leads/lead.examples.js';
import { addMilliseconds, pause } from '#platform/common/clock.js';
import { EventLogOnSqlite } from '#platform/event-log/event-log-on-sqlite.js';
import {
  type EventLog,
  type Position,
  type SelectedEvents,
  BEFORE_ALL,
} from '#platform/event-log/event-log.js';
import type { PastScope } from '#platform/read-side/past/past-description.js';
import { PastNotReady } from '#platform/read-side/past/past-store.js';
import { PastStores } from '#platform/read-side/past/past-stores.js';
import { eventCatalogue } from '#platform/sealing/event-catalogue.js';
import { KeyStoreOnSqlite } from '#platform/sealing/key-store/key-store-on-sqlite.js';
import { type EventReader, type Sealing, createSealing } from '#platform/sealing/sealing.js';
import { SqliteFile } from '#platform/storage/embedded/sqlite-file.js';
import { createFoldedStreams } from '#platform/write-side/folded-streams.js';
import { allProjections } from '#projections/all-projections.js';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { gzipSync } from 'node:zlib';
import { createAppender, eventsOf, writeLeads } from '../large-log.js';
import { type Row, median, row } from '../table.js';

const organizationId = randomUUID();
const EVENTS_OF_LONG_LEAD = 500;
const DAYS = 90;
const DAY_MS = 24 * 60 * 60_000;
const SAMPLES = 20;
const asker = { ...meera, organizationId, timeZone: 'Asia/Kolkata' };

/**
 * Measures the history of a lead with 500 events, and lists as of a day, on a generated log. Both
 * are called in this process, without HTTP.
 */
export async function benchHistory({
  events,
  print,
}: {
  readonly events: number;
  readonly print: (line: string) => void;
}): Promise<readonly Row[]> {
  SqliteFile.synchronous = 'NORMAL';
  const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-history-'));
  const log = EventLogOnSqlite.open(join(folder, 'log.sqlite'));
  const keys = KeyStoreOnSqlite.open(join(folder, 'keys.sqlite'));
  const sealing = createSealing({
    catalogue: eventCatalogue(aggregates.map((aggregate) => aggregate.events)),
    keys,
  });
  const append = createAppender({ log, sealing, organizationId });
  try {
    const start = new Date(Date.now() - (DAYS + 2) * DAY_MS).toISOString();
    const longLead = await writeLog(append, { events, start, print });
    const installation = { folder, log, sealing, start };
    return [
      ...(await measureRecord(installation, longLead)),
      ...(await measureLists(installation, events, print)),
    ];
  } finally {
    await keys.close();
    await log.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Installation = {
  readonly folder: string;
  readonly log: EventLog;
  readonly sealing: Sealing;
  /** Time of the first event. */
  readonly start: string;
};

/** @returns id of the long lead */
async function writeLog(
  append: ReturnType<typeof createAppender>,
  options: {
    readonly events: number;
    readonly start: string;
    readonly print: (line: string) => void;
  },
): Promise<string> {
  const { start } = options;
  await append(`organization-${organizationId}`, start, [founded, meeraFounds, ashaJoins]);
  for (const { id } of [asha, meera])
    await append(`account-${id}`, start, [
      { type: 'AccountOpened', data: { name: 'Asha Patil', phone: '+919812345678' } },
    ]);
  const longLead = randomUUID();
  await append(
    `lead-${organizationId}_${longLead}`,
    start,
    eventsOf(0, EVENTS_OF_LONG_LEAD, asha.id),
  );
  await writeLeads({ ...options, days: DAYS, organizationId, assignedTo: asha.id, append });
  return longLead;
}

/** Measures the newest page of the history of a long lead. */
async function measureRecord(
  { log, sealing }: Installation,
  longLead: string,
): Promise<readonly Row[]> {
  const foldedStreams = createFoldedStreams({ log, reader: sealing });
  const past = new RecordPast(
    log,
    sealing,
    { createDetails: createDetails(foldedStreams) },
    new PastProjections(allProjections),
  );
  const loadHistory = () => past.loadHistory(asker, 'lead', longLead, undefined);
  const cpuBefore = process.cpuUsage();
  const openTimes = await measureTimes(loadHistory);
  const cpuMsPerOpening = cpuSince(cpuBefore) / SAMPLES;
  const json = JSON.stringify(await loadHistory());
  return [
    row(
      'history',
      `a lead with ${EVENTS_OF_LONG_LEAD} events: newest page, p50`,
      median(openTimes),
      'ms',
      {
        atMost: 200,
        note: `${cpuMsPerOpening.toFixed()} ms of a processor; ${Math.round(json.length / 1_000)} kB, ${Math.round(gzipSync(json).length / 1_000)} kB in gzip`,
      },
    ),
  ];
}

/** Measures the list of leads as of days: the first answers, later ones, and after a restart. */
async function measureLists(
  { folder, log, sealing, start }: Installation,
  events: number,
  print: (line: string) => void,
): Promise<readonly Row[]> {
  const { all } = (pastQueries as unknown as { readonly useValue: PastQueries }).useValue;
  const { answer, views } = all.find(({ definition }) => definition === leadQueries.ListLeads)!;
  const head = await log.readLastPosition();
  const openStores = () =>
    new PastStores({
      log,
      reader: sealing,
      folder: join(folder, 'past'),
      projections: allProjections,
      heardTo: () => head,
      worker: {
        entry: () => new URL(import.meta.resolve('#projections/past-worker.js')),
        files: { log: join(folder, 'log.sqlite'), keys: join(folder, 'keys.sqlite') },
      },
    });
  let stores = openStores();
  const dayOf = (day: number) => addMilliseconds(start, day * DAY_MS).slice(0, 10);
  const scope: PastScope = {
    organizationId,
    timeZone: asker.timeZone,
    clock: 'recorded',
    views,
    accounts: [asha, meera].map(({ id }) => `account-${id}`),
    yesterday: dayOf(DAYS + 1),
  };
  const ask = (day: string) =>
    stores.query(scope, day, (past) =>
      answer(
        {
          views: past,
          names: new PersonNames(past),
          clock: { now: () => `${day}T18:00:00.000Z`, pause },
        },
        asker,
        {} as never,
      ),
    );
  const measureFirstAnswer = async (day: string) => {
    const since = performance.now();
    for (let isReady = false; !isReady;)
      isReady = await ask(day).then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof PastNotReady)) throw error;
          print(error.message);
          return false;
        },
      );
    return (performance.now() - since) / 1_000;
  };
  const readSeconds = await measureReadSeconds(log, sealing, scope);
  const [firstSeconds, firstCpuSeconds] = await measureCpu(() => measureFirstAnswer(dayOf(DAYS)));
  const otherDayTimes: number[] = [];
  for (let day = 1; day < DAYS; day++)
    otherDayTimes.push((await measureFirstAnswer(dayOf(day))) * 1_000);
  const laterTimes = await measureTimes(() => ask(dayOf(DAYS)));
  const bytes = readdirSync(join(folder, 'past')).map(
    (name) => statSync(join(folder, 'past', name)).size,
  );
  await stores.close();
  stores = openStores();
  await stores.adopt();
  const secondsAfterRestart = await measureFirstAnswer(dayOf(DAYS));
  await stores.close();
  return [
    row('history', `${events} events: first list of leads as of a day`, firstSeconds, 's', {
      atMost: 3,
      note: `${firstCpuSeconds.toFixed(1)} s of a processor; ${(sum(bytes) / 1e6).toFixed()} MB`,
    }),
    row('history', 'ratio to reading and decrypting these events', firstSeconds / readSeconds, '', {
      note: `${readSeconds.toFixed(1)} s`,
    }),
    row('history', 'first answer after a restart', secondsAfterRestart, 's', { atMost: 3 }),
    row('history', 'first answers as of other days, p50', median(otherDayTimes), 'ms', {
      atMost: 300,
      note: `slowest ${Math.max(...otherDayTimes).toFixed()} ms`,
    }),
    row('history', `${events} events: later ones, p50`, median(laterTimes), 'ms', {
      atMost: 300,
    }),
  ];
}

/** Seconds that reading all events of the organization and decrypting one field of each takes. */
async function measureReadSeconds(
  log: EventLog,
  reader: EventReader,
  { organizationId, accounts }: { organizationId: string; accounts: readonly string[] },
): Promise<number> {
  const since = performance.now();
  const skippedTypes = new Set(
    [...reader.types].filter((type) => !Object.hasOwn(leadEvents, type)),
  );
  const selection = { organizationId, streams: accounts, skippedTypes };
  for (let after: Position | undefined = BEFORE_ALL; after !== undefined;) {
    const { events, reached }: SelectedEvents = await log.readSelected(selection, after, 2_000);
    for (const { data } of await reader.open(events)) JSON.stringify(data);
    after = reached;
  }
  return (performance.now() - since) / 1_000;
}

const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);

async function measureCpu<Result>(work: () => Promise<Result>): Promise<[Result, seconds: number]> {
  const before = process.cpuUsage();
  return [await work(), cpuSince(before) / 1_000];
}

async function measureTimes(work: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const since = performance.now();
    await work();
    times.push(performance.now() - since);
  }
  return times;
}

/** Processor milliseconds since a reading, which other processes do not affect. */
function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
