import type { Position } from '../../event-log/event-log.js';

/**
 * A document of a view has changed, with its audience before and after: undefined is no member, an
 * empty text the whole organization.
 */
export type Change = {
  readonly organizationId: string;
  readonly view: string;
  readonly id: string;
  readonly revision: number;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Room that is notified, e.g. `lead:<id>`; by default the whole audience. */
  readonly room?: string;
  /** Position of the event; in the feed, of the commit that holds the change. */
  readonly position: Position;
};

/** Changes can be read for so long after their commit, in milliseconds. */
const longestKept = 10 * 60_000;
/** Most expired commits that each new commit removes from the feed. */
export const trimmedAtOnce = 20;

/**
 * A commit may have hundreds of changes: so few commits are read before it is asked whether that
 * was enough.
 */
export const commitsAtOnce = 20;

/**
 * An entry for each commit and organization, and one of no organization for each commit, by which
 * they are found when they are too old.
 */
export const feed = { name: 'feed', indexes: [{ equal: ['organizationId'], sort: ['position'] }] };

type Entry = {
  readonly organizationId: string;
  readonly position: Position;
  readonly changes: Omit<Change, 'organizationId' | 'position'>[];
};
type CommitEntry = {
  readonly position: Position;
  readonly at: number;
  readonly organizations: readonly string[];
};
type Documents = readonly {
  readonly collection: string;
  readonly id: string;
  readonly json: string | undefined;
}[];

export function feedEntries(changes: readonly Change[], position: Position, at: number): Documents {
  if (changes.length === 0) return [];
  const entries = new Map<string, Entry>();
  for (const { organizationId, position: _, ...change } of changes) {
    const entry = entries.get(organizationId) ?? { organizationId, position, changes: [] };
    entries.set(organizationId, entry);
    entry.changes.push(change);
  }
  const commit: CommitEntry = { position, at, organizations: [...entries.keys()] };
  const written = [...entries.values(), { organizationId: '', ...commit }];
  return written.map((entry) => ({
    collection: feed.name,
    id: idOf(entry.organizationId, position),
    json: JSON.stringify(entry),
  }));
}

/**
 * Removes expired commits from the start of the feed.
 * @param commits the oldest, in their order
 */
export function trimmed(
  commits: readonly string[],
  now: number,
): { readonly documents: Documents; readonly until: Position | undefined } {
  const all = commits.map((json) => JSON.parse(json) as CommitEntry);
  const kept = all.findIndex(({ at }) => at >= now - longestKept);
  const old = kept < 0 ? all : all.slice(0, kept);
  const ids = old.flatMap(({ position, organizations }) =>
    [...organizations, ''].map((organizationId) => idOf(organizationId, position)),
  );
  return {
    documents: ids.map((id) => ({ collection: feed.name, id, json: undefined })),
    until: old.at(-1)?.position,
  };
}

export const changesIn = (json: string): readonly Change[] => {
  const { organizationId, position, changes } = JSON.parse(json) as Entry;
  return changes.map((change) => ({ organizationId, ...change, position }));
};

export function commitsIn(commits: readonly string[], isMore: boolean) {
  const all = commits.map((json) => JSON.parse(json) as CommitEntry);
  return {
    organizations: new Set(all.flatMap(({ organizations }) => organizations)),
    until: isMore ? all.at(-1)!.position : undefined,
  };
}

const idOf = (organizationId: string, position: Position) => `${organizationId} ${position}`;
