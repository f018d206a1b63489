import Database from 'libsql';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Socket } from 'socket.io-client';
import { v7 as newId } from 'uuid';
import { Product } from '../../../test/acceptance/product/product.js';
import { ConnectionPool, runOpenLoop } from '../load.js';
import { connectSocket } from '../dashboards.js';
import { readResidentBytes } from '../process-usage.js';
import { type Organization, prepareSampleData } from '../sample-data.js';
import { sampleLead } from '../sample-lead.js';
import { type Row, median, percentile, row } from '../table.js';
import { waitForViews } from '../wait-for-views.js';

type Options = {
  readonly companies: number;
  readonly leadsEach: number;
  readonly minutes: number;
  readonly print: (line: string) => void;
};

/** Sales reps of a company; with its admin they are ten people. */
const REPS = 9;
/** Peak of 500 people (docs/operations.md, "Sizes"). */
const COMMANDS_PER_SECOND = 5;
const QUERIES_PER_SECOND = 100;
const QUERIES = ['/api/leads', '/api/dashboard', '/api/leaderboard', '/api/leads?status=New'];
const RETRY_MS = 250;

/**
 * Measures many companies at work in one process on a copy of the data: a quiet third of the time,
 * an upgrade that builds all views beside the process and restarts it, and the rest.
 */
export async function benchCompanies({
  companies: count,
  leadsEach,
  minutes,
  print,
}: Options): Promise<readonly Row[]> {
  const sample = await prepareSampleData({
    organizations: count,
    leadsEach,
    reps: REPS,
    notes: true,
    print,
  });
  const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-companies-'));
  cpSync(sample.dataDir, folder, { recursive: true });
  const product = await Product.start({ dataDir: folder });
  try {
    await waitForViews(product, 30 * 60_000);
    const work = new CompaniesAtWork(product, sample.organizations, sample.leads);
    const before = await work.runDuring(() => pause(minutes * 20_000));
    print('building the views beside the process');
    const building = await work.runDuring(async () => {
      await promisify(execFile)(process.execPath, ['dist/backend/src/build-views.js'], {
        env: { ...process.env, NODE_OPTIONS: '', DATA_DIR: folder },
      });
    });
    const restarting = await work.runDuring(async () => {
      await product.end();
      await product.startListening();
      await waitForViews(product);
    });
    const after = await work.runDuring(() => pause(minutes * 40_000));
    await product.end();
    const lost = sample.leads + work.acknowledged - countLeads(folder);
    const size = `${count} companies of ${REPS + 1} people and ${leadsEach} leads`;
    const phases = [before, building, restarting, after];
    const middle = after.bytes.length >> 1;
    const [earlier, later] = [
      median(after.bytes.slice(0, middle)),
      median(after.bytes.slice(middle)),
    ];
    return [
      row('companies', `5xx, ${size}`, sumOf(phases.map(({ failed }) => failed)), '', {
        atMost: 0,
      }),
      row('companies', 'acknowledged commands that are lost', lost, '', { atMost: 0 }),
      ...[
        ['calm', before],
        ['while all views are built', building],
        ['after the restart', after],
      ].flatMap(([when, phase]) => rowsOf(when as string, phase as Phase)),
      row('companies', 'building all views beside the process', building.seconds, 's'),
      row('companies', 'restart until the views are current', restarting.seconds, 's', {
        note: `longest command ${(Math.max(0, ...restarting.commands) / 1_000).toFixed(1)} s`,
      }),
      row('companies', 'memory, later half to earlier', later / earlier, '×', {
        atMost: 1.05,
        note: `${(earlier / 1e6).toFixed(0)} to ${(later / 1e6).toFixed(0)} MB`,
      }),
    ];
  } finally {
    await product.dispose();
  }
}

type Phase = {
  readonly seconds: number;
  /** Milliseconds from the due time, with repetitions. */
  readonly commands: number[];
  readonly queries: number[];
  /** Samples of resident memory. */
  readonly bytes: number[];
  /** Answers of 5xx. */
  failed: number;
};

const rowsOf = (when: string, { commands, queries, bytes }: Phase): readonly Row[] => [
  row('companies', `command ${when}, p99`, percentile(commands, 99), 'ms', {
    note: `p50 ${percentile(commands, 50).toFixed(1)} ms, ${commands.length} commands`,
  }),
  row('companies', `query ${when}, p99`, percentile(queries, 99), 'ms', {
    note: `p50 ${percentile(queries, 50).toFixed(1)} ms, ${queries.length} queries`,
  }),
  row('companies', `memory ${when}, at most`, Math.max(...bytes) / 1e6, 'MB'),
];

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

