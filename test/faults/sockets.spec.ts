import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MAX_MISSED_CHANGES } from '#backend/api/live/change-feed.js';
import { setTimeout as wait } from 'node:timers/promises';
import { type Person, createTeam } from '../acceptance/product/person.js';
import { Product } from '../acceptance/product/product.js';
import { SeededRandom, rounds } from './seeded-random.js';
import { LiveClient, comparableLead } from './live-client.js';
import { readAllLeads } from './all-pages.js';
import { Traffic } from './traffic.js';

let product: Product;
let people: Awaited<ReturnType<typeof createTeam>>;
const clients: LiveClient[] = [];

beforeAll(async () => {
  product = await Product.start();
  people = await createTeam(product, 'Anil', 'Bina', 'Chetan', 'Divya', 'Esha');
});
afterAll(async () => {
  for (const client of clients) client.close();
  await product?.dispose();
});

/** Maximum number of views that one event changes. */
const MAX_VIEWS_PER_EVENT = 20;

const roomsOf = ({ id }: Person, isAdmin: boolean): readonly string[] => [
  `member:${id}`,
  ...(isAdmin ? [`organization:${people.organizationId}`] : []),
];

test(
  'socket messages keep every page equal to the server, despite dropped connections and killed servers',
  async () => {
    const random = new SeededRandom('sockets');
    const socketCount = rounds({ short: 60, long: 200 });
    const dropCount = rounds({ short: 40, long: 100 });
    const restartCount = rounds({ short: 2, long: 5 });
    const everybody = [people.admin, ...people.reps];
    const traffic = new Traffic(everybody, random, { perSecond: 20 });
    for (let number = 0; number < socketCount; number++) {
      const person = everybody[number % everybody.length]!;
      clients.push(new LiveClient(product.url, person, roomsOf(person, person === people.admin)));
    }
    await Promise.all(clients.map((client) => client.untilStarted()));

    const restartAfter = Array.from({ length: restartCount }, (_, number) =>
      Math.floor((dropCount * (number + 1)) / (restartCount + 1)),
    );
    for (let dropped = 0; dropped < dropCount; dropped++) {
      await wait(random.integer(20, 250));
      random.pick(clients).drop();
      if (!restartAfter.includes(dropped)) continue;
      await product.restart(random.percent(50) ? 'SIGKILL' : 'SIGTERM');
    }
    const sent = await traffic.stop();
    await Promise.all(clients.map((client) => client.untilCaughtUp()));

    const lastPosition = sent
      .map(({ answer }) => answer.body.position ?? '')
      .sort()
      .at(-1)!;
    for (const person of everybody) {
      const expectedLeads = new Map(
        (await readAllLeads(person, lastPosition)).map((lead) => [
          lead.leadId,
          comparableLead(lead),
        ]),
      );
      expect(expectedLeads.size).toBeGreaterThan(0);
      for (const client of clients.filter((each) => each.person === person))
        expect(new Map([...client.leads].map(([id, lead]) => [id, comparableLead(lead)]))).toEqual(
          expectedLeads,
        );
    }
    const listReads = clients.reduce((sum, client) => sum + client.listReads, 0);
    process.stdout.write(
      `sockets: ${socketCount}, drops: ${dropCount}, restarts: ${restartCount}, commands: ${sent.length}, lists asked for: ${listReads}; again after events: ${clients.flatMap(({ missedEvents }) => missedEvents).join()}\n`,
    );
    // A client may reread the list only after it missed many events.
    const needlessReads = clients.flatMap(({ missedEvents }) =>
      missedEvents.filter((missed) => missed * MAX_VIEWS_PER_EVENT <= MAX_MISSED_CHANGES),
    );
    expect(needlessReads).toEqual([]);
  },
  rounds({ short: 240_000, long: 400_000 }),
);
