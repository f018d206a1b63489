import { afterAll, expect, test } from '@jest/globals';
import { createReadStores } from '../../testing/read-stores.js';
import { Lanes, ReadStores } from './lanes.js';
import { InvalidQuery } from './read-store.js';
import { Views } from './views.js';
import { ViewsInLanes } from './views-in-lanes.js';

const stores = createReadStores();
afterAll(stores.remove);

const links = { name: 'links', version: 1 };
const sort = ['addedAt'];

/** Writes documents without an organization: five to the first lane, others to their ids' lanes. */
async function createLinksInLanes(count: number) {
  const lanes = new ReadStores(Array.from({ length: 4 }, () => stores.open()));
  const linkIds = Array.from({ length: count }, (_, number) => `organization${number}`);
  for (const store of lanes.all) {
    const indexes = [{ equal: ['organizationId'], sort }];
    await store.ensure([{ name: 'links@1.1', indexes }]);
    await store.setCurrentCollections({ links: 'links@1.1' });
    await store.commit({
      track: 'current',
      expected: undefined,
      checkpoint: { log: '', position: '', eventId: '', stream: '', revision: -1, epoch: 0 },
      documents: linkIds
        .filter((id, number) => (number < 5 ? lanes.first : lanes.findLane(id)) === store)
        .map((id, number) => ({
          collection: 'links@1.1',
          id,
          json: JSON.stringify({ organizationId: '', id, addedAt: `${number}` }),
        })),
      sums: [],
      changes: [],
    });
  }
  return {
    linkIds,
    views: new ViewsInLanes(new Lanes(lanes.all.map((store) => new Views(store)))),
    close: () => Promise.all(lanes.all.map((store) => store.close())),
  };
}

test('documents without an organization are found in whichever lanes they are', async () => {
  const { linkIds, views, close } = await createLinksInLanes(20);
  await views.refresh();
  expect(views.isReady([links])).toBe(true);
  expect([...(await views.get(links, '', linkIds)).keys()].toSorted()).toEqual(linkIds.toSorted());
  expect(await views.getJson(links, '', linkIds[7]!)).toContain(linkIds[7]);
  const first = await views.find<{ addedAt: string }>(links, '', { sort, limit: 4 });
  expect(first.documents.map(({ addedAt }) => addedAt)).toEqual(['0', '0', '0', '0']);
  for (const query of [
    { sort, limit: 4, after: 'cursor' },
    { sort: ['-addedAt'], limit: 4 },
  ])
    await expect(views.find(links, '', query)).rejects.toThrow(InvalidQuery);
  const all: string[] = [];
  for await (const { documents } of views.readPages<{ id: string }>(links, '', { sort, limit: 2 }))
    all.push(...documents.map(({ id }) => id));
  expect(all.toSorted()).toEqual(linkIds.toSorted());
  await close();
});
