import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setTimeout as later } from 'node:timers/promises';
import { team } from '../acceptance/person.js';
import { Product } from '../acceptance/product.js';
import { Chance, times } from './chance.js';
import { leadsOf } from './leads.js';
import { brokenChains, eventsIn, notExactlyOnce } from './log.js';
import { Traffic } from './traffic.js';
import { deleteViews, documentsIn, viewsIn } from './views.js';

let product: Product;
let people: Awaited<ReturnType<typeof team>>;
beforeAll(async () => {
  product = await Product.start();
  people = await team(product, 'Anil', 'Bina', 'Chetan', 'Divya');
});
afterAll(() => product?.dispose());

test(
  'killed at random during twenty commands a second, it has what it acknowledged exactly once, and its views can be made anew',
  async () => {
    const chance = new Chance('kills');
    const kills = times({ short: 12, long: 50 });
    const traffic = new Traffic([people.admin, ...people.reps], chance, { perSecond: 20 });
    for (let killed = 0; killed < kills; killed++) {
      await later(chance.between(100, 1_200));
      await product.restart('SIGKILL');
    }
    const sent = await traffic.stop();
    // what was acknowledged is in the views a moment later; an end in that moment leaves it to the next start
    await leadsOf(
      people.admin,
      sent.map(({ answer }) => String(answer.body.position ?? '')).reduce((one, other) => (one > other ? one : other)),
    );
    await product.end();

    const events = await eventsIn(product.dataDir);
    const retried = sent.filter(({ tries }) => tries > 1).length;
    process.stdout.write(`kills: ${kills}, commands: ${sent.length}, of which sent again: ${retried}, events: ${events.length}\n`);
    expect(sent.filter(({ answer }) => answer.status === 200).length).toBeGreaterThan(kills * 5);
    expect(retried).toBeGreaterThan(0);
    expect(notExactlyOnce(events, sent)).toEqual([]);
    expect(brokenChains(events)).toEqual([]);

    const live = viewsIn(product.dataDir);
    deleteViews(product.dataDir);
    await product.start();
    await product.end();
    const rebuilt = viewsIn(product.dataDir);
    expect(documentsIn(rebuilt)).toBeGreaterThan(sent.length / 2);
    expect(rebuilt).toEqual(live);
  },
  times({ short: 240_000, long: 600_000 }),
);
