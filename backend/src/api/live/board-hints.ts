import { movesLeaderboard } from '#domain/visits/leaderboard.js';
import type { CommittedChange } from './change-feed.js';

/**
 * However much a team does, its members are hinted at it no more often than this, in milliseconds.
 */
const pause = 1_000;

/**
 * Members who may not see what colleagues do have a place among them nevertheless. They are sent a
 * hint that it may have changed, and nothing of who or what changed it.
 */
export class BoardHints {
  /** Organizations that were just sent a hint, and whether there was more meanwhile. */
  private readonly resting = new Map<string, boolean>();

  constructor(private readonly send: (organizationId: string) => void) {}

  received(changes: readonly CommittedChange[]): void {
    for (const organizationId of new Set(
      changes.filter(movesLeaderboard).map((change) => change.organizationId),
    ))
      this.hint(organizationId);
  }

  private hint(organizationId: string): void {
    if (this.resting.has(organizationId)) {
      this.resting.set(organizationId, true);
      return;
    }
    this.send(organizationId);
    this.resting.set(organizationId, false);
    setTimeout(() => {
      const more = this.resting.get(organizationId);
      this.resting.delete(organizationId);
      if (more) this.hint(organizationId);
    }, pause).unref();
  }
}
