import type { Position } from '../event-log/event-log.js';
import type { Committed } from '../projection-running/read-side.js';
import type { FeedEntry } from '../read-store/read-store.js';

/**
 * A commit as other processes hear of it: what has changed and who may see it. Ids only: documents are read where they are
 * told, so that nothing of a person lies in what carries the news.
 */
export type CommitNews = { readonly position: Position; readonly changes: readonly FeedEntry[] };

/**
 * How processes hear what the projection host has committed. News is a hint: it may be lost or come twice, and what was not
 * heard is found by the position of the read store and by the next resume.
 */
export interface Commits {
  /** Never throws and waits for nothing: what cannot be told now is not told. */
  publish(committed: Committed): void;
  /** Told what is published from now on, in its order, also what this process publishes. Answers how to stop. */
  follow(listener: (news: CommitNews) => void): () => void;
}

/** A commit of more than this (a bulk of work, a rebuild) is told by its position alone: who listens resumes. */
export const mostChangesTold = 1_000;

export const newsOf = ({ position, changes }: Committed): CommitNews => ({
  position,
  changes: changes.length > mostChangesTold ? [] : changes.map(({ json: _, ...change }) => change),
});
