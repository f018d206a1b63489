import type { Projection } from '../read-side/projections/projection.js';
import type { Change, ReadStore } from '../read-side/read-store/read-store.js';

/** A change with the document as it is now, as stored text; none where it is gone. */
export type CommittedChange = Change & { readonly json: string | undefined };
export type Sources = { readonly store: ReadStore; readonly projections: readonly Projection[] };

/**
 * Changes with their documents as they are now, each view's read at once. A document may have moved on since the change: who
 * may see it is asked of the document itself, so that no member is shown what has become another's meanwhile.
 */
export async function withDocuments(changes: readonly Change[], { store, projections }: Sources): Promise<readonly CommittedChange[]> {
  const documents = new Map<string, string>();
  const live = await store.live();
  await Promise.all(
    [...new Set(changes.map(({ view }) => view))].map(async (view) => {
      const collection = live[view];
      if (!collection) return;
      const keys = new Set(changes.flatMap((change) => (change.view === view ? [keyOf(change)] : [])));
      for (const [key, json] of await store.get(collection, [...keys])) documents.set(`${view} ${key}`, json);
    }),
  );
  return changes.map((change) => {
    const json = documents.get(`${change.view} ${keyOf(change)}`);
    const projection = projections.find(({ name }) => name === change.view);
    return { ...change, after: json === undefined ? undefined : audienceOf(projection, json), json };
  });
}

/** Of a document in its collection. An organization's own document has its id alone. */
const keyOf = ({ organizationId, id }: Change): string => (id === organizationId ? id : `${organizationId}_${id}`);

const audienceOf = (projection: Projection | undefined, json: string): string =>
  (projection && 'fold' in projection && projection.audience?.(JSON.parse(json) as unknown)) || '';
