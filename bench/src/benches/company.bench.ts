import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as newId } from 'uuid';
import { Product } from '../../../test/acceptance/product/product.js';
import { Connection, type TimedAnswer } from '../connection.js';
import { Dashboards } from '../dashboards.js';
import { runClosedLoop, ConnectionPool, runOpenLoop } from '../load.js';
import { readProcessorMilliseconds, readProportionalBytes } from '../process-usage.js';
import { prepareSampleData } from '../sample-data.js';
import { sampleLead } from '../sample-lead.js';
import { type Row, percentile, row } from '../table.js';
import { waitForViews } from '../wait-for-views.js';

type Options = {
  /** Sizes of the company in leads. Request figures are measured at `MAIN_SIZE`. */
  readonly sizes: readonly number[];
  readonly print: (line: string) => void;
};

const MAIN_SIZE = 10_000;
/** Sequential creates, without the warm-up. */
const SINGLE_CREATES = 200;
const WARM_UP_CREATES = 50;
const MEASURED_SECONDS = 5;
const CREATES_PER_SECOND = 50;
const DASHBOARDS = 200;

/** Limit in milliseconds from a create until a socket receives it, by company size. */
const socketLimit = (size: number): number => (size <= 1 ? 7 : size <= MAIN_SIZE ? 8 : 10);

/**
 * Requests in a company with mixed leads: time to the socket, processor time, throughput, memory.
 * Writes into a copy of the sample.
 */
export async function benchCompany({ sizes, print }: Options): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const size of sizes) {
    const sample = await prepareSampleData({
      organizations: 1,
      leadsEach: size,
      mixed: true,
      print,
    });
    const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-company-'));
    cpSync(sample.dataDir, folder, { recursive: true });
    const product = await Product.start({ dataDir: folder });
    try {
      await waitForViews(product, 5 * 60_000);
      const measurements = new CompanyMeasurements(product, sample.organizations[0]!);
      rows.push(...(await measurements.measureCreatesToSocket(size)));
      if (size === MAIN_SIZE) rows.push(...(await measurements.measureRequests()));
    } finally {
      await product.end();
      rmSync(folder, { recursive: true });
    }
  }
  return rows;
}

/** Number of the next created lead, above the numbers of the sample. */
let nextLeadNumber = 1_000_000;

class CompanyMeasurements {
  private readonly cookie: string;
  private readonly rooms: readonly string[];

  constructor(
    private readonly product: Product,
    { id, admin }: { readonly id: string; readonly admin: { readonly cookie: string } },
  ) {
    this.cookie = admin.cookie;
    this.rooms = [`organization:${id}`];
  }

  async measureCreatesToSocket(size: number): Promise<readonly Row[]> {
    const singleTimes = await this.withDashboards(1, async (dashboards) => {
      const connection = new Connection(this.product.url, this.cookie);
      const times: number[] = [];
      for (let sent = 0; sent < WARM_UP_CREATES + SINGLE_CREATES; sent++) {
        const took = await this.measureCreateToLast(dashboards, connection);
        if (sent >= WARM_UP_CREATES) times.push(took);
      }
      connection.close();
      return times;
    });
    const steady = await this.createSteadily(1);
    const companyLabel = `${size} mixed leads`;
    return [
      row(
        'company',
        `create → socket, ${companyLabel}, one by one, p50`,
        percentile(singleTimes, 50),
        'ms',
        {
          atMost: socketLimit(size),
          note: `p95 ${percentile(singleTimes, 95).toFixed(1)} ms`,
        },
      ),
      row(
        'company',
        `create → socket, ${companyLabel}, ${CREATES_PER_SECOND} a second, p50`,
        percentile(steady, 50),
        'ms',
        { atMost: socketLimit(size), note: `p95 ${percentile(steady, 95).toFixed(1)} ms` },
      ),
    ];
  }

