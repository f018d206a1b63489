import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import { v7 as newId } from 'uuid';
import { connectSocket } from './dashboards.js';
import { ConnectionPool, runOpenLoop } from './load.js';
import type { Organization } from './sample-data.js';
import { sampleLead } from './sample-lead.js';
import { type Row, median, percentile, row } from './table.js';

/** Sales reps of a company; with its admin they are ten people. */
export const REPS_OF_COMPANY = 9;
/** Peak of 500 people (docs/operations.md, "Sizes"). */
const COMMANDS_PER_SECOND = 5;
const QUERIES_PER_SECOND = 100;
const QUERIES = ['/api/leads', '/api/dashboard', '/api/leaderboard', '/api/leads?status=New'];
const RETRY_MS = 250;

export type Phase = {
  readonly seconds: number;
  /** Milliseconds from the due time, with repetitions. */
  readonly commands: number[];
  readonly queries: number[];
  /** Samples of resident memory. */
  readonly bytes: number[];
  /** Answers of 5xx. */
  failed: number;
};

export const phaseRows = (
  bench: string,
  when: string,
  { commands, queries, bytes }: Phase,
): readonly Row[] => [
  row(bench, `command ${when}, p99`, percentile(commands, 99), 'ms', {
    note: `p50 ${percentile(commands, 50).toFixed(1)} ms, ${commands.length} commands`,
  }),
  row(bench, `query ${when}, p99`, percentile(queries, 99), 'ms', {
    note: `p50 ${percentile(queries, 50).toFixed(1)} ms, ${queries.length} queries`,
  }),
  row(bench, `memory ${when}, at most`, Math.max(...bytes) / 1e6, 'MB'),
];

/** Row of the growth of memory within a phase. */
export function memoryGrowthRow(bench: string, { bytes }: Phase): Row {
  const middle = bytes.length >> 1;
  const [earlier, later] = [median(bytes.slice(0, middle)), median(bytes.slice(middle))];
  return row(bench, 'memory, later half to earlier', later / earlier, '×', {
    atMost: 1.05,
    note: `${(earlier / 1e6).toFixed(0)} to ${(later / 1e6).toFixed(0)} MB`,
  });
}

/** People of all companies, each with an open page. */
export class CompaniesAtWork {
  acknowledged = 0;
  private nextLeadNumber: number;
  private readonly organizations: readonly Organization[];
  private readonly people: readonly { readonly pool: ConnectionPool; readonly cookie: string }[];

  constructor(
    private readonly url: string,
    {
      organizations,
      leads,
    }: { readonly organizations: readonly Organization[]; readonly leads: number },
    /** Memory of the product's processes in bytes. Throws while one of them restarts. */
    private readonly readMemory: () => number,
  ) {
    this.organizations = organizations;
    this.nextLeadNumber = leads;
    this.people = organizations
      .flatMap(({ admin, reps }) => [admin, ...reps])
      .map(({ cookie }) => ({ cookie, pool: new ConnectionPool(url, cookie, 2) }));
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
        phase.bytes.push(this.readMemory());
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
            const socket = await connectSocket(this.url, cookie);
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
