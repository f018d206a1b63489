import type { Position } from '../../event-log/event-log.js';
import type { Change } from '../read-store/read-store.js';

/** A change with the document as it is now, as stored text; none where it is gone. */
export type CommittedChange = Change & { readonly json: string | undefined };
export type Committed = {
  /** Where the views were before it; undefined where that is not known. */
  readonly after?: Position | undefined;
  readonly position: Position;
  readonly changes: readonly CommittedChange[];
};

/** A stream that a projection cannot fold; the others go on. Cured by a new version of the projection. */
export type Parked = {
  readonly collection: string;
  readonly stream: string;
  readonly position: Position;
  readonly eventId: string;
  /** Name of the error, without its words: they may be personal. */ readonly error: string;
};

export type Health = {
  /** Until where the log is folded. */
  readonly position: Position;
  /**
   * Whether this process folds what comes, or still what came before it started; makes views that are not there yet; waits for the
   * process that does all this; or is stopped.
   */
  readonly role: 'rebuilding' | 'catching up' | 'active' | 'standing by' | 'stopped';
  /** Events that were projected into the views that are being rebuilt. */
  readonly rebuilt?: number;
  /** How long the oldest event that is not folded yet has been waiting, in seconds; 0 when all are. */
  readonly lagSeconds: number;
  readonly parked: readonly Parked[];
  /** Why nothing can be folded now, e.g. an event that this build is too old for; it is tried again. */
  readonly trouble: Error | undefined;
};

/** Organizations that somebody listens for: what concerns nobody here need not be read. A Map by their ids is one. */
export type Listening = { has(organizationId: string): boolean; keys(): Iterable<string> };

/** What doors and sockets need of the process that folds. `ProjectionHost` is it. */
export abstract class ReadSide {
  abstract position(): Position;
  /** Whether the views are known to be behind the log: after a start until they have caught up, and while nothing can be folded. */
  abstract isStale(): boolean;
  /** Whether the views have come that far within so many milliseconds. Read your own write: at most 2 s, then `X-Stale`. */
  abstract waitFor(position: Position, milliseconds: number): Promise<boolean>;
  /** Told after each commit, of what concerns `listening` at least. Answers how to stop listening. */
  abstract onCommitted(listener: (committed: Committed) => void, listening?: Listening): () => void;
  /** Whether one of these streams is parked in a view that is read: what is shown of it may be old. */
  abstract isParked(streams: readonly string[]): boolean;
  abstract health(): Promise<Health>;
}