function countLeads(folder: string): number {
  const log = new Database(join(folder, 'log.sqlite'), { readonly: true });
  const [count] = log
    .prepare(`SELECT count(*) FROM events WHERE type = 'LeadCreated'`)
    .raw()
    .get([]) as [number];
  log.close();
  return count;
}

/** People of all companies, each with an open page. */
class CompaniesAtWork {
  acknowledged = 0;
  private nextLeadNumber: number;
  private readonly people: readonly { readonly pool: ConnectionPool; readonly cookie: string }[];

  constructor(
    private readonly product: Product,
    private readonly organizations: readonly Organization[],
    leads: number,
  ) {
    this.nextLeadNumber = leads;
    this.people = organizations
      .flatMap(({ admin, reps }) => [admin, ...reps])
      .map(({ cookie }) => ({ cookie, pool: new ConnectionPool(product.url, cookie, 2) }));
  }

  /** Lets people work while another task runs. */
  async runDuring(action: () => Promise<unknown>): Promise<Phase> {
    const sockets = await this.openPages();
    const phase = { commands: [], queries: [], bytes: [], failed: 0 } as Omit<Phase, 'seconds'>;
    let isOver = false;
    const since = performance.now();
    const sendMeanwhile = async (perSecond: number, send: (dueAt: number) => Promise<void>) => {
      while (!isOver) await runOpenLoop({ perSecond, seconds: 1, send });
    };
    const sampling = setInterval(() => {
      try {
        phase.bytes.push(readResidentBytes(this.product));
      } catch {
        // The process is restarting.
      }
    }, 1_000);
    const working = Promise.all([
      sendMeanwhile(COMMANDS_PER_SECOND, async (dueAt) => {
        await this.sendCommand(phase);
        phase.commands.push(performance.now() - dueAt);
      }),
      sendMeanwhile(QUERIES_PER_SECOND, async (dueAt) => {
        if (await this.runQuery(phase)) phase.queries.push(performance.now() - dueAt);
      }),
    ]);
    await Promise.race([action(), working]);
    const seconds = (performance.now() - since) / 1_000;
    isOver = true;
    await working;
    clearInterval(sampling);
    for (const socket of sockets) socket.close();
    return { ...phase, seconds };
  }

  private async openPages(): Promise<readonly Socket[]> {
    const sockets: Socket[] = [];
    for (const { id, admin, reps } of this.organizations)
      sockets.push(
        ...(await Promise.all(
          [admin, ...reps].map(async ({ cookie }) => {
            const socket = await connectSocket(this.product.url, cookie);
            await socket.timeout(10_000).emitWithAck('resume', { rooms: [`organization:${id}`] });
            return socket;
          }),
        )),
      );
    return sockets;
  }

  /** Repeats a command until it is accepted, as the app's outbox does. */
  private async sendCommand(phase: { failed: number }): Promise<void> {
    const [key, data] = [randomUUID(), { leadId: newId(), ...sampleLead(this.nextLeadNumber++) }];
    const { pool } = this.pickPerson();
    for (;;) {
      const answer = await pool
        .run((connection) => connection.sendCommand('CreateLead', key, data))
        .catch(() => undefined);
      if (answer?.status === 200) break;
      if (answer && answer.status >= 500) phase.failed++;
      else if (answer) throw new Error(`CreateLead was answered ${answer.status}: ${answer.text}`);
      await pause(RETRY_MS);
    }
    this.acknowledged++;
  }

  /** @returns false if the process did not answer */
  private async runQuery(phase: { failed: number }): Promise<boolean> {
    const path = QUERIES[Math.floor(Math.random() * QUERIES.length)]!;
    const answer = await this.pickPerson()
      .pool.run((connection) => connection.ask(path))
      .catch(() => undefined);
    if (answer && answer.status >= 500) phase.failed++;
    else if (answer && answer.status !== 200)
      throw new Error(`${path} was answered ${answer.status}: ${answer.text}`);
    return answer !== undefined;
  }

  private pickPerson() {
    return this.people[Math.floor(Math.random() * this.people.length)]!;
  }
}
