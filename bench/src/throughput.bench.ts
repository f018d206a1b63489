import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { team } from '../../test/acceptance/person.js';
import { Product } from '../../test/acceptance/product.js';
import { cookieOf } from '../../test/faults/asking.js';
import { Connection } from './connection.js';
import { lead } from './filling.js';
import { type Row, percentile, row } from './table.js';

const seconds = 6;

/** What the door takes and gives in a second. Information for later issues: no aim. */
export async function throughput(): Promise<readonly Row[]> {
  const product = await Product.start();
  try {
    const { admin } = await team(product);
    let number = 0;
    const create = (connection: Connection) => connection.command('CreateLead', randomUUID(), { leadId: randomUUID(), ...lead(number++) });
    const rows: Row[] = [];
    await measured(product, cookieOf(admin), 16, create); // warming up
    for (const connections of [1, 16, 64]) {
      const floor = await measured(product, cookieOf(admin), connections, (connection) => connection.ask('/healthz'));
      const { perSecond, p50, p99 } = await measured(product, cookieOf(admin), connections, create);
      const beside = `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; ${(perSecond / floor.perSecond).toFixed(2)}× of /healthz`;
      rows.push(row('throughput', `CreateLead, ${connections} connections`, perSecond, 'commands/s', { beside }));
    }
    for (const connections of [1, 16]) {
      const { perSecond, p50, p99 } = await measured(product, cookieOf(admin), connections, (connection) => connection.ask('/api/leads?status=New'));
      rows.push(
        row('throughput', `list of 12, ${connections} connections`, perSecond, 'reads/s', {
          beside: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
        }),
      );
    }
    return rows;
  } finally {
    await product.dispose();
  }
}

async function measured(
  product: Product,
  cookie: string,
  width: number,
  ask: (connection: Connection) => Promise<{ readonly status: number; readonly text: string; readonly milliseconds: number }>,
) {
  const times: number[] = [];
  const end = performance.now() + seconds * 1_000;
  await Promise.all(
    Array.from({ length: width }, async () => {
      const connection = new Connection(product.url, cookie);
      while (performance.now() < end) {
        const { status, text, milliseconds } = await ask(connection);
        if (status !== 200) throw new Error(`Answered ${status}: ${text}`);
        times.push(milliseconds);
      }
      connection.close();
    }),
  );
  return { perSecond: times.length / seconds, p50: percentile(times, 50), p99: percentile(times, 99) };
}
