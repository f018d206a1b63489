import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { createTeam } from '../acceptance/product/person.js';
import { Product } from '../acceptance/product/product.js';
import { SeededRandom, rounds } from './seeded-random.js';
import { readAllLeads } from './all-pages.js';
import { findBrokenChains, readEventsIn, findNotStoredOnce } from './log-checks.js';
import { Traffic } from './traffic.js';
import { deleteViews, countDocuments, readViews } from './views-on-sqlite.js';

let product: Product;
let people: Awaited<ReturnType<typeof createTeam>>;
beforeAll(async () => {
  product = await Product.start();
  people = await createTeam(product, 'Anil', 'Bina', 'Chetan', 'Divya');
});
afterAll(() => product?.dispose());

test(
  'the product, killed at random at twenty commands a second, has each acknowledged command exactly once, and its views can be rebuilt',
  async () => {
    const random = new SeededRandom('kills');
    const killCount = rounds({ short: 12, long: 50 });
    const traffic = new Traffic([people.admin, ...people.reps], random, { perSecond: 20 });
    for (let kill = 0; kill < killCount; kill++) {
      await wait(random.integer(100, 1_200));
      await product.restart('SIGKILL');
    }
    const sent = await traffic.stop();
    // Views contain acknowledged commands a moment later; after a kill the next start adds them.
    await readAllLeads(
      people.admin,
      sent
        .map(({ answer }) => String(answer.body.position ?? ''))
        .reduce((one, other) => (one > other ? one : other)),
    );
    await product.end();

    const events = await readEventsIn(product.dataDir);
    const retriedCount = sent.filter(({ tries }) => tries > 1).length;
    process.stdout.write(
      `kills: ${killCount}, commands: ${sent.length}, of which sent again: ${retriedCount}, events: ${events.length}\n`,
    );
    expect(sent.filter(({ answer }) => answer.status === 200).length).toBeGreaterThan(
      killCount * 5,
    );
    expect(retriedCount).toBeGreaterThan(0);
    expect(findNotStoredOnce(events, sent)).toEqual([]);
    expect(findBrokenChains(events)).toEqual([]);

    const originalViews = readViews(product.dataDir);
    deleteViews(product.dataDir);
    await product.start();
    await product.end();
    const rebuiltViews = readViews(product.dataDir);
    expect(countDocuments(rebuiltViews)).toBeGreaterThan(sent.length / 2);
    expect(rebuiltViews).toEqual(originalViews);
  },
  rounds({ short: 240_000, long: 600_000 }),
);
