import { performance } from 'node:perf_hooks';
import type { Browser, Page } from '@playwright/test';
import { v7 as newId } from 'uuid';
import { renderPicture } from '#backend/demo/pictures.js';
import { drawItem } from '#backend/demo/catalogue-pictures.js';
import { type Person, createTeam, cookieOf } from '../../../test/acceptance/product/person.js';
import { Product } from '../../../test/acceptance/product/product.js';
import { until } from '../../../test/acceptance/product/until.js';
import { withLimits } from '../../../test/acceptance/product/without-limits.js';
import { withBrowser } from '../browser.js';
import { Connection, runInParallel, sendUntilAccepted } from '../connection.js';
import { compareGrowth } from '../compare-growth.js';
import { vitalsScript } from '../page-scripts.js';
import { runOpenLoop } from '../load.js';
import { type Row, median, percentile, row } from '../table.js';

type Options = {
  readonly products: number;
  readonly guesses: number;
  readonly print: (line: string) => void;
};

const FEW_PRODUCTS = 100;
const CONNECTIONS = 16;
const visitors = { perSecond: 100, seconds: 10 } as const;
const PAINTS = 5;
/** Limit of one address: 100 a second, counted in windows of five seconds. */
const MAX_ANSWERS_PER_SECOND = 110;
/** Lighthouse's slow 4G, and a phone four times slower than this machine. */
const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
};
const slowPhone = { rate: 4 };

/**
 * Lists of few and many products; public pages for many visitors, for a slow phone, and for a
 * guesser of ids.
 */
export async function benchCatalogue({
  products: many,
  guesses,
  print,
}: Options): Promise<readonly Row[]> {
  const [smallProduct, largeProduct] = [await Product.start(), await Product.start()];
  try {
    const adminOfFew = await addProducts(smallProduct, FEW_PRODUCTS, print);
    const adminOfMany = await addProducts(largeProduct, many, print);
    return [
      ...(await compareGrowth(
        [
          { product: smallProduct, admin: adminOfFew },
          { product: largeProduct, admin: adminOfMany },
        ],
        {
          bench: 'catalogue',
          records: 'products',
          few: FEW_PRODUCTS,
          many,
          questions: [
            ['list', '/api/products'],
            ['list of active ones', '/api/products?status=Active'],
            ['list of a category', '/api/products?categoryId=default'],
          ],
        },
      )),
      ...(await measureVisits(largeProduct, adminOfMany)),
      ...(await measurePhones(largeProduct, adminOfMany)),
      ...(await measureGuessing(guesses, print)),
    ];
  } finally {
    await smallProduct.dispose();
    await largeProduct.dispose();
  }
}

/** Visitors open public pages, each over a connection of its own. */
async function measureVisits(product: Product, admin: Person): Promise<readonly Row[]> {
  const { items } = await admin.get<{ readonly items: readonly { readonly productId: string }[] }>(
    '/api/products',
  );
  const times: number[] = [];
  let [nextItem, errors] = [0, 0];
  await runOpenLoop({
    ...visitors,
    send: async (dueAt) => {
      const connection = new Connection(product.url);
      const { status } = await connection.ask(
        `/products/${items[nextItem++ % items.length]!.productId}/share`,
      );
      times.push(performance.now() - dueAt);
      if (status !== 200) errors++;
      connection.close();
    },
  });
  const note = `p50 ${percentile(times, 50).toFixed(1)} ms, worst ${Math.max(...times).toFixed(0)} ms`;
  const label = `public page, ${visitors.perSecond * visitors.seconds} visitors at ${visitors.perSecond} a second`;
  return [
    row('catalogue', `${label}, p99`, percentile(times, 99), 'ms', { atMost: 100, note }),
    row('catalogue', `${label}, errors`, errors, '', { atMost: 0 }),
  ];
}

