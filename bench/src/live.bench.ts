import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { team } from '../../test/acceptance/person.js';
import { Product } from '../../test/acceptance/product.js';
import { cookieOf } from '../../test/faults/asking.js';
import { Connection, type Timed } from './connection.js';
import { Dashboards } from './dashboards.js';
import { lead } from './filling.js';
import { Floor } from './floor.js';
import { ConnectionPool, openLoop } from './load.js';
import { inTurn, median, medianOf, ratioOf } from './rounds.js';
import { type Row, percentile, row } from './table.js';

const samples = 120;
const open = { dashboards: 50, perSecond: 200, seconds: 6, connections: 64 } as const;

type Times = { readonly p50: number; readonly p99: number };
type Side = {
  readonly url: string;
  readonly cookie: string;
  readonly view: string;
  readonly rooms?: readonly string[];
  readonly send: (connection: Connection, leadId: string) => Promise<Timed>;
};

/** From the command that is sent until the last of the dashboards that are open has been told what it changed. */
export async function live({ rounds }: { readonly rounds: number }): Promise<readonly Row[]> {
  const [product, floor] = [await Product.start(), await Floor.start()];
  try {
    const { admin, organizationId } = await team(product);
    let number = 0;
    const bare: Side = {
      ...{ url: floor.url, cookie: '', view: 'rows' },
      send: (connection, leadId) => connection.post('/rows', { leadId, ...lead(number++) }),
    };
    const ours: Side = {
      ...{ url: product.url, cookie: cookieOf(admin), view: 'lead-list', rooms: [`organization:${organizationId}`] },
      send: (connection, leadId) => connection.command('CreateLead', randomUUID(), { leadId, ...lead(number++) }),
    };
    const rows: Row[] = [];
    for (const dashboards of [1, 50, 200]) {
      const [theirs, told] = [await opened(bare, dashboards), await opened(ours, dashboards)];
      const measured = await inTurn(
        rounds,
        () => oneAfterTheOther(bare, theirs),
        () => oneAfterTheOther(ours, told),
      );
      theirs.close();
      told.close();
      const { median: ratio, least, most } = ratioOf(measured, ({ p50 }) => p50);
      const [mine, floors] = [measured.ours, measured.floor].map((of) => medianOf(of, ({ p50 }) => p50).toFixed(2));
      const what = `command → last of ${dashboards} ${dashboards === 1 ? 'dashboard' : 'dashboards'}`;
      rows.push(
        row('live', `${what}, p50 to the floor's`, ratio, '×', { atMost: 1.5, spread: [least, most], beside: `${mine} to ${floors} ms` }),
        p99Row(what, measured.ours, 20, `floor's ${medianOf(measured.floor, ({ p99 }) => p99).toFixed(1)} ms`),
      );
    }
    const { dashboards, perSecond } = open;
    const [theirs, told] = [await opened(bare, dashboards), await opened(ours, dashboards)];
    const measured = await inTurn(
      rounds,
      () => asTheyCome(bare, theirs),
      () => asTheyCome(ours, told),
    );
    theirs.close();
    told.close();
    const beside = `p50 ${medianOf(measured.ours, ({ p50 }) => p50).toFixed(1)} ms; floor's p99 ${medianOf(measured.floor, ({ p99 }) => p99).toFixed(1)} ms`;
    rows.push(p99Row(`${perSecond} commands/s, open loop → last of ${dashboards} dashboards`, measured.ours, 25, beside));
    return rows;
  } finally {
    await product.dispose();
    await floor.dispose();
  }
}

const opened = ({ url, view, cookie, rooms }: Side, count: number) => Dashboards.open(url, count, { view, cookie, rooms });

function p99Row(what: string, measured: readonly Times[], atMost: number, beside: string): Row {
  const late = measured.map(({ p99 }) => p99);
  return row('live', `${what}, p99`, median(late), 'ms', { atMost, spread: [Math.min(...late), Math.max(...late)], beside });
}

async function oneAfterTheOther({ url, cookie, send }: Side, dashboards: Dashboards): Promise<Times> {
  const connection = new Connection(url, cookie);
  const times: number[] = [];
  for (let sample = 0; sample < samples; sample++) {
    const leadId = randomUUID();
    const told = dashboards.lastToldOf(leadId);
    const since = performance.now();
    const { status, text } = await send(connection, leadId);
    if (status !== 200) throw new Error(`Answered ${status}: ${text}`);
    times.push((await told) - since);
  }
  connection.close();
  return timesOf(times);
}

/** From when each was due, so that one that had to wait for the others counts with its wait. */
async function asTheyCome({ url, cookie, send }: Side, dashboards: Dashboards): Promise<Times> {
  const pool = await ConnectionPool.open(url, open.connections, cookie);
  const times: number[] = [];
  await openLoop({
    ...open,
    send: async (due) => {
      const leadId = randomUUID();
      const told = dashboards.lastToldOf(leadId);
      const { status, text } = await pool.with((connection) => send(connection, leadId));
      if (status !== 200) throw new Error(`Answered ${status}: ${text}`);
      times.push((await told) - due);
    },
  });
  pool.close();
  return timesOf(times);
}

const timesOf = (times: readonly number[]): Times => ({ p50: percentile(times, 50), p99: percentile(times, 99) });
