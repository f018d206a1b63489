import type { CommitNotification } from '../read-side/projections/projection-host.js';

/**
 * How processes learn what the projection host has committed. A notification is a hint: it may be lost or come twice. What was
 * lost is found by the position of the read store, by a gap before the next notification, and by the next resume.
 */
export abstract class ChangePublisher {
  /** Never throws and waits for nothing: what cannot be published now is not. */
  abstract publish(notification: CommitNotification): void;
  /** Calls the listener with what is published from now on, in its order, also what this process publishes. Answers how to stop. */
  abstract follow(listener: (notification: CommitNotification) => void): () => void;
}

/** For one process. */
export class ChangePublisherInProcess extends ChangePublisher {
  private readonly listeners = new Set<(notification: CommitNotification) => void>();

  publish(notification: CommitNotification): void {
    for (const listener of this.listeners) listener(notification);
  }

  follow(listener: (notification: CommitNotification) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}