async function measurePhones(product: Product, admin: Person): Promise<readonly Row[]> {
  const picture = await renderPicture(drawItem({ shape: 'panel', tint: 0 }));
  const { fileId } = await admin.upload(new Uint8Array(picture.content), 'panel.jpg', 'image/jpeg');
  const productId = newId();
  await admin.send('AddProduct', { ...sampleProduct(productId, 0), imageFileIds: [fileId] });
  const path = `/products/${productId}/share`;
  const { organization } = await admin.readMe();
  const variantUrl = `${product.url}/pictures/${organization!.id}_${fileId}/640`;
  await until(async () => (await fetch(variantUrl)).headers.get('content-type') === 'image/webp', {
    what: () => 'smaller pictures',
  });
  return withBrowser(async (browser) => {
    const [paintTimes, scriptSizes]: [number[], number[]] = [[], []];
    for (let paint = 0; paint < PAINTS; paint++) {
      const { lcpMs, scriptBytes } = await measureOpening(browser, `${product.url}${path}`);
      paintTimes.push(lcpMs);
      scriptSizes.push(scriptBytes);
    }
    return [
      row(
        'catalogue',
        'script of a public page, compressed',
        Math.max(...scriptSizes) / 1_000,
        'kB',
        {
          atMost: 60,
        },
      ),
      row(
        'catalogue',
        `largest contentful paint of it on a slow 4G, median of ${PAINTS}`,
        median(paintTimes) / 1_000,
        's',
        {
          atMost: 1.5,
          note: `slowest ${(Math.max(...paintTimes) / 1_000).toFixed(2)} s, processor 4 times slower`,
        },
      ),
    ];
  });
}

async function measureOpening(
  browser: Browser,
  address: string,
): Promise<{ readonly lcpMs: number; readonly scriptBytes: number }> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 800 },
    deviceScaleFactor: 2,
    isMobile: true,
    serviceWorkers: 'block',
  });
  await context.addInitScript(vitalsScript);
  const page = await context.newPage();
  await throttle(page);
  const scripts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(
        response
          .request()
          .sizes()
          .then(({ responseBodySize }) => responseBodySize),
      );
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  const lcpMs = await page.evaluate<number>('screenSeen.lcp');
  const scriptBytes = (await Promise.all(scripts)).reduce((sum, bytes) => sum + bytes, 0);
  await context.close();
  return { lcpMs, scriptBytes };
}

async function throttle(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', slow4G);
  await session.send('Emulation.setCPUThrottlingRate', slowPhone);
}

/** Guesses ids as one stranger, as fast as possible under the default limits. */
async function measureGuessing(guesses: number, print: Options['print']): Promise<readonly Row[]> {
  const product = await Product.start({ env: withLimits });
  try {
    const { admin } = await createTeam(product);
    await admin.send('AddProduct', sampleProduct(newId(), 0));
    const connections = Array.from({ length: CONNECTIONS }, () => new Connection(product.url));
    const answers = new Map<number, number>();
    let guessed = 0;
    const seconds = await runInParallel(
      Array.from({ length: guesses }),
      connections,
      async (_, connection) => {
        const { status } = await connection.ask(`/products/${newId()}/share`);
        answers.set(status, (answers.get(status) ?? 0) + 1);
        if (++guessed % 10_000 === 0) print(`${guessed} of ${guesses} guesses`);
      },
    );
    for (const connection of connections) connection.close();
    const limited = answers.get(429) ?? 0;
    const note = `${[...answers].map(([status, count]) => `${count} × ${status}`).join(', ')} in ${seconds.toFixed(0)} s`;
    return [
      row(
        'catalogue',
        `${guesses} guessed ids, hits`,
        guesses - (answers.get(404) ?? 0) - limited,
        '',
        { atMost: 0, note },
      ),
      row(
        'catalogue',
        `${guesses} guessed ids, answered a second`,
        (guesses - limited) / seconds,
        '',
        { atMost: MAX_ANSWERS_PER_SECOND },
      ),
    ];
  } finally {
    await product.dispose();
  }
}

const sampleProduct = (productId: string, number: number) => ({
  productId,
  name: `Panel ${number}`,
  description: `Half-cut cells, made in week ${number % 52}`,
  mrpPaise: 18_50_000 + number,
  livePricePaise: 14_80_000 + number,
});

/** Fills the catalogue through the HTTP API. */
async function addProducts(
  product: Product,
  count: number,
  print: Options['print'],
): Promise<Person> {
  const { admin } = await createTeam(product);
  const connections = Array.from(
    { length: CONNECTIONS },
    () => new Connection(product.url, cookieOf(admin)),
  );
  let addedCount = 0;
  await runInParallel(Array.from({ length: count }), connections, async (_, connection) => {
    const data = sampleProduct(newId(), addedCount);
    await sendUntilAccepted(connection, 'AddProduct', data);
    if (++addedCount % 5_000 === 0) print(`${addedCount} of ${count} products`);
  });
  for (const connection of connections) connection.close();
  return admin;
}
