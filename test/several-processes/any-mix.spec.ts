import { compose } from '#backend/composition.js';
import { readConfig } from '#platform/config.js';
import { KeysMissing } from '#platform/key-store/key-store.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InProcess } from '../acceptance/in-process.js';
import { newWorld } from '../acceptance/parts.js';
import { captureLead, team } from '../acceptance/person.js';

type Env = Readonly<Record<string, string>>;

/** Each address switches its own part and no other. */
const mixes: readonly (readonly [set: string, gone: readonly string[]])[] = [
  ['KEYS_URL', ['keys.sqlite']],
  ['EVENTSTORE_URL REDIS_URL', ['log.sqlite']],
  ['MONGO_URL S3_URL', ['views.sqlite', 'keys.sqlite', 'files']],
];

describe.each(mixes)('in one process with %s', (set, gone) => {
  test('the product does its work, and keeps nothing here of what is kept there', async () => {
    const world: Env = await newWorld();
    const addresses = Object.fromEntries(set.split(' ').map((name) => [name, world[name] ?? world['MONGO_URL']!]));
    const product = await InProcess.start(addresses);
    try {
      const { reps } = await team(product, 'Asha');
      const leadId = await captureLead(reps[0]);
      expect(await reps[0].get(`/api/leads/${leadId}`)).toMatchObject({ leadId });
      const ready = await fetch(`${product.url}/readyz`);
      expect([ready.status, ((await ready.json()) as { down?: object }).down]).toEqual([200, undefined]);
      const kept = readdirSync(product.parts.config.dataDir);
      expect(kept.filter((name) => gone.includes(name))).toEqual([]);
    } finally {
      await product.dispose();
    }
  }, 120_000);
});

describe('a log with events', () => {
  let world: Env;
  const folders: string[] = [];
  const dataDir = () => {
    folders.push(mkdtempSync(join(tmpdir(), 'fieldtrace-keys-')));
    return folders.at(-1)!;
  };
  const start = (env: Env) => compose(readConfig({ DATA_DIR: dataDir(), LOG_LEVEL: 'silent', ...env }), { print: () => {} });

  beforeAll(async () => {
    world = await newWorld();
    const product = await InProcess.start(world);
    await team(product);
    await product.dispose();
  }, 120_000);
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

  test('beside keys that are empty stops the process', async () => {
    const { MONGO_URL } = (await newWorld()) as Env;
    await expect(start({ ...world, KEYS_URL: MONGO_URL! })).rejects.toThrow(KeysMissing);
  }, 120_000);

  test('beside keys of another log stops the process', async () => {
    const other: Env = await newWorld();
    await (await start(other)).stop();
    await expect(start({ ...world, KEYS_URL: other['MONGO_URL']! })).rejects.toThrow('The keys belong to another log');
  }, 120_000);

  test('goes on with its own', async () => {
    await (await start(world)).stop();
  }, 120_000);
});
