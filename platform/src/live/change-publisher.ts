import type { Position } from '../event-log/event-log.js';

/**
 * How processes learn that the projection host has committed, and up to which position. It is a hint that may be lost or come twice:
 * what has changed is read from the feed of the read store, which is also looked at without one.
 */
export abstract class ChangePublisher {
  /** Never throws and waits for nothing: what cannot be published now is not. */
  abstract publish(position: Position): void;
  /** Calls the listener with what is published from now on, in its order, also what this process publishes. Answers how to stop. */
  abstract follow(listener: (position: Position) => void): () => void;
}

export class ChangePublisherInProcess extends ChangePublisher {
  private readonly listeners = new Set<(position: Position) => void>();

  publish(position: Position): void {
    for (const listener of this.listeners) listener(position);
  }

  follow(listener: (position: Position) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}
