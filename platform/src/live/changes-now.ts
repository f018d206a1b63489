import type { Projection } from '../projection-running/projection.js';
import type { CommittedChange } from '../projection-running/read-side.js';
import type { FeedEntry, ReadStore } from '../read-store/read-store.js';

/** Of a document in its collection. An organization's own document has its id alone. */
export const keyOf = (organizationId: string, id: string): string => (id === organizationId ? id : `${organizationId}_${id}`);

/**
 * Changes with their documents as they are now, each view's read at once. A document may have moved on since the change: who
 * may see it is asked of the document itself, so that nobody is told what has become another's meanwhile.
 */
export async function changesNow(
  changes: readonly FeedEntry[],
  { store, projections }: { readonly store: ReadStore; readonly projections: ReadonlyMap<string, Projection> },
): Promise<readonly CommittedChange[]> {
  const documents = new Map<string, string>();
  const live = await store.live();
  await Promise.all(
    [...new Set(changes.map(({ view }) => view))].map(async (view) => {
      const collection = live[view];
      if (!collection) return;
      const keys = new Set(changes.flatMap((change) => (change.view === view ? [keyOf(change.organizationId, change.id)] : [])));
      for (const [key, json] of await store.get(collection, [...keys])) documents.set(`${view} ${key}`, json);
    }),
  );
  return changes.map((change) => {
    const json = documents.get(`${change.view} ${keyOf(change.organizationId, change.id)}`);
    return { ...change, after: json === undefined ? undefined : audienceOf(projections.get(change.view), json), json };
  });
}

function audienceOf(projection: Projection | undefined, json: string): string {
  return (projection && 'fold' in projection && projection.audience?.(JSON.parse(json) as unknown)) || '';
}
