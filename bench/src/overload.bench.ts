import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { team } from '../../test/acceptance/person.js';
import { Product } from '../../test/acceptance/product.js';
import { cookieOf } from '../../test/faults/asking.js';
import { Connection } from './connection.js';
import { lead } from './filling.js';
import { ConnectionPool, closedLoop, openLoop } from './load.js';
import { median, medianOf } from './rounds.js';
import { type Row, percentile, row } from './table.js';

const connections = 64;
const seconds = 5;
/** Who has the product open, each with a connection that is kept. */
const people = 500;
/** After it, one at a time: the server has recovered when they are done again, and as fast as when there is room. */
const probes = { every: 20, enough: 10, longest: 10_000, fast: 50 } as const;

type Round = {
  readonly saturation: number;
  readonly accepted: number;
  readonly refused: number;
  readonly p99: number;
  readonly recovery: number;
  readonly healthP99: number;
};

/** Twice as many commands a second as can be done, whatever comes back: what is done is done in time, the rest is told when to come again. */
export async function overload({ rounds }: { readonly rounds: number }): Promise<readonly Row[]> {
  const product = await Product.start();
  try {
    const { admin } = await team(product);
    const cookie = cookieOf(admin);
    const measured: Round[] = [];
    await overloaded(product.url, cookie);
    for (let round = 0; round < rounds; round++) measured.push(await overloaded(product.url, cookie));
    const spread = (of: (round: Round) => number): [number, number] => [Math.min(...measured.map(of)), Math.max(...measured.map(of))];
    const saturation = medianOf(measured, (round) => round.saturation);
    const [accepted, refused] = [medianOf(measured, (round) => round.accepted), medianOf(measured, (round) => round.refused)];
    return [
      row('overload', 'accepted p99 at twice the saturation', median(measured.map(({ p99 }) => p99)), 'ms', {
        atMost: 250,
        spread: spread(({ p99 }) => p99),
        beside: `saturated at ${Math.round(saturation)}/s; ${Math.round(accepted)} done and ${Math.round(refused)} told to come later a second, each with Retry-After`,
      }),
      row(
        'overload',
        'recovery',
        medianOf(measured, ({ recovery }) => recovery),
        'ms',
        { atMost: 1_000, spread: spread(({ recovery }) => recovery) },
      ),
      row(
        'overload',
        '/healthz p99 meanwhile',
        medianOf(measured, ({ healthP99 }) => healthP99),
        'ms',
        { spread: spread(({ healthP99 }) => healthP99) },
      ),
    ];
  } finally {
    await product.dispose();
  }
}

async function overloaded(url: string, cookie: string): Promise<Round> {
  let number = Math.floor(Math.random() * 100_000_000);
  const create = (connection: Connection) => connection.command('CreateLead', randomUUID(), { leadId: randomUUID(), ...lead(number++) });
  const { perSecond: saturation } = await closedLoop({ url, cookie, connections, seconds, ask: create });

  const pool = await ConnectionPool.open(url, people, cookie);
  const [accepted, health]: [number[], number[]] = [[], []];
  let refused = 0;
  const isOver = new AbortController();
  const watching = watchHealth(url, health, isOver.signal);
  await openLoop({
    perSecond: Math.round(2 * saturation),
    seconds,
    send: async (due) => {
      const { status, head, text } = await pool.with(create);
      if (status === 200) accepted.push(performance.now() - due);
      else if (status === 503 && /\r\nretry-after: \d+/i.test(head)) refused++;
      else throw new Error(`Answered ${status}: ${text}`);
    },
  });
  isOver.abort();
  await watching;
  pool.close();
  const recovery = await recovered(url, cookie, create);
  return {
    saturation,
    accepted: accepted.length / seconds,
    refused: refused / seconds,
    p99: percentile(accepted, 99),
    recovery,
    healthP99: percentile(health, 99),
  };
}

async function watchHealth(url: string, times: number[], signal: AbortSignal): Promise<void> {
  const connection = new Connection(url);
  while (!signal.aborted) {
    const { status, milliseconds } = await connection.ask('/healthz');
    if (status !== 200) throw new Error(`/healthz answered ${status}`);
    times.push(milliseconds);
    await pause(probes.every);
  }
  connection.close();
}

/** How long until the first of several commands that are done fast, one after the other. */
async function recovered(url: string, cookie: string, create: (connection: Connection) => ReturnType<Connection['ask']>): Promise<number> {
  const connection = new Connection(url, cookie);
  const began = performance.now();
  let since = began;
  for (let fast = 0; fast < probes.enough;) {
    if (performance.now() - began > probes.longest) return probes.longest;
    const asked = performance.now();
    const { status, milliseconds } = await create(connection);
    if (status === 200 && milliseconds <= probes.fast) {
      if (fast++ === 0) since = asked;
    } else fast = 0;
    await pause(probes.every);
  }
  connection.close();
  return since - began;
}
