import type { Position } from '../event-log/event-log.js';
import type { Checkpoint } from '../read-store/read-store.js';
import type { Progress } from '../projection-running/filling.js';

export type WantedApart = {
  /** By projection. */
  readonly generations: Readonly<Record<string, number>>;
  readonly epoch: number;
  readonly progress: Progress;
};

/**
 * Fills all views anew where nobody reads them yet, without taking the time of this thread, while what is live goes on. Only
 * whole sets are filled so: views are one store with one checkpoint, and one such store takes the place of another.
 */
export interface FillingApart {
  /** Resolves near the end of the log. What was begun before and not finished is thrown away. */
  fill(wanted: WantedApart, signal: AbortSignal): Promise<FilledApart>;
}

export interface FilledApart {
  /**
   * Folds what is missing up to this place (the end of the log, if it is left out), makes it durable, and puts it in the place
   * of what was read until now: in one step, also for who is killed meanwhile. Until it resolves nobody else may write views.
   */
  takeOver(position?: Position): Promise<Checkpoint>;
  /** Gives everything back; what has not taken over is thrown away. */
  end(): Promise<void>;
}
