import { randomUUID } from 'node:crypto';
import { team } from '../../test/acceptance/person.js';
import { Product } from '../../test/acceptance/product.js';
import { cookieOf } from '../../test/faults/asking.js';
import type { Connection } from './connection.js';
import { lead } from './filling.js';
import { Floor } from './floor.js';
import { closedLoop } from './load.js';
import { inTurn, medianOf, ratioOf } from './rounds.js';
import { type Row, row } from './table.js';

const seconds = 4;

/** A lead created through the door: validated, authorized, sealed, hashed, claimed, on the disk; folded into the views beside it. */
export async function createLead({ rounds }: { readonly rounds: number }): Promise<readonly Row[]> {
  const [product, floor] = [await Product.start(), await Floor.start()];
  try {
    const { admin } = await team(product);
    const cookie = cookieOf(admin);
    let number = 0;
    const insert = (connection: Connection) => connection.post('/rows', { leadId: randomUUID(), ...lead(number++) });
    const create = (connection: Connection) => connection.command('CreateLead', randomUUID(), { leadId: randomUUID(), ...lead(number++) });
    const rows: Row[] = [];
    for (const connections of [16, 64]) {
      const measured = await inTurn(
        rounds,
        () => closedLoop({ url: floor.url, connections, seconds, ask: insert }),
        () => closedLoop({ url: product.url, cookie, connections, seconds, ask: create }),
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
    return rows;
  } finally {
    await product.dispose();
    await floor.dispose();
  }
}
