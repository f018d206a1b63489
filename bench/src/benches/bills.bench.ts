import { performance } from 'node:perf_hooks';
import { v7 as newId } from 'uuid';
import { billTypes } from '#domain/bills/bill.values.js';
import { type Person, cookieOf, createTeam } from '../../../test/acceptance/product/person.js';
import { Product } from '../../../test/acceptance/product/product.js';
import { openSignedInContext, measurePressToPaint, withBrowser } from '../browser.js';
import { Connection, runInParallel, sendUntilAccepted } from '../connection.js';
import { compareGrowth } from '../compare-growth.js';
import { paintScript, pressScript } from '../page-scripts.js';
import { readResidentBytes, measureSmallestMemory } from '../process-usage.js';
import { type Row, percentile, row } from '../table.js';

type Options = { readonly bills: number; readonly print: (line: string) => void };

const FEW_BILLS = 100;
const CONNECTIONS = 32;
const APPROVALS = 40;
const desktop = { width: 1280, height: 800 };
const SAMPLE_INTERVAL_MS = 20;

/**
 * Measures an approval seen in another browser, list and totals of few and many bills, and the CSV
 * of all.
 */
export async function benchBills(options: Options): Promise<readonly Row[]> {
  return [...(await measureApproval()), ...(await measureGrowth(options))];
}

/** Time from an approval in one browser until the bill's page shows it in another. */
async function measureApproval(): Promise<readonly Row[]> {
  const product = await Product.start();
  try {
    const { admin, reps } = await createTeam(product, 'Anil Kale');
    return await withBrowser(async (browser) => {
      const [deciderContext, watcherContext] = [
        await openSignedInContext(browser, admin, desktop),
        await openSignedInContext(browser, reps[0], desktop),
      ];
      await deciderContext.addInitScript(pressScript);
      await watcherContext.addInitScript(paintScript);
      const [decider, watcher] = [await deciderContext.newPage(), await watcherContext.newPage()];
      const times: number[] = [];
      for (let number = 0; number < APPROVALS; number++) {
        const billId = newId();
        await reps[0].send('SubmitBill', {
          billId,
          type: 'Fuel',
          amountPaise: 1_000 + number,
          spentOn: '2026-01-02',
        });
        await Promise.all(
          [decider, watcher].map((page) => page.goto(`${product.url}/bills/${billId}`)),
        );
        await watcher.getByText('Pending').first().waitFor();
        await watcher.getByText('Live', { exact: true }).waitFor();
        await decider.getByRole('button', { name: 'Update Bill Status' }).click();
        const approve = decider.getByRole('button', { name: 'Approve Bill' });
        await approve.waitFor();
        times.push(await measurePressToPaint(decider, watcher, 'Approved', () => approve.click()));
      }
      const note = `p50 ${percentile(times, 50).toFixed(1)} ms, slowest ${Math.max(...times).toFixed(0)} ms of ${times.length}`;
      return [
        row(
          'bills',
          'a bill approved, painted in its submitter’s browser, p95',
          percentile(times, 95),
          'ms',
          { atMost: 150, note },
        ),
      ];
    });
  } finally {
    await product.dispose();
  }
}

async function measureGrowth({ bills: billCount, print }: Options): Promise<readonly Row[]> {
  const [smallProduct, largeProduct] = [await Product.start(), await Product.start()];
  try {
    const adminOfFew = await submitBills(smallProduct, FEW_BILLS, print);
    const adminOfMany = await submitBills(largeProduct, billCount, print);
    const growths = await compareGrowth(
      [
        { product: smallProduct, admin: adminOfFew },
        { product: largeProduct, admin: adminOfMany },
      ],
      {
        bench: 'bills',
        records: 'bills',
        few: FEW_BILLS,
        many: billCount,
        questions: [
          ['list', '/api/bills?status=Pending'],
          ['list of this month', '/api/bills?status=Pending&range=month'],
          ['totals', '/api/bill-totals'],
        ],
      },
    );
    return [...growths, ...(await measureCsvMemory(largeProduct, adminOfMany, billCount))];
  } finally {
    await smallProduct.dispose();
    await largeProduct.dispose();
  }
}

/**
 * Measures the memory while a client downloads the CSV, which would grow if rows were not streamed.
 */
async function measureCsvMemory(
  product: Product,
  admin: Person,
  billCount: number,
): Promise<readonly Row[]> {
  const before = await measureSmallestMemory(product);
  let [peakBytes, rows] = [before, 0];
  const sampling = setInterval(
    () => (peakBytes = Math.max(peakBytes, readResidentBytes(product))),
    SAMPLE_INTERVAL_MS,
  );
  const since = performance.now();
  const { body } = await fetch(`${product.url}/api/bills.csv`, {
    headers: { cookie: cookieOf(admin) },
  });
  for await (const chunk of body!)
    rows +=
      Buffer.from(chunk as Uint8Array)
        .toString('latin1')
        .split('\n').length - 1;
  clearInterval(sampling);
  if (rows !== billCount + 1) throw new Error(`The CSV of ${billCount} bills has ${rows} lines`);
  return [
    row(
      'bills',
      `CSV of ${billCount} bills: memory more than before`,
      (peakBytes - before) / 1e6,
      'MB',
      {
        atMost: 50,
      },
    ),
    row('bills', `CSV of ${billCount} bills`, (performance.now() - since) / 1_000, 's'),
  ];
}

/**
 * Submits bills of eight people over half a year through the HTTP API.
 * @returns their admin
 */
async function submitBills(
  product: Product,
  count: number,
  print: Options['print'],
): Promise<Person> {
  const { admin, reps } = await createTeam(
    product,
    'Asha',
    'Ravi',
    'Kiran',
    'Neha',
    'Vikram',
    'Pooja',
    'Sunil',
    'Divya',
  );
  const connections = Array.from(
    { length: CONNECTIONS },
    (_, slot) => new Connection(product.url, cookieOf(reps[slot % reps.length]!)),
  );
  let submittedCount = 0;
  await runInParallel([...connections.keys()], connections, async (slot, connection) => {
    for (let number = slot; number < count; number += CONNECTIONS) {
      const spentOn = new Date(Date.now() - ((number % 180) + 1) * 86_400_000)
        .toISOString()
        .slice(0, 10);
      const data = {
        billId: newId(),
        type: billTypes[number % billTypes.length],
        amountPaise: 1_000 + number,
        spentOn,
        note: `Round ${number}`,
      };
      await sendUntilAccepted(connection, 'SubmitBill', data);
      if (++submittedCount % 10_000 === 0) print(`${submittedCount} of ${count} bills`);
    }
  });
  for (const connection of connections) connection.close();
  return admin;
}
