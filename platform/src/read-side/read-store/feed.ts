import type { Position } from '../../event-log/event-log.js';

/**
 * Change of a view's document, with its audience before and after. `undefined` is nobody, an empty
 * text the whole organization.
 */
export type Change = {
  readonly organizationId: string;
  readonly view: string;
  readonly id: string;
  readonly revision: number;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Room notified, e.g. `record:<id>`; by default the whole audience. */
  readonly room?: string;
  /** Trace of the command that changed it, if it is traced (W3C `traceparent`). */
  readonly traceparent?: string;
  /** Position of the event; in the feed, that of the commit. */
  readonly position: Position;
};

/** Retention of feed entries after their commit. */
const FEED_RETENTION_MS = 10 * 60_000;
/** Expired commits that each new commit removes from the feed. */
export const MAX_TRIMMED_COMMITS = 20;

/** Commits read at a time, because one commit may hold hundreds of changes. */
export const COMMITS_PER_READ = 20;

/** Each commit has one entry per organization, and one without organization for its expiry. */
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
  return [...entries.values(), { organizationId: '', ...commit }].map((entry) => ({
    collection: feed.name,
    id: entryId(entry.organizationId, position),
    json: JSON.stringify(entry),
  }));
}

/**
 * Deletions of expired commits, and the position of the last of them.
 * @param commits the oldest ones, in order
 * @param livePosition position of the live views. Later entries are those of repaired streams; the
 * next commit announces them, so they are kept until then.
 */
export function expiredEntries(
  commits: readonly string[],
  now: number,
  livePosition: Position | undefined,
): { readonly documents: Documents; readonly until: Position | undefined } {
  const entries = commits.map((json) => JSON.parse(json) as CommitEntry);
  const isKept = ({ position, at }: CommitEntry) => {
    const isUnannounced = livePosition !== undefined && position > livePosition;
    return isUnannounced || at >= now - FEED_RETENTION_MS;
  };
  const firstKept = entries.findIndex(isKept);
  const expired = firstKept < 0 ? entries : entries.slice(0, firstKept);
  const ids = expired.flatMap(({ position, organizations }) =>
    [...organizations, ''].map((organizationId) => entryId(organizationId, position)),
  );
  return {
    documents: ids.map((id) => ({ collection: feed.name, id, json: undefined })),
    until: expired.at(-1)?.position,
  };
}

export const parseChanges = (json: string): readonly Change[] => {
  const { organizationId, position, changes } = JSON.parse(json) as Entry;
  return changes.map((change) => ({ organizationId, ...change, position }));
};

/** Organizations with changes in the commits. `until` is the last position if more follow. */
export function parseCommits(commits: readonly string[], { hasMore }: { hasMore: boolean }) {
  const entries = commits.map((json) => JSON.parse(json) as CommitEntry);
  return {
    organizations: new Set(entries.flatMap(({ organizations }) => organizations)),
    until: hasMore ? entries.at(-1)!.position : undefined,
  };
}

const entryId = (organizationId: string, position: Position) => `${organizationId} ${position}`;
