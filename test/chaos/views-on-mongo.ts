import { domain, typesOfStream } from '#domain/aggregates.js';
import { createEventReading } from '#platform/write-side/write-side.js';
import type { EventLog } from '#platform/event-log/event-log.js';
import type { KeyStore } from '#platform/sealing/key-store/key-store.js';
import type { Mongo } from '#platform/storage/mongo/connect-mongo.js';
import { ProjectionHost } from '#platform/read-side/projections/projection-host.js';
import { setOfLane, viewSetOf } from '#platform/read-side/projections/view-set.js';
import { ReadStoreOnMongo } from '#platform/read-side/read-store/read-store-on-mongo.js';
import { allProjections } from '#projections/all-projections.js';
import type { Documents } from './installation.js';

const IDS_PER_PAGE = 1_000;
const viewsWithSums = new Set(
  allProjections.flatMap((each) => ('counts' in each ? each.name : [])),
);
const openStore = (mongo: Mongo, lane = 0, laneCount = 1) =>
  ReadStoreOnMongo.open(mongo, { set: setOfLane(viewSetOf(allProjections), lane, laneCount) });

/** Contents of all views: documents and sums by view and id. */
export async function readViewsOnMongo(mongo: Mongo, laneCount = 1): Promise<Documents> {
  const views: Record<string, Record<string, unknown>> = {};
  for (let lane = 0; lane < laneCount; lane++) {
    const store = await openStore(mongo, lane, laneCount);
    for (const [view, collection] of Object.entries(await store.readCurrentCollections()))
      for (const part of viewsWithSums.has(view) ? ['', '/sums'] : ['']) {
        const documents = (views[view + part] ??= {});
        for (let after: string | undefined = ''; after !== undefined;) {
          const ids: readonly string[] = await store.readIds(
            collection + part,
            after,
            IDS_PER_PAGE,
          );
          for (const [id, json] of await store.get(collection + part, ids))
            documents[id] = JSON.parse(json);
          after = ids.at(-1);
        }
      }
  }
  return views;
}

/** Rebuilds the views from nothing. */
export async function rebuildOn(
  mongo: Mongo,
  { log, keys }: { readonly log: EventLog; readonly keys: KeyStore },
): Promise<void> {
  const { sealing, eraser } = createEventReading({ domain, log, keys });
  const host = new ProjectionHost({
    log,
    store: await openStore(mongo),
    projections: allProjections,
    open: sealing.open,
    typesOf: typesOfStream,
    erase: eraser.erase,
  });
  await host.start();
  await host.stop();
}