  async measureRequests(): Promise<readonly Row[]> {
    const { product } = this;
    const megabytes = (): number => readProportionalBytes(product) / 1e6;
    await pause(5_000);
    const idleMegabytes = megabytes();
    const list = await this.load('/api/leads', [16, 64]);
    const board = await this.load('/api/leaderboard', [16, 64]);
    const searchLoad = await this.load(() => `/api/leads?q=${searchText()}`, [16]);
    const creates = await this.load(undefined, [64]);
    await waitForViews(product);
    const loadedMegabytes = megabytes();
    const [steady, megabytesWithSockets] = await this.withDashboards(
      DASHBOARDS,
      async (dashboards) => [await this.createSteadily(DASHBOARDS, dashboards), megabytes()],
    );
    /** Rows of the rates. `limits` are by number of connections; 0 means no limit. */
    const rateRows = (what: string, { rates, connections }: Load, limits: readonly number[]) =>
      rates.map((rate, index) =>
        row('company', `${what}, ${connections[index]} connections`, rate, '/s', {
          ...(limits[index] && { atLeast: limits[index] }),
        }),
      );
    const processorRow = (what: string, { processorMsPerRequest }: Load, atMost: number) =>
      row('company', `processor of ${what}`, processorMsPerRequest, 'ms', { atMost });
    return [
      row(
        'company',
        `create → last of ${DASHBOARDS} dashboards, ${CREATES_PER_SECOND} a second, p99`,
        percentile(steady, 99),
        'ms',
        { atMost: 30, note: `p50 ${percentile(steady, 50).toFixed(1)} ms` },
      ),
      processorRow('a list of leads', list, 0.4),
      processorRow('a leaderboard', board, 0.3),
      processorRow('a create with its views', creates, 1),
      ...rateRows('list of leads', list, [0, 2_300]),
      ...rateRows('leaderboard', board, [0, 2_000]),
      ...rateRows('search', searchLoad, [600]),
      ...rateRows('create', creates, [900]),
      row('company', 'memory (PSS), idle', idleMegabytes, 'MB', { atMost: 150 }),
      row('company', 'memory (PSS), after that load', loadedMegabytes, 'MB', { atMost: 280 }),
      row('company', `memory (PSS), with ${DASHBOARDS} sockets`, megabytesWithSockets, 'MB', {
        atMost: 300,
      }),
    ];
  }

  /** Milliseconds from a create until the last dashboard receives it. */
  private async measureCreateToLast(
    dashboards: Dashboards,
    connection: Connection,
  ): Promise<number> {
    const leadId = newId();
    const received = dashboards.waitForLast(leadId);
    const began = performance.now();
    expectSuccess(await create(connection, leadId));
    return (await received) - began;
  }

  /** Creates at a steady rate, each timed from its due time to the last dashboard. */
  private async createSteadily(count: number, dashboards?: Dashboards): Promise<readonly number[]> {
    if (!dashboards)
      return this.withDashboards(count, (ownDashboards) =>
        this.createSteadily(count, ownDashboards),
      );
    const pool = await ConnectionPool.open(this.product.url, 16, this.cookie);
    const times: number[] = [];
    await runOpenLoop({
      perSecond: CREATES_PER_SECOND,
      seconds: 2 * MEASURED_SECONDS,
      send: async (dueAt) => {
        const leadId = newId();
        const received = dashboards.waitForLast(leadId);
        expectSuccess(await pool.run((connection) => create(connection, leadId)));
        times.push((await received) - dueAt);
      },
    });
    pool.close();
    return times;
  }

  private async withDashboards<Result>(
    count: number,
    work: (dashboards: Dashboards) => Promise<Result>,
  ): Promise<Result> {
    const { cookie, rooms } = this;
    const dashboards = await Dashboards.open(this.product.url, count, {
      view: 'lead-list',
      cookie,
      rooms,
    });
    try {
      return await work(dashboards);
    } finally {
      dashboards.close();
    }
  }

  /** Sends requests as fast as they are answered; without a path, creates leads. */
  private async load(
    path: string | (() => string) | undefined,
    connections: readonly number[],
  ): Promise<Load> {
    const { product, cookie } = this;
    const ask = (connection: Connection): Promise<TimedAnswer> =>
      path === undefined
        ? create(connection, newId())
        : connection.ask(typeof path === 'string' ? path : path());
    const run = (count: number, seconds: number) =>
      runClosedLoop({ url: product.url, cookie, connections: count, seconds, ask });
    await run(16, 1);
    const rates: number[] = [];
    const before = readProcessorMilliseconds(product);
    let answerCount = 0;
    for (const count of connections) {
      const { perSecond } = await run(count, MEASURED_SECONDS);
      rates.push(perSecond);
      answerCount += perSecond * MEASURED_SECONDS;
    }
    if (path === undefined) await waitForViews(product);
    const processorMsPerRequest = (readProcessorMilliseconds(product) - before) / answerCount;
    return { rates, connections, processorMsPerRequest };
  }
}

type Load = {
  readonly rates: readonly number[];
  readonly connections: readonly number[];
  /** Processor time of the server per request. */
  readonly processorMsPerRequest: number;
};

const create = (connection: Connection, leadId: string): Promise<TimedAnswer> =>
  connection.sendCommand('CreateLead', randomUUID(), { leadId, ...sampleLead(nextLeadNumber++) });

function expectSuccess({ status, text }: TimedAnswer): void {
  if (status !== 200) throw new Error(`Answered ${status}: ${text}`);
}

/** Last name and city of a random lead. */
function searchText(): string {
  const { lastName, city } = sampleLead(Math.floor(Math.random() * MAIN_SIZE));
  return encodeURIComponent(`${lastName} ${city}`);
}
