import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { InProcessProduct } from '../acceptance/product/in-process.js';
import { allocateServers } from '../acceptance/product/servers-of-run.js';
import { captureLead, createTeam } from '../acceptance/product/person.js';
import { Product } from '../acceptance/product/product.js';

type Env = Readonly<Record<string, string>>;

/** Each address switches its own part and no other. */
const mixes: readonly (readonly [addressNames: string, unwantedFiles: readonly string[]])[] = [
  ['KEYS_URL', ['keys.sqlite']],
  ['EVENTSTORE_URL REDIS_URL', ['log.sqlite']],
  ['MONGO_URL S3_URL', ['views.sqlite', 'keys.sqlite', 'files']],
];

describe.each(mixes)('in one process with %s', (addressNames, unwantedFiles) => {
  test('the product works, and stores nothing locally that is stored there', async () => {
    const servers: Env = await allocateServers();
    const addresses = Object.fromEntries(
      addressNames.split(' ').map((name) => [name, servers[name] ?? servers['MONGO_URL']!]),
    );
    const product = await InProcessProduct.start(addresses);
    try {
      const { reps } = await createTeam(product, 'Asha');
      const leadId = await captureLead(reps[0]);
      expect(await reps[0].get(`/api/leads/${leadId}`)).toMatchObject({ leadId });
      const ready = await fetch(`${product.url}/readyz`);
      expect([ready.status, ((await ready.json()) as { down?: object }).down]).toEqual([
        200,
        undefined,
      ]);
      const localFiles = readdirSync(product.parts.config.dataDir);
      expect(localFiles.filter((name) => unwantedFiles.includes(name))).toEqual([]);
    } finally {
      await product.dispose();
    }
  });
});

describe('a log with events', () => {
  let servers: Env;
  const products: Product[] = [];
  beforeAll(async () => {
    servers = await allocateServers();
    await (await startProduct(servers)).end();
  });
  afterAll(() => Promise.all(products.map((product) => product.dispose())));

  test('beside empty keys stops the process', async () => {
    const { MONGO_URL } = (await allocateServers()) as Env;
    expect(await readRefusal({ ...servers, KEYS_URL: MONGO_URL! })).toContain(
      'The log has events, but there are no keys',
    );
  });

  test('beside keys of another log stops the process', async () => {
    const otherServers: Env = await allocateServers();
    await (await startProduct(otherServers)).end();
    expect(await readRefusal({ ...servers, KEYS_URL: otherServers['MONGO_URL']! })).toContain(
      'The keys belong to another log',
    );
  });

  test('continues with its own keys', async () => {
    await (await startProduct(servers)).end();
  });

  async function startProduct(env: Env): Promise<Product> {
    const product = await Product.create({ env });
    products.push(product);
    await product.start();
    return product;
  }

  /** Returns the message of a start that must fail; the message may have no stack. */
  async function readRefusal(env: Env): Promise<string> {
    const outcome = await startProduct(env).then(
      () => 'it started',
      (error: Error) => error.message,
    );
    expect(outcome).toMatch(/ended with 1/);
    expect(outcome).not.toMatch(/^\s+at /m);
    return outcome;
  }
});
