import { domain } from '#domain/aggregates.js';
import { createReadingSide } from '#platform/write-side/write-side.js';
import type { EventLog } from '#platform/event-log/event-log.js';
import type { KeyStore } from '#platform/sealing/key-store/key-store.js';
import type { Mongo } from '#platform/storage/mongo/connect-mongo.js';
import { ProjectionHost } from '#platform/read-side/projections/projection-host.js';
import { viewSetOf } from '#platform/read-side/projections/view-set.js';
import { ReadStoreOnMongo } from '#platform/read-side/read-store/read-store-on-mongo.js';
import { allProjections } from '#projections/all-projections.js';
import type { Documents } from './installation.js';

const PAGE_IDS = 1_000;
const openStore = (mongo: Mongo) =>
  ReadStoreOnMongo.open(mongo, { set: viewSetOf(allProjections) });

/** Contents of all views: documents and sums by view and id. */
export async function viewsOnMongo(mongo: Mongo): Promise<Documents> {
  const store = await openStore(mongo);
  const views: [string, Record<string, unknown>][] = [];
  for (const [view, collection] of Object.entries(await store.current()))
    for (const part of ['', '/sums']) {
      const kept: [string, unknown][] = [];
      for (let after: string | undefined = ''; after !== undefined;) {
        const ids: readonly string[] = await store.ids(collection + part, after, PAGE_IDS);
        for (const [id, json] of await store.get(collection + part, ids))
          kept.push([id, JSON.parse(json)]);
        after = ids.at(-1);
      }
      views.push([view + part, Object.fromEntries(kept)]);
    }
  return Object.fromEntries(views);
}

/** Rebuilds the views from nothing. */
export async function rebuildOn(
  mongo: Mongo,
  { log, keys }: { readonly log: EventLog; readonly keys: KeyStore },
): Promise<void> {
  const { sealing, eraser } = createReadingSide({ domain, log, keys });
  const host = new ProjectionHost({
    ...{ log, store: await openStore(mongo), projections: allProjections },
    open: sealing.open,
    erase: eraser.erase,
  });
  await host.start();
  await host.stop();
}
