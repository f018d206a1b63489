import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { v7 as newId } from 'uuid';
import { createTeam, cookieOf } from '../../../test/acceptance/product/person.js';
import { Product } from '../../../test/acceptance/product/product.js';
import { waitForViews } from '../wait-for-views.js';
import type { Connection, TimedAnswer } from '../connection.js';
import { Dashboards } from '../dashboards.js';
import { runClosedLoop } from '../load.js';
import { readProcessorMilliseconds } from '../process-usage.js';
import { sampleLead } from '../sample-lead.js';
import { type Row, median, row } from '../table.js';

const CONNECTIONS = 64;
const SECONDS = 4;
/** Queries that are compared with another build, on the leads that were created before. */
const QUERIES = {
  'list of leads': '/api/leads',
  leaderboard: '/api/leaderboard',
  search: '/api/leads?q=rajesh',
} as const;
type QueryName = keyof typeof QUERIES;
const queryNames = Object.keys(QUERIES) as readonly QueryName[];

/** Answers of one kind: their rate in each round, and processor time of all together. */
type Load = { readonly rates: number[]; answerCount: number; processorMs: number };
const noLoad = (): Load => ({ rates: [], answerCount: 0, processorMs: 0 });

type Build = {
  readonly name: string;
  readonly product: Product;
  readonly cookie: string;
  readonly dashboards: Dashboards;
  readonly creates: Load;
  readonly queries: Readonly<Record<QueryName, Load>>;
};

/**
 * CreateLead over 64 connections with one dashboard open, until the views have caught up. With
 * `against`, another built checkout is measured in turn, because machine speed drifts, and queries
 * of both are measured too.
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
        const measured = round >= 0 ? build : { ...build, creates: noLoad(), queries: noQueries() };
        await measureCreates(measured);
        if (against) for (const name of queryNames) await measureQueries(measured, name);
      }
    const [ownBuild, other] = builds;
    return [
      ...builds.flatMap((build) => loadRows(build, { hasQueries: other !== undefined })),
      ...(other
        ? [
            comparisonRow('creates', ownBuild!.creates, other.creates, { atLeast: 1.3 }),
            ...queryNames.map((name) =>
              comparisonRow(name, ownBuild!.queries[name], other.queries[name]),
            ),
          ]
        : []),
    ];
  } finally {
    for (const { dashboards, product } of builds) {
      dashboards.close();
      await product.dispose();
    }
  }
}

function loadRows(
  { name, product, creates, queries }: Build,
  { hasQueries }: { readonly hasQueries: boolean },
): readonly Row[] {
  const rateRow = (what: string, { rates, answerCount, processorMs }: Load, disk = '') =>
    row('create', `${what}, ${CONNECTIONS} connections, ${name}`, median(rates), '/s', {
      spread: [Math.min(...rates), Math.max(...rates)],
      note: `${(processorMs / answerCount).toFixed(2)} ms of processor${disk} each`,
    });
  const kilobytes = measureDataKilobytes(product) / creates.answerCount;
  return [
    rateRow('CreateLead', creates, ` and ${kilobytes.toFixed(2)} kB on disk`),
    ...(hasQueries ? queryNames.map((query) => rateRow(query, queries[query])) : []),
  ];
}

function comparisonRow(
  what: string,
  { rates: ownRates }: Load,
  { rates: otherRates }: Load,
  limit: { readonly atLeast?: number } = {},
): Row {
  const ratios = ownRates.map((rate, round) => rate / otherRates[round]!);
  return row('create', `${what}: this build to the other, round by round`, median(ratios), '×', {
    ...limit,
    spread: [Math.min(...ratios), Math.max(...ratios)],
  });
}

const noQueries = (): Record<QueryName, Load> => ({
  'list of leads': noLoad(),
  leaderboard: noLoad(),
  search: noLoad(),
});

async function startBuild(name: string, checkout: string | undefined): Promise<Build> {
  const product = await Product.start({ checkout });
  const { admin, organizationId } = await createTeam(product);
  const cookie = cookieOf(admin);
  const dashboards = await Dashboards.open(product.url, 1, {
    view: 'lead-list',
    cookie,
    rooms: [`organization:${organizationId}`],
  });
  return { name, product, cookie, dashboards, creates: noLoad(), queries: noQueries() };
}

let nextLeadNumber = 0;
/** Creates leads until their views are current. */
async function measureCreates({ product, cookie, creates }: Build): Promise<void> {
  const ask = (connection: Connection) =>
    connection.sendCommand('CreateLead', randomUUID(), {
      leadId: newId(),
      ...sampleLead(nextLeadNumber++),
    });
  const before = readProcessorMilliseconds(product);
  const created = SECONDS * (await measureRate(product, cookie, ask));
  const since = performance.now();
  await waitForViews(product);
  creates.processorMs += readProcessorMilliseconds(product) - before;
  creates.answerCount += created;
  creates.rates.push(created / (SECONDS + (performance.now() - since) / 1_000));
}

async function measureQueries({ product, cookie, queries }: Build, name: QueryName): Promise<void> {
  const before = readProcessorMilliseconds(product);
  const rate = await measureRate(product, cookie, (connection) => connection.ask(QUERIES[name]));
  queries[name].processorMs += readProcessorMilliseconds(product) - before;
  queries[name].answerCount += SECONDS * rate;
  queries[name].rates.push(rate);
}

const measureRate = async (
  { url }: Product,
  cookie: string,
  ask: (connection: Connection) => Promise<TimedAnswer>,
): Promise<number> =>
  (await runClosedLoop({ url, cookie, connections: CONNECTIONS, seconds: SECONDS, ask })).perSecond;

function measureDataKilobytes({ dataDir }: Product): number {
  const files = readdirSync(dataDir).filter((name) => /\.sqlite(-wal)?$/.test(name));
  return files.reduce((sum, name) => sum + statSync(join(dataDir, name)).size, 0) / 1_000;
}
