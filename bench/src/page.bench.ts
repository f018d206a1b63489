import { Product } from '../../test/acceptance/product.js';
import { cookieOf } from '../../test/faults/asking.js';
import type { Connection } from './connection.js';
import { filled } from './filling.js';
import { Floor } from './floor.js';
import { closedLoop } from './load.js';
import { inTurn, medianOf, ratioOf } from './rounds.js';
import { type Row, row } from './table.js';

const seconds = 4;
const connections = 16;
const leads = 2_000;

/** The list that everybody opens: a page of 12 by status and assignee with its exact total, asked anew each time. */
export async function pageOfTwelve({ rounds }: { readonly rounds: number }): Promise<readonly Row[]> {
  const [product, floor] = [await Product.start(), await Floor.start()];
  try {
    const { people } = await filled(product, leads);
    const paths = people.reps.flatMap(({ id }) => ['New', 'Contacted', 'Quoted'].map((status) => `/api/leads?status=${status}&assignedTo=${id}`));
    let number = 0;
    const measured = await inTurn(
      rounds,
      () => closedLoop({ url: floor.url, connections, seconds, ask: (connection: Connection) => connection.ask('/page') }),
      () =>
        closedLoop({
          url: product.url,
          cookie: cookieOf(people.admin),
          connections,
          seconds,
          ask: (connection: Connection) => connection.ask(paths[number++ % paths.length]!),
        }),
    );
    const { median, least, most } = ratioOf(measured, ({ perSecond }) => perSecond);
    const [ours, bare] = [measured.ours, measured.floor].map((of) => Math.round(medianOf(of, ({ perSecond }) => perSecond)));
    const late = measured.ours.map(({ p99 }) => p99);
    return [
      row('page', `page of 12 with filters and total to the read floor, ${connections} connections`, median, '×', {
        atLeast: 0.4,
        spread: [least, most],
        beside: `${ours} to ${bare} a second; ${leads} leads`,
      }),
      row(
        'page',
        `page of 12 with filters and total p99, ${connections} connections`,
        medianOf(measured.ours, ({ p99 }) => p99),
        'ms',
        {
          atMost: 5,
          spread: [Math.min(...late), Math.max(...late)],
          beside: `p50 ${medianOf(measured.ours, ({ p50 }) => p50).toFixed(1)} ms; floor's p99 ${medianOf(measured.floor, ({ p99 }) => p99).toFixed(1)} ms`,
        },
      ),
    ];
  } finally {
    await product.dispose();
    await floor.dispose();
  }
}
