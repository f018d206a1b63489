import type { Commit } from '../read-store/read-store.js';

/** Of a collection that has more, its ids are not kept. */
const most = 20_000;

/** Which documents a new file may have, by all that was written to it. */
export class IdsWritten {
  /** By collection; none for one that has too many. */
  private readonly ids = new Map<string, Set<string> | undefined>();

  constructor(private readonly largest = most) {}

  add(documents: Commit['documents']): void {
    for (const { collection, id } of documents) {
      if (!this.ids.has(collection)) this.ids.set(collection, new Set());
      const ids = this.ids.get(collection)?.add(id);
      if (ids && ids.size > this.largest) this.ids.set(collection, undefined);
    }
  }

  /** Of these, those that may be there. */
  among(collection: string, ids: readonly string[]): readonly string[] {
    if (!this.ids.has(collection)) return [];
    const there = this.ids.get(collection);
    return there ? ids.filter((id) => there.has(id)) : ids;
  }
}
