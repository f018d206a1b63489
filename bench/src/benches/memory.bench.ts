import { randomUUID } from 'node:crypto';

import { v7 as newId } from 'uuid';
import { createTeam, cookieOf } from '../../../test/acceptance/product/person.js';
import { Product } from '../../../test/acceptance/product/product.js';
import { Connection, runInParallel, sendUntilAccepted } from '../connection.js';
import { Dashboards } from '../dashboards.js';
import { ConnectionPool, runOpenLoop } from '../load.js';
import { readResidentBytes, measureSmallestMemory } from '../process-usage.js';
import { sampleLead } from '../sample-lead.js';
import { type Row, median, row } from '../table.js';

const SOCKETS = 1_000;
const COMMANDS_PER_SECOND = 50;
/** Leads created first, so that caches are full before growth is measured. */
const LEADS_BEFORE = 25_000;
/** Minutes of warm-up, until garbage collection has adapted to the load. */
const WARM_UP_MINUTES = 2;

type Options = { readonly minutes: number; readonly print: (line: string) => void };

/** Resident memory of the product without the load generator, idle and under steady work. */
export async function benchMemory({ minutes, print }: Options): Promise<readonly Row[]> {
  const product = await Product.start();
  try {
    const idleBytes = await measureSmallestMemory(product);
    const { admin, organizationId } = await createTeam(product);
    const cookie = cookieOf(admin);
    await createLeads(product, cookie);
    const dashboards = await Dashboards.open(product.url, SOCKETS, {
      view: 'lead-list',
      cookie,
      rooms: [`organization:${organizationId}`],
    });
    const pool = await ConnectionPool.open(product.url, 16, cookie);
    const samples: number[] = [];
    let [nextLeadNumber, refusedCount] = [LEADS_BEFORE, 0];
    const send = async (): Promise<void> => {
      const data = { leadId: newId(), ...sampleLead(nextLeadNumber++) };
      const { status, text } = await pool.run((connection) =>
        connection.sendCommand('CreateLead', randomUUID(), data),
      );
      if (status === 503) refusedCount++;
      else if (status !== 200) throw new Error(`Answered ${status}: ${text}`);
    };
    await runOpenLoop({
      perSecond: COMMANDS_PER_SECOND,
      seconds: Math.min(WARM_UP_MINUTES, minutes) * 60,
      send,
    });
    const sampling = setInterval(() => samples.push(readResidentBytes(product)), 1_000);
    await runOpenLoop({ perSecond: COMMANDS_PER_SECOND, seconds: minutes * 60, send }).finally(() =>
      clearInterval(sampling),
    );
    pool.close();
    dashboards.close();
    print(
      `${nextLeadNumber - LEADS_BEFORE - refusedCount} commands done, ${refusedCount} refused because the machine was too busy`,
    );
    const middle = samples.length >> 1;
    const [earlier, later] = [median(samples.slice(0, middle)), median(samples.slice(middle))];
    return [
      row('memory', 'idle', idleBytes / 1e6, 'MB', { atMost: 160 }),
      row(
        'memory',
        `${minutes} min at ${COMMANDS_PER_SECOND} commands/s and ${SOCKETS} sockets: later half to earlier`,
        later / earlier,
        '×',
        {
          atMost: 1.05,
          note: `${(earlier / 1e6).toFixed(0)} to ${(later / 1e6).toFixed(0)} MB`,
        },
      ),
    ];
  } finally {
    await product.dispose();
  }
}

async function createLeads(product: Product, cookie: string): Promise<void> {
  const connections = Array.from({ length: 16 }, () => new Connection(product.url, cookie));
  const numbers = [...Array(LEADS_BEFORE).keys()];
  await runInParallel(numbers, connections, (number, connection) =>
    sendUntilAccepted(connection, 'CreateLead', { leadId: newId(), ...sampleLead(number) }),
  );
  for (const connection of connections) connection.close();
}
