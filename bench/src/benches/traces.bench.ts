import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { v7 as newId } from 'uuid';
import { cookieOf, createTeam } from '../../../test/acceptance/product/person.js';
import { Product } from '../../../test/acceptance/product/product.js';
import { Dashboards } from '../dashboards.js';
import { ConnectionPool, runOpenLoop } from '../load.js';
import { readProcessorMilliseconds, measureSmallestMemory } from '../process-usage.js';
import { sampleLead } from '../sample-lead.js';
import { type Row, median, percentile, row } from '../table.js';

const COMMANDS_PER_SECOND = 50;
/** With fewer values, no interval holds the median with 95 % confidence. */
const MIN_ROUNDS = 6;
/** A slice has a thousand commands, so that its 99th percentile is the tenth slowest. */
const SLICE_SECONDS = 20;

type MeasuredSide = {
  readonly measureSlice: () => Promise<void>;
  readonly p99s: number[];
  readonly product: Product;
  readonly processorMs: () => number;
  readonly end: () => Promise<void>;
};

/** CreateLead at a steady rate with an open dashboard, with and without traces in turn. */
export async function benchTraces({
  rounds,
}: {
  readonly rounds: number;
}): Promise<readonly Row[]> {
  let requests = 0;
  const receiver = createServer((request, response) => {
    requests++;
    request.resume().on('end', () => response.end('{}'));
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const measured: MeasuredSide[] = [];
  try {
    measured.push(
      await startProduct({}),
      await startProduct({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }),
    );
    const [withoutTraces, withTraces] = measured as [MeasuredSide, MeasuredSide];
    // The first slices warm up and are not counted. Every second round has the reverse order.
    for (let round = -1; round < rounds; round++)
      for (const { measureSlice, p99s } of round % 2 === 0 ? measured : measured.toReversed()) {
        await measureSlice();
        if (round < 0) p99s.length = 0;
      }
    if (requests === 0) throw new Error('No traces were received');
    const addedBytes =
      (await measureSmallestMemory(withTraces.product)) -
      (await measureSmallestMemory(withoutTraces.product));
    const ratios = withTraces.p99s.map((p99, round) => p99 / withoutTraces.p99s[round]!);
    return [
      row(
        'traces',
        `p99 of ${COMMANDS_PER_SECOND} commands/s, with traces to without`,
        median(ratios),
        '×',
        {
          atMost: 1.05,
          spread: medianInterval(ratios),
          note: `${rounds < MIN_ROUNDS ? 'range' : '95 % interval of the median'} of ${rounds} rounds; medians of slices: ${median(withTraces.p99s).toFixed(1)} and ${median(withoutTraces.p99s).toFixed(1)} ms`,
        },
      ),
      row(
        'traces',
        'processor of a command that traces add',
        withTraces.processorMs() - withoutTraces.processorMs(),
        'ms',
        {
          note: `${withoutTraces.processorMs().toFixed(2)} ms without`,
        },
      ),
      row('traces', 'resident memory that traces add', addedBytes / 1e6, 'MB'),
    ];
  } finally {
    for (const { end } of measured) await end();
    receiver.close();
  }
}

/**
 * Interval that holds the median with 95 % confidence, by the ranks of the sign test; the whole
 * range for fewer than six values.
 */
function medianInterval(values: readonly number[]): readonly [number, number] {
  const sorted = values.toSorted((one, other) => one - other);
  const rank = Math.max(0, Math.floor((sorted.length - 1.96 * Math.sqrt(sorted.length)) / 2) - 1);
  return [sorted[rank]!, sorted.at(-1 - rank)!];
}

async function startProduct(env: Readonly<Record<string, string>>): Promise<MeasuredSide> {
  const product = await Product.start({ env });
  const { admin, organizationId } = await createTeam(product);
  const cookie = cookieOf(admin);
  const dashboards = await Dashboards.open(product.url, 1, {
    view: 'lead-list',
    cookie,
    rooms: [`organization:${organizationId}`],
  });
  const p99s: number[] = [];
  let commandCount = 0;
  const before = readProcessorMilliseconds(product);
  return {
    product,
    p99s,
    async measureSlice() {
      // Opened for each slice, because the server closes connections that were idle for a slice.
      const pool = await ConnectionPool.open(product.url, 16, cookie);
      const times: number[] = [];
      const send = async (dueAt: number): Promise<void> => {
        const data = { leadId: newId(), ...sampleLead(commandCount++) };
        const { status, text } = await pool.run((connection) =>
          connection.sendCommand('CreateLead', randomUUID(), data),
        );
        if (status !== 200) throw new Error(`Answered ${status}: ${text}`);
        times.push(performance.now() - dueAt);
      };
      await runOpenLoop({ perSecond: COMMANDS_PER_SECOND, seconds: SLICE_SECONDS, send });
      pool.close();
      p99s.push(percentile(times, 99));
    },
    processorMs: () => (readProcessorMilliseconds(product) - before) / commandCount,
    async end() {
      dashboards.close();
      await product.dispose();
    },
  };
}
