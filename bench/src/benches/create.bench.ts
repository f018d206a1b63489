import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { v7 as newId } from 'uuid';
import { createTeam, cookieOf } from '../../../test/acceptance/product/person.js';
import { Product } from '../../../test/acceptance/product/product.js';
import { waitForViews } from '../wait-for-views.js';
import type { Connection } from '../connection.js';
import { Dashboards } from '../dashboards.js';
import { runClosedLoop } from '../load.js';
import { readProcessorMilliseconds } from '../process-usage.js';
import { sampleLead } from '../sample-lead.js';
import { type Row, median, row } from '../table.js';

const CONNECTIONS = 64;
const SECONDS = 4;

type Build = {
  readonly name: string;
  readonly product: Product;
  readonly cookie: string;
  readonly dashboards: Dashboards;
  readonly rates: number[];
  created: number;
  processorMs: number;
};

/**
 * CreateLead over 64 connections with one dashboard open, until the views have caught up. `against`
 * measures another built checkout in turn, because machine speed drifts.
 */
export async function benchCreate({
  rounds,
  against,
}: {
  readonly rounds: number;
  readonly against: string | undefined;
}): Promise<readonly Row[]> {
  const builds: Build[] = [];
  try {
    builds.push(await startBuild('this build', undefined));
    if (against) builds.push(await startBuild('the other build', resolve(against)));
    // An uncounted round warms both up.
    for (let round = -1; round < rounds; round++)
      for (const build of builds) {
        const rate = await measureCreatesPerSecond(build);
        if (round >= 0) build.rates.push(rate);
      }
    const [ownBuild, other] = builds;
    return [
      ...builds.map(({ name, rates, product, created, processorMs }) =>
        row('create', `CreateLead, ${CONNECTIONS} connections, ${name}`, median(rates), '/s', {
          spread: [Math.min(...rates), Math.max(...rates)],
          note: `${(processorMs / created).toFixed(2)} ms of processor and ${(measureDataKilobytes(product) / created).toFixed(2)} kB on disk a lead`,
        }),
      ),
      ...(other ? [comparisonRow(ownBuild!.rates, other.rates)] : []),
    ];
  } finally {
    for (const { dashboards, product } of builds) {
      dashboards.close();
      await product.dispose();
    }
  }
}

function comparisonRow(ownRates: readonly number[], otherRates: readonly number[]): Row {
  const ratios = ownRates.map((rate, round) => rate / otherRates[round]!);
  return row('create', 'this build to the other, round by round', median(ratios), '×', {
    atLeast: 1.3,
    spread: [Math.min(...ratios), Math.max(...ratios)],
  });
}

async function startBuild(name: string, checkout: string | undefined): Promise<Build> {
  const product = await Product.start({ checkout });
  const { admin, organizationId } = await createTeam(product);
  const cookie = cookieOf(admin);
  const dashboards = await Dashboards.open(product.url, 1, {
    view: 'lead-list',
    cookie,
    rooms: [`organization:${organizationId}`],
  });
  return { name, product, cookie, dashboards, rates: [], created: 0, processorMs: 0 };
}

let number = 0;
async function measureCreatesPerSecond(build: Build): Promise<number> {
  const { product, cookie } = build;
  const ask = (connection: Connection) =>
    connection.sendCommand('CreateLead', randomUUID(), {
      leadId: newId(),
      ...sampleLead(number++),
    });
  const before = readProcessorMilliseconds(product);
  const { perSecond } = await runClosedLoop({
    url: product.url,
    cookie,
    connections: CONNECTIONS,
    seconds: SECONDS,
    ask,
  });
  build.created += perSecond * SECONDS;
  const since = performance.now();
  await waitForViews(product);
  build.processorMs += readProcessorMilliseconds(product) - before;
  return (perSecond * SECONDS) / (SECONDS + (performance.now() - since) / 1_000);
}

function measureDataKilobytes({ dataDir }: Product): number {
  const files = readdirSync(dataDir).filter((name) => /\.sqlite(-wal)?$/.test(name));
  return files.reduce((sum, name) => sum + statSync(join(dataDir, name)).size, 0) / 1_000;
}
