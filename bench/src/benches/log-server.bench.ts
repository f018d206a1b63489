import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { v7 as newId } from 'uuid';
import {
  type Person,
  cookieOf,
  inDays,
  createTeam,
} from '../../../test/acceptance/product/person.js';
import { Product } from '../../../test/acceptance/product/product.js';
import { EventStoreProcess } from '../../../test/servers/event-store-stand-in/event-store-process.js';
import type { CallCounts } from '../../../test/servers/event-store-stand-in/event-store-stand-in.js';
import { Connection } from '../connection.js';
import { Dashboards } from '../dashboards.js';
import { runClosedLoop } from '../load.js';
import { sampleLead } from '../sample-lead.js';
import { type Row, median, percentile, row } from '../table.js';
import { waitForViews } from '../wait-for-views.js';

/** Duration of a call, similar to a real EventStoreDB. */
const CALL_MS = 1.5;
/** Delay added to each call while counting round trips. */
const DELAY_MS = 100;
/** Repetitions per command, for the mean of reads and appends. */
const REPETITIONS = 40;
/** Repetitions per command, for the median of round trips. */
const TIMED_REPETITIONS = 15;
const ROUNDS = 5;
const CREATES = 150;
const CONNECTIONS = 64;
const SECONDS = 3;
const IDLE_SECONDS = 6;
/** Tolerance of a measured number of round trips. */
const ROUND_TRIP_TOLERANCE = 0.3;

type Side = {
  readonly product: Product;
  readonly admin: Person;
  readonly rep: Person;
  readonly dashboards: Dashboards;
  readonly cookie: string;
};
type Command = {
  readonly name: string;
  readonly data: (side: Side, leadId: string) => object;
  readonly maxRoundTrips?: number;
  readonly maxReads?: number;
};

/** Commands that one lead accepts in this order. */
const commands: readonly Command[] = [
  {
    name: 'CreateLead',
    data: (_, leadId) => ({ leadId, ...sampleLead(nextLeadNumber++) }),
    maxRoundTrips: 3,
    maxReads: 5,
  },
  {
    name: 'AddNote',
    data: (_, leadId) => ({ leadId, noteId: newId(), note: 'Called' }),
    maxRoundTrips: 2,
  },
  {
    name: 'ScheduleFollowUp',
    data: (_, leadId) => ({ leadId, followUpId: newId(), dueOn: inDays(2) }),
    maxRoundTrips: 2,
  },
  { name: 'ReassignLead', data: ({ rep }, leadId) => ({ leadId, assignedTo: rep.id }) },
  {
    name: 'ConvertLead',
    data: (_, leadId) => ({ leadId, projectValuePaise: 45_000_000 }),
    maxRoundTrips: 2,
  },
];
let nextLeadNumber = 0;

/** The product on a stand-in with EventStoreDB's latency, and on the embedded log, in turn. */
export async function benchLogServer(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-log-server-'));
  const server = await EventStoreProcess.start(join(folder, 'log'), { callMs: CALL_MS });
  const sides: Side[] = [];
  try {
    sides.push(await startSide({ EVENTSTORE_URL: server.url }), await startSide({}));
    const [onServer, embedded] = sides as [Side, Side];
    await measureLatencies(onServer); // Warms up.
    await measureLatencies(embedded);
    return [
      ...(await countCalls(onServer, server)),
      ...(await countRoundTrips(onServer, server)),
      ...(await compareLogs(onServer, embedded)),
    ];
  } finally {
    for (const { dashboards, product } of sides) {
      dashboards.close();
      await product.dispose();
    }
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startSide(env: Readonly<Record<string, string>>): Promise<Side> {
  const product = await Product.start({ env });
  const { admin, reps, organizationId } = await createTeam(product, 'Asha');
  const cookie = cookieOf(admin);
  const dashboards = await Dashboards.open(product.url, 1, {
    view: 'lead-list',
    cookie,
    rooms: [`organization:${organizationId}`],
  });
  return { product, admin, rep: reps[0]!, dashboards, cookie };
}

/** Reads and appends of a command, including views and reactors, without polling. */
async function countCalls(side: Side, server: EventStoreProcess): Promise<Row[]> {
  const rows: Row[] = [];
  const leadIds = Array.from({ length: REPETITIONS }, () => newId());
  for (const { name, data, maxReads } of commands) {
    const idleReadsPerSecond = await countIdleLogReads(server);
    const [before, began] = [(await server.readState()).callCounts, performance.now()];
    for (const leadId of leadIds) {
      await side.admin.send(name, data(side, leadId));
      await untilQuiet(server);
    }
    const { callCounts } = await server.readState();
    const polls = ((performance.now() - began) / 1_000) * idleReadsPerSecond;
    const countOf = (kind: keyof CallCounts, without = 0) =>
      (callCounts[kind] - before[kind] - without) / REPETITIONS;
    const reads = countOf('streamReads') + countOf('logReads', polls);
    const readCounts = `${countOf('streamReads').toFixed(2)} of streams, ${countOf('logReads', polls).toFixed(2)} of the log's end`;
    rows.push(
      row('log-server', `${name}: reads, views and reactors included`, reads, '', {
        ...(maxReads && { atMost: maxReads }),
        note: readCounts,
      }),
    );
    rows.push(
      row(
        'log-server',
        `${name}: appends, reactors included`,
        countOf('appends'),
        '',
        maxReads ? { atMost: 2 } : {},
      ),
    );
  }
  return rows;
}

/** Reads of the log's end in an idle second. */
async function countIdleLogReads(server: EventStoreProcess): Promise<number> {
  const before = (await server.readState()).callCounts.logReads;
  await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1_000));
  return ((await server.readState()).callCounts.logReads - before) / IDLE_SECONDS;
}

