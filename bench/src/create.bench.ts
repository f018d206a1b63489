import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { team } from '../../test/acceptance/person.js';
import { Product } from '../../test/acceptance/product.js';
import { until } from '../../test/acceptance/until.js';
import { cookieOf } from '../../test/faults/asking.js';
import type { Connection } from './connection.js';
import { Dashboards } from './dashboards.js';
import { lead } from './filling.js';
import { Floor } from './floor.js';
import { closedLoop } from './load.js';
import { inTurn, medianOf, ratioOf } from './rounds.js';
import { type Row, row } from './table.js';

const seconds = 4;

/**
 * A lead created through the door: validated, authorized, sealed, hashed, claimed, on the disk, and folded into the views: the
 * time until they have come up counts too. One dashboard listens to each side, because an emit to nobody is none.
 */
export async function createLead({ rounds }: { readonly rounds: number }): Promise<readonly Row[]> {
  const [product, floor] = [await Product.start(), await Floor.start()];
  try {
    const { admin, organizationId } = await team(product);
    const cookie = cookieOf(admin);
    let number = 0;
    const insert = (connection: Connection) => connection.post('/rows', { leadId: randomUUID(), ...lead(number++) });
    const create = (connection: Connection) => connection.command('CreateLead', randomUUID(), { leadId: randomUUID(), ...lead(number++) });
    const listening = [
      await Dashboards.open(floor.url, 1, { view: 'rows' }),
      await Dashboards.open(product.url, 1, { view: 'lead-list', cookie, rooms: [`organization:${organizationId}`] }),
    ];
    const rows: Row[] = [];
    for (const connections of [16, 64]) {
      const measured = await inTurn(
        rounds,
        () => closedLoop({ url: floor.url, connections, seconds, ask: insert }),
        async () => {
          const { perSecond, ...times } = await closedLoop({ url: product.url, cookie, connections, seconds, ask: create });
          return { perSecond: (perSecond * seconds) / (seconds + (await untilFolded(product))), ...times };
        },
      );
      const { median, least, most } = ratioOf(measured, ({ perSecond }) => perSecond);
      const [ours, bare] = [measured.ours, measured.floor].map((of) => Math.round(medianOf(of, ({ perSecond }) => perSecond)));
      rows.push(
        row('create', `CreateLead to the write floor, ${connections} connections`, median, '×', {
          atLeast: 0.2,
          spread: [least, most],
          beside: `${ours} to ${bare} a second`,
        }),
      );
      const late = measured.ours.map(({ p99 }) => p99);
      rows.push(
        row(
          'create',
          `CreateLead p99, ${connections} connections`,
          medianOf(measured.ours, ({ p99 }) => p99),
          'ms',
          {
            ...(connections === 64 && { atMost: 100 }),
            spread: [Math.min(...late), Math.max(...late)],
            beside: `p50 ${medianOf(measured.ours, ({ p50 }) => p50).toFixed(1)} ms; floor's p99 ${medianOf(measured.floor, ({ p99 }) => p99).toFixed(1)} ms`,
          },
        ),
      );
    }
    for (const dashboards of listening) dashboards.close();
    return rows;
  } finally {
    await product.dispose();
    await floor.dispose();
  }
}

/** How long the views still take to have everything that was created, in seconds. */
async function untilFolded(product: Product): Promise<number> {
  const since = performance.now();
  const isFolded = async () => {
    const { views } = (await (await fetch(`${product.url}/readyz`)).json()) as { readonly views: { readonly lagSeconds: number } };
    return views.lagSeconds === 0;
  };
  await until(isFolded, { every: 2, within: 60_000, what: () => 'the views to have come up' });
  return (performance.now() - since) / 1_000;
}
