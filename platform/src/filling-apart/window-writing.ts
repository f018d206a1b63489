import { grouped } from '../read-store/parts-of-commit.js';
import type { Commit, ReadStore } from '../read-store/read-store.js';

/** Documents, or sums, that are written before somebody else has a turn: some ten milliseconds. */
const mostAtOnce = 500;

/**
 * Writes windows part by part, and answers what is asked for in between: as the window will leave it, also where that is not
 * written yet. For a file that is thrown away unless all of it comes, because the checkpoint comes with the first part.
 */
export class WindowWriting {
  /** What the window under way writes, by collection and id. */
  private coming: ReadonlyMap<string, ReadonlyMap<string, string | undefined>> = new Map();

  constructor(
    private readonly store: Pick<ReadStore, 'get' | 'commit'>,
    private readonly most = mostAtOnce,
  ) {}

  /** One at a time. */
  async commit(window: Commit): Promise<void> {
    const groups = [...grouped(window.documents, ({ collection }) => collection)];
    this.coming = new Map(groups.map(([collection, parts]) => [collection, new Map(parts.map(({ id, json }) => [id, json]))]));
    try {
      for (const part of partsOf(window, this.most)) await this.store.commit(part);
    } finally {
      this.coming = new Map();
    }
  }

  async get(collection: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const coming = this.coming.get(collection);
    if (!coming) return this.store.get(collection, ids);
    const there = await this.store.get(
      collection,
      ids.filter((id) => !coming.has(id)),
    );
    const found = new Map(there);
    for (const id of ids) {
      const json = coming.get(id);
      if (json !== undefined) found.set(id, json);
    }
    return found;
  }
}

function partsOf({ documents, sums, changes, joins, ...window }: Commit, most: number): readonly Commit[] {
  const parts = [...slices(documents, most).map((some) => ({ documents: some })), ...slices(sums, most).map((some) => ({ sums: some }))];
  const last = { changes, ...(joins && { joins }) };
  return (parts.length > 0 ? parts : [{}]).map((part, index, all) => ({
    ...window,
    ...(index > 0 && { expected: window.checkpoint }),
    ...{ documents: [], sums: [], changes: [] },
    ...part,
    ...(index === all.length - 1 && last),
  }));
}

function slices<Item>(items: readonly Item[], most: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / most) }, (_, index) => items.slice(index * most, (index + 1) * most));
}
