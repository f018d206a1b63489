import type { Position } from '../event-log/event-log.js';
import type { Committed } from '../read-side/projections/read-side.js';

/** That something was committed, and for which organizations. What it was is read from the feed, so that nothing of a person lies in what carries this. */
export type CommitNotification = {
  /** From where on these organizations are all that have changed; undefined where that is not known. */
  readonly after?: Position | undefined;
  readonly position: Position;
  readonly organizations: readonly string[];
};

/**
 * How processes learn what the projection host has committed. A notification is a hint: it may be lost or come twice. What was
 * lost is found by the position of the read store, by a gap before the next notification, and by the next resume.
 */
export abstract class ChangePublisher {
  /** Never throws and waits for nothing: what cannot be published now is not. */
  abstract publish(committed: Committed): void;
  /** Calls the listener with what is published from now on, in its order, also what this process publishes. Answers how to stop. */
  abstract follow(listener: (notification: CommitNotification) => void): () => void;
}

export const notificationOf = ({ after, position, changes }: Committed): CommitNotification => ({
  after,
  position,
  organizations: [...new Set(changes.map(({ organizationId }) => organizationId))],
});

/** For one process whose endpoints follow the projection host as those of another process would. */
export class ChangePublisherInProcess extends ChangePublisher {
  private readonly listeners = new Set<(notification: CommitNotification) => void>();

  publish(committed: Committed): void {
    const notification = notificationOf(committed);
    for (const listener of this.listeners) listener(notification);
  }

  follow(listener: (notification: CommitNotification) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}
