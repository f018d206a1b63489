import type { Position } from '../event-log/event-log.js';
import type { Committed } from '../projection-running/read-side.js';
import type { FeedEntry } from '../read-store/read-store.js';

/**
 * A commit as other processes hear of it: what has changed and who may see it. Ids only: documents are read where they are
 * told, so that nothing of a person lies in what carries the news.
 */
export type CommitNews = {
  /** From where on the changes are all that there are; undefined where they do not stand here. */
  readonly after?: Position | undefined;
  readonly position: Position;
  readonly changes: readonly FeedEntry[];
};

/**
 * How processes hear what the projection host has committed. News is a hint: it may be lost or come twice, and what was not
 * heard is found by the position of the read store, by a gap before the next news, and by the next resume.
 */
export interface Commits {
  /** Never throws and waits for nothing: what cannot be told now is not told. */
  publish(committed: Committed): void;
  /** Told what is published from now on, in its order, also what this process publishes. Answers how to stop. */
  follow(listener: (news: CommitNews) => void): () => void;
}

/** A commit of more than this (a bulk of work) is told by its position alone: who listens reads its changes where they are kept. */
export const mostChangesTold = 1_000;

export const newsOf = ({ after, position, changes }: Committed): CommitNews =>
  changes.length > mostChangesTold ? { position, changes: [] } : { after, position, changes: changes.map(({ json: _, ...change }) => change) };