/** Resolves after a tenth of a second without reads and appends. */
async function untilQuiet(server: EventStoreProcess): Promise<void> {
  const countBusyCalls = async () => {
    const { appends, streamReads } = (await server.readState()).callCounts;
    return appends + streamReads;
  };
  for (
    let before = -1, now = await countBusyCalls();
    before !== now;
    now = await countBusyCalls()
  ) {
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Sequential calls before the answer: the delay of the answer divided by the measured delay of each
 * call.
 */
async function countRoundTrips(side: Side, server: EventStoreProcess): Promise<Row[]> {
  const measureTimes = async () => {
    const times = new Map(commands.map(({ name }) => [name, [] as number[]]));
    for (let repetition = 0; repetition < TIMED_REPETITIONS; repetition++) {
      const leadId = newId();
      for (const { name, data } of commands) {
        const began = performance.now();
        await side.admin.send(name, data(side, leadId));
        times.get(name)!.push(performance.now() - began);
      }
    }
    return times;
  };
  const measureCalls = async () => {
    const before = await server.readState();
    const times = await measureTimes();
    const after = await server.readState();
    return { times, callMs: (after.waitedMs - before.waitedMs) / (after.calls - before.calls) };
  };
  const usual = await measureCalls();
  await server.setFaults({ delayMs: DELAY_MS });
  const delayed = await measureCalls();
  await server.setFaults({ delayMs: 0 });
  const addedMs = delayed.callMs - usual.callMs;
  await waitForViews(side.product);
  return commands.map(({ name, maxRoundTrips }) => {
    const [before, after] = [usual, delayed].map(({ times }) => median(times.get(name)!));
    const medians = `${before!.toFixed(1)} ms, ${after!.toFixed(1)} ms with ${addedMs.toFixed(1)} ms more a call`;
    return row('log-server', `${name}: round trips in a row`, (after! - before!) / addedMs, '', {
      ...(maxRoundTrips && { atMost: maxRoundTrips + ROUND_TRIP_TOLERANCE }),
      note: medians,
    });
  });
}

/** Ratios of the figures on the stand-in to those on the embedded log, measured in turn. */
async function compareLogs(onServer: Side, embedded: Side): Promise<Row[]> {
  const measured = { answered: [] as number[], shown: [] as number[], rates: [] as number[] };
  const notes = { answered: [] as string[], shown: [] as string[], rates: [] as string[] };
  const addRatio = (kind: keyof typeof measured, serverFigure: number, embeddedFigure: number) => {
    measured[kind].push(serverFigure / embeddedFigure);
    notes[kind].push(`${serverFigure.toFixed(1)} : ${embeddedFigure.toFixed(1)}`);
  };
  for (let round = 0; round < ROUNDS; round++) {
    const [server, file] = [await measureLatencies(onServer), await measureLatencies(embedded)];
    addRatio('answered', server.answered, file.answered);
    addRatio('shown', server.shown, file.shown);
    addRatio(
      'rates',
      await measureCreatesPerSecond(onServer),
      await measureCreatesPerSecond(embedded),
    );
  }
  const ratio = (
    kind: keyof typeof measured,
    what: string,
    limit: { readonly atMost?: number; readonly atLeast?: number },
  ) =>
    row('log-server', `${what}, stand-in to embedded`, median(measured[kind]), '×', {
      ...limit,
      spread: [Math.min(...measured[kind]), Math.max(...measured[kind])],
      note: notes[kind].join(', '),
    });
  return [
    ratio('answered', 'CreateLead answered, p50', { atMost: 2.5 }),
    ratio('shown', 'CreateLead → socket, p50', { atMost: 2.2 }),
    ratio('rates', `CreateLead a second, ${CONNECTIONS} connections`, { atLeast: 0.6 }),
  ];
}

/** Median milliseconds of sequential creates. */
async function measureLatencies({
  product,
  cookie,
  dashboards,
}: Side): Promise<{ readonly answered: number; readonly shown: number }> {
  const connection = new Connection(product.url, cookie);
  const [answered, shown]: [number[], number[]] = [[], []];
  for (let create = 0; create < CREATES; create++) {
    const leadId = newId();
    const received = dashboards.waitForLast(leadId);
    const began = performance.now();
    const { status, text } = await connection.sendCommand('CreateLead', randomUUID(), {
      leadId,
      ...sampleLead(nextLeadNumber++),
    });
    if (status !== 200) throw new Error(`Answered ${status}: ${text}`);
    answered.push(performance.now() - began);
    shown.push((await received) - began);
  }
  connection.close();
  return { answered: percentile(answered, 50), shown: percentile(shown, 50) };
}

async function measureCreatesPerSecond({ product, cookie }: Side): Promise<number> {
  const ask = (connection: Connection) =>
    connection.sendCommand('CreateLead', randomUUID(), {
      leadId: newId(),
      ...sampleLead(nextLeadNumber++),
    });
  const { perSecond } = await runClosedLoop({
    url: product.url,
    cookie,
    connections: CONNECTIONS,
    seconds: SECONDS,
    ask,
  });
  await waitForViews(product);
  return perSecond;
}
