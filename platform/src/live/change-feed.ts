import { type Position, beforeAll } from '../event-log/event-log.js';
import type { Projection } from '../projection-running/projection.js';
import type { FeedEntry, ReadStore } from '../read-store/read-store.js';
import { keyOf } from './changes-now.js';
import { type Reader, type ToldChange, isListening, maySee } from './reader.js';

/** Whoever has missed more than this starts over: reading anew is cheaper for both. */
const mostChanges = 2_000;

export type Resumed = { readonly position: Position } & ({ readonly changes: readonly ToldChange[] } | { readonly startOver: true });
export type ChangeFeed = { since(reader: Reader, after: Position | undefined): Promise<Resumed>; position(): Promise<Position> };

/** Several changes of one document, as a reader who has missed them sees them. */
type Missed = { readonly last: FeedEntry; readonly audiences: readonly (string | undefined)[] };

/**
 * What a reader has missed, from the store alone, so that any process can answer. Documents are those of now; who may
 * see them is asked of the document itself, because it may have moved on since the change.
 */
export function changeFeed({ store, projections }: { readonly store: ReadStore; readonly projections: readonly Projection[] }): ChangeFeed {
  const byName = new Map(projections.map((projection) => [projection.name, projection]));
  const position = async () => (await store.checkpoint('live'))?.position ?? beforeAll;

  return {
    position,
    async since(reader, after) {
      // Read first: what is committed meanwhile is told now and once more, and never left out.
      const reached = await position();
      const entries = after === undefined ? undefined : await store.changesAfter(reader.organizationId, after, mostChanges + 1);
      if (!entries || entries.length > mostChanges) return { position: reached, startOver: true };
      const missed = [...missedBy(reader, entries).values()];
      const documents = await documentsOf(reader.organizationId, missed);
      return { position: reached, changes: missed.flatMap((each) => told(reader, each, documents) ?? []) };
    },
  };

  async function documentsOf(organizationId: string, missed: readonly Missed[]): Promise<ReadonlyMap<string, unknown>> {
    const live = await store.live();
    const documents = new Map<string, unknown>();
    for (const view of new Set(missed.map(({ last }) => last.view))) {
      const collection = live[view];
      if (!collection) continue;
      const keys = missed.filter(({ last }) => last.view === view).map(({ last }) => keyOf(organizationId, last.id));
      for (const [key, json] of await store.get(collection, keys)) documents.set(`${view} ${key}`, JSON.parse(json));
    }
    return documents;
  }

  function told(
    reader: Reader,
    { last: { view, id, revision }, audiences }: Missed,
    documents: ReadonlyMap<string, unknown>,
  ): ToldChange | undefined {
    const document = documents.get(`${view} ${keyOf(reader.organizationId, id)}`);
    if (document !== undefined && maySee(reader, audienceOf(view, document))) return { view, id, revision, document };
    return audiences.some((audience) => maySee(reader, audience)) ? { view, id, revision, removed: true } : undefined;
  }

  function audienceOf(view: string, document: unknown): string {
    const projection = byName.get(view);
    return (projection && 'fold' in projection && projection.audience?.(document)) || '';
  }
}

/** By document, in the order in which each was changed last. */
function missedBy(reader: Reader, entries: readonly FeedEntry[]): ReadonlyMap<string, Missed> {
  const missed = new Map<string, Missed>();
  for (const entry of entries) {
    if (!isListening(reader, entry)) continue;
    const key = `${entry.view} ${entry.id}`;
    const audiences = [...(missed.get(key)?.audiences ?? []), entry.before, entry.after];
    missed.delete(key);
    missed.set(key, { last: entry, audiences });
  }
  return missed;
}
