import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { v7 as newId } from 'uuid';
import { type Person, createTeam, cookieOf } from '../../../test/acceptance/product/person.js';
import { Product } from '../../../test/acceptance/product/product.js';
import { until } from '../../../test/acceptance/product/until.js';
import { Dashboards, connectSocket } from '../dashboards.js';
import { ConnectionPool, runOpenLoop } from '../load.js';
import { sampleLead } from '../sample-lead.js';
import { type Row, percentile, row } from '../table.js';

const DASHBOARDS = 200;
const COMMANDS_PER_SECOND = 50;
const WARM_UP_SECONDS = 5;
const REMOVALS = 20;

/** Time from a command's due time until the last dashboard has received the change. */
export async function benchLive({
  seconds,
}: {
  readonly seconds: number;
}): Promise<readonly Row[]> {
  const product = await Product.start();
  try {
    const { admin, reps, organizationId } = await createTeam(
      product,
      ...Array.from({ length: REMOVALS }, (_, index) => `Rep ${index + 1}`),
    );
    const cookie = cookieOf(admin);
    const dashboards = await Dashboards.open(product.url, DASHBOARDS, {
      view: 'lead-list',
      cookie,
      rooms: [`organization:${organizationId}`],
    });
    const pool = await ConnectionPool.open(product.url, 16, cookie);
    const times: number[] = [];
    let commandCount = 0;
    const send = async (dueAt: number): Promise<void> => {
      const leadId = newId();
      const isCounted = commandCount >= WARM_UP_SECONDS * COMMANDS_PER_SECOND;
      const received = dashboards.waitForLast(leadId);
      const { status, text } = await pool.run((connection) =>
        connection.sendCommand('CreateLead', randomUUID(), {
          leadId,
          ...sampleLead(commandCount++),
        }),
      );
      if (status !== 200) throw new Error(`Answered ${status}: ${text}`);
      const took = (await received) - dueAt;
      if (isCounted) times.push(took);
    };
    await runOpenLoop({ perSecond: COMMANDS_PER_SECOND, seconds: WARM_UP_SECONDS + seconds, send });
    pool.close();
    dashboards.close();
    return [
      row(
        'live',
        `command → last of ${DASHBOARDS} dashboards, ${COMMANDS_PER_SECOND} commands/s, p99`,
        percentile(times, 99),
        'ms',
        {
          atMost: 30,
          note: `p50 ${percentile(times, 50).toFixed(1)} ms, slowest ${Math.max(...times).toFixed(0)} ms of ${times.length}`,
        },
      ),
      row(
        'live',
        `RemoveMember → their open socket has ended, their next request is refused, slowest of ${REMOVALS}`,
        await measureRemovals(admin, reps),
        'ms',
        {
          atMost: 1_000,
        },
      ),
    ];
  } finally {
    await product.dispose();
  }
}

/**
 * Removes the reps one by one.
 * @returns longest time in milliseconds
 */
async function measureRemovals(admin: Person, reps: readonly Person[]): Promise<number> {
  const times: number[] = [];
  for (const rep of reps) {
    const socket = await connectSocket(admin.product.url, cookieOf(rep));
    const disconnection = new Promise((resolve) => socket.once('disconnect', resolve));
    const began = performance.now();
    await admin.send('RemoveMember', { memberId: rep.id });
    await until(async () => (await rep.request('GET', '/api/leads')).status === 403, {
      everyMs: 1,
      what: () => 'the request to be refused',
    });
    await disconnection;
    times.push(performance.now() - began);
    socket.close();
  }
  return Math.max(...times);
}
