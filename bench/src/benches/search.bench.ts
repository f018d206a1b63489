import { performance } from 'node:perf_hooks';
import { Product } from '../../../test/acceptance/product/product.js';
import { Connection } from '../connection.js';
import { type SampleData, type Organization, prepareSampleData } from '../sample-data.js';
import { ConnectionPool, runOpenLoop } from '../load.js';
import { readResidentBytes } from '../process-usage.js';
import { sampleLead } from '../sample-lead.js';
import { type Row, median, percentile, row } from '../table.js';

type Options = {
  readonly organizations: number;
  readonly leadsEach: number;
  readonly leadsOfLarge: number;
  readonly print: (line: string) => void;
};
type QuestionTimes = { readonly what: string; readonly times: readonly number[] };

/** Sequential requests of each kind. */
const SAMPLES = 400;
/** Concurrent requests by members of random organizations. */
const CONCURRENT_LOAD = { perSecond: 150, seconds: 10 } as const;
const SMALL_ORGANIZATION_LEADS = 1_000;

/** Search texts, by what a person remembers of a lead. */
const searches: Readonly<Record<string, (lead: ReturnType<typeof sampleLead>) => string>> = {
  'the beginning of a first name': ({ firstName }) => firstName.slice(0, 3),
  'a last name and a city': ({ lastName, city }) => `${lastName} ${city}`,
  'a whole number': ({ phone }) => phone.slice(3),
  'the last five digits of a number': ({ phone }) => phone.slice(-5),
  'a site': ({ siteName }) => siteName,
  'a piece of a site': ({ siteName }) => siteName.slice(2, 8),
  'a whole name': ({ firstName, lastName }) => `${firstName} ${lastName}`,
  'a part of every number': () => '91',
};
const statuses = ['New', 'Contacted', 'Quoted'] as const;

/**
 * Search, list page and dashboard through the API, in many organizations, a large one, and a small
 * one beside it.
 */
export async function benchSearch({
  organizations,
  leadsEach,
  leadsOfLarge,
  print,
}: Options): Promise<readonly Row[]> {
  const measuredMany = await measure(await prepareSampleData({ organizations, leadsEach, print }));
  const largeSample = await prepareSampleData({ organizations: 1, leadsEach: leadsOfLarge, print });
  const measuredLarge = await measure(largeSample);
  const smallSample = await prepareSampleData({
    organizations: 1,
    leadsEach: SMALL_ORGANIZATION_LEADS,
    print,
  });
  const ratios = await measureAlternately([largeSample, smallSample]);
  const manyLabel = `${organizations} organizations × ${leadsEach} leads`;
  const largeLabel = `one of ${leadsOfLarge} leads`;
  const p99Row = (group: string, { what, times }: QuestionTimes, atMost: number) =>
    row('search', `${group}: ${what}, p99`, percentile(times, 99), 'ms', {
      atMost,
      note: `p50 ${median(times).toFixed(1)} ms`,
    });
  return [
    p99Row(manyLabel, measuredMany.firstSearches, 20),
    ...measuredMany.searches.map((measuredSearch) => p99Row(manyLabel, measuredSearch, 20)),
    p99Row(manyLabel, measuredMany.page, 10),
    p99Row(manyLabel, measuredMany.dashboard, 10),
    p99Row(
      `${manyLabel}, ${CONCURRENT_LOAD.perSecond} requests/s`,
      measuredMany.concurrent.search,
      20,
    ),
    p99Row(
      `${manyLabel}, ${CONCURRENT_LOAD.perSecond} requests/s`,
      measuredMany.concurrent.page,
      10,
    ),
    p99Row(
      `${manyLabel}, ${CONCURRENT_LOAD.perSecond} requests/s`,
      measuredMany.concurrent.dashboard,
      10,
    ),
    row('search', `${manyLabel}: memory of the process afterwards`, measuredMany.megabytes, 'MB', {
      atMost: 350,
    }),
    p99Row(largeLabel, measuredLarge.firstSearches, 120),
    ...measuredLarge.searches.flatMap((measuredSearch) => [
      row(
        'search',
        `${largeLabel}: ${measuredSearch.what}, p50`,
        median(measuredSearch.times),
        'ms',
        { atMost: 60 },
      ),
      p99Row(largeLabel, measuredSearch, 120),
    ]),
    ...ratios.map(({ what, p50s: [larger, smaller] }) =>
      row(
        'search',
        `${largeLabel}: ${what}, p50 to that of ${SMALL_ORGANIZATION_LEADS} leads`,
        larger / smaller,
        '×',
        {
          atMost: 1.5,
          note: `${larger.toFixed(2)} to ${smaller.toFixed(2)} ms`,
        },
      ),
    ),
    row('search', `${largeLabel}: memory of the process afterwards`, measuredLarge.megabytes, 'MB'),
  ];
}

