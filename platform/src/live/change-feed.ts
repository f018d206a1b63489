import { type Position, beforeAll } from '../event-log/event-log.js';
import type { Projection } from '../read-side/projections/projection.js';
import type { Change, ReadStore } from '../read-side/read-store/read-store.js';
import { type ChangeNotification, type Reader, isListening, maySee } from './reader.js';

/** A reader that has missed more than this starts over: reading anew is cheaper for both. */
const mostChanges = 2_000;

/** A change with the document as it is now, as stored text; none where it is gone. */
export type CommittedChange = Change & { readonly json: string | undefined };

export type Resumed = { readonly position: Position } & ({ readonly changes: readonly ChangeNotification[] } | { readonly startOver: true });
export abstract class ChangeFeed {
  abstract since(reader: Reader, after: Position | undefined): Promise<Resumed>;
  abstract position(): Promise<Position>;
}

type Sources = { readonly store: ReadStore; readonly projections: readonly Projection[] };
/** Several changes of one document, as a reader who has missed them sees them. */
type Missed = { readonly last: Change; readonly audiences: readonly (string | undefined)[] };

/** What a reader has missed, from the store alone, so that any process can answer. */
export function changeFeed(sources: Sources): ChangeFeed {
  const position = async () => (await sources.store.checkpoint('live'))?.position ?? beforeAll;

  return {
    position,
    async since(reader, after) {
      // Read first: what is committed meanwhile is notified now and once more, and never left out.
      const reached = await position();
      const entries = after === undefined ? undefined : await sources.store.changesAfter(reader.organizationId, after, mostChanges + 1);
      if (!entries || entries.length > mostChanges) return { position: reached, startOver: true };
      const missed = missedBy(reader, entries);
      const changes = await withDocuments(
        missed.map(({ last }) => last),
        sources,
      );
      return { position: reached, changes: changes.flatMap((change, index) => notificationFor(reader, change, missed[index]!.audiences) ?? []) };
    },
  };
}

/**
 * Changes with their documents as they are now, each view's read at once. A document may have moved on since the change: who
 * may see it is asked of the document itself, so that nobody is shown what has become another's meanwhile.
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

function notificationFor(
  reader: Reader,
  { view, id, revision, after, json }: CommittedChange,
  audiences: readonly (string | undefined)[],
): ChangeNotification | undefined {
  if (json !== undefined && maySee(reader, after)) return { view, id, revision, document: JSON.parse(json) as unknown };
  return audiences.some((audience) => maySee(reader, audience)) ? { view, id, revision, removed: true } : undefined;
}

/** By document, in the order in which each was changed last. */
function missedBy(reader: Reader, entries: readonly Change[]): readonly Missed[] {
  const missed = new Map<string, Missed>();
  for (const entry of entries) {
    if (!isListening(reader, entry)) continue;
    const key = `${entry.view} ${entry.id}`;
    const audiences = [...(missed.get(key)?.audiences ?? []), entry.before, entry.after];
    missed.delete(key);
    missed.set(key, { last: entry, audiences });
  }
  return [...missed.values()];
}
