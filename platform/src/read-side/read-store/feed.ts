import type { Position } from '../../event-log/event-log.js';
import type { Change } from './read-store.js';

/** Changes can be read for so long after their commit. */
export const feedMilliseconds = 10 * 60_000;
/** What is too old goes with the next commits, so much of it with each. */
export const trimmedAtOnce = 1_000;

/** The changes of an organization at one position, as one JSON text. */
export type FeedRow = { readonly organization: string; readonly position: Position; readonly changes: string };

export function feedRows(changes: readonly Change[]): readonly FeedRow[] {
  const rows = new Map<string, { organization: string; position: Position; of: object[] }>();
  for (const { organizationId: organization, position, ...change } of changes) {
    const key = `${organization} ${position}`;
    if (!rows.has(key)) rows.set(key, { organization, position, of: [] });
    rows.get(key)!.of.push(change);
  }
  return [...rows.values()].map(({ of, ...row }) => ({ ...row, changes: JSON.stringify(of) }));
}

export const changesIn = (rows: readonly FeedRow[]): Change[] =>
  rows.flatMap(({ organization: organizationId, position, changes }) =>
    (JSON.parse(changes) as Omit<Change, 'organizationId' | 'position'>[]).map((change) => ({ organizationId, ...change, position })),
  );