async function measure(sample: SampleData) {
  const product = await Product.start({ dataDir: sample.dataDir });
  const connections = new Map(
    sample.organizations.map(({ id, admin }) => [id, new Connection(product.url, admin.cookie)]),
  );
  try {
    const ask = async (organization: Organization, path: string): Promise<number> => {
      const { status, text, milliseconds } = await connections.get(organization.id)!.ask(path);
      if (status !== 200) throw new Error(`${path} was answered ${status}: ${text.slice(0, 300)}`);
      return milliseconds;
    };
    const measureSequentially = async (
      what: string,
      path: (lead: RandomLead) => string,
      count = SAMPLES,
    ): Promise<QuestionTimes> => {
      const times: number[] = [];
      for (let repetition = 0; repetition < count; repetition++) {
        const target = randomLead(sample);
        times.push(await ask(target.organization, path(target)));
      }
      return { what, times };
    };
    const firstSearches = await measureSequentially(
      'first searches after a start',
      searchPath(searches['a whole name']!),
      Math.min(50, sample.organizations.length),
    );
    const searchTimes: QuestionTimes[] = [];
    for (const [what, textOf] of Object.entries(searches))
      searchTimes.push(await measureSequentially(`search for ${what}`, searchPath(textOf)));
    const page = await measureSequentially('list page', pagePath);
    const dashboard = await measureSequentially('dashboard', dashboardPath);
    return {
      firstSearches,
      searches: searchTimes,
      page,
      dashboard,
      concurrent: await measureConcurrent(product, sample),
      megabytes: readResidentBytes(product) / 1e6,
    };
  } finally {
    for (const connection of connections.values()) connection.close();
    await product.end();
  }
}

/** Measures both in alternation, so that other load affects both alike. */
async function measureAlternately(samples: readonly [SampleData, SampleData]) {
  const sides: {
    readonly sample: SampleData;
    readonly product: Product;
    readonly connection: Connection;
  }[] = [];
  try {
    for (const sample of samples) {
      const product = await Product.start({ dataDir: sample.dataDir });
      sides.push({
        sample,
        product,
        connection: new Connection(product.url, sample.organizations[0]!.admin.cookie),
      });
    }
    const growths: { readonly what: string; readonly p50s: readonly [number, number] }[] = [];
    for (const [what, path] of [
      ['list page', pagePath] as const,
      ['dashboard', dashboardPath] as const,
    ]) {
      const times: [number[], number[]] = [[], []];
      for (let repetition = 0; repetition < SAMPLES; repetition++)
        for (const [index, { sample, connection }] of sides.entries())
          times[index]!.push((await connection.ask(path(randomLead(sample)))).milliseconds);
      growths.push({ what, p50s: [median(times[0]), median(times[1])] });
    }
    return growths;
  } finally {
    for (const { connection, product } of sides) {
      connection.close();
      await product.end();
    }
  }
}

type RandomLead = {
  readonly organization: Organization;
  readonly lead: ReturnType<typeof sampleLead>;
};

/** A random lead with its organization. */
function randomLead({ organizations, leads }: SampleData): RandomLead {
  const number = Math.floor(Math.random() * leads);
  return { organization: organizations[number % organizations.length]!, lead: sampleLead(number) };
}

const searchPath =
  (textOf: (lead: ReturnType<typeof sampleLead>) => string) =>
  ({ lead }: RandomLead): string =>
    `/api/leads?q=${encodeURIComponent(textOf(lead))}`;
const pagePath = ({ organization: { reps } }: RandomLead): string =>
  `/api/leads?status=${statuses[Math.floor(Math.random() * statuses.length)]}&assignedTo=${reps[Math.floor(Math.random() * reps.length)]!.id}`;
const dashboardPath = (): string => '/api/dashboard';

/** Open loop: each request is timed from its due time, so that queueing counts. */
async function measureConcurrent({ url }: Product, sample: SampleData) {
  const pools = new Map(
    sample.organizations.map(({ id, admin }) => [id, new ConnectionPool(url, admin.cookie)]),
  );
  const searchTexts = Object.values(searches);
  const times: Readonly<Record<'search' | 'page' | 'dashboard', number[]>> = {
    search: [],
    page: [],
    dashboard: [],
  };
  let requestCount = 0;
  await runOpenLoop({
    ...CONCURRENT_LOAD,
    send: async (dueAt) => {
      const target = randomLead(sample);
      const kind = (['search', 'page', 'dashboard'] as const)[requestCount++ % 3]!;
      const path =
        kind === 'search'
          ? searchPath(searchTexts[requestCount % searchTexts.length]!)(target)
          : kind === 'page'
            ? pagePath(target)
            : dashboardPath();
      const { status, text } = await pools
        .get(target.organization.id)!
        .run((connection) => connection.ask(path));
      if (status !== 200) throw new Error(`${path} was answered ${status}: ${text.slice(0, 300)}`);
      times[kind].push(performance.now() - dueAt);
    },
  });
  for (const pool of pools.values()) pool.close();
  return {
    search: { what: 'search of any kind', times: times.search },
    page: { what: 'list page', times: times.page },
    dashboard: { what: 'dashboard', times: times.dashboard },
  };
}
