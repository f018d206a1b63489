import { mayChangeRanks } from '#domain/visits/leaderboard.js';
import type { CommittedChange } from './change-feed.js';

/** Shortest time between two hints to an organization. */
const HINT_INTERVAL_MS = 1_000;

/**
 * Tells members who may not see their colleagues' records that the leaderboard may have changed. A
 * hint does not say who or what changed it.
 */
export class BoardHints {
  /**
   * Organizations that got a hint within the interval. The value is true if another hint is due
   * after it.
   */
  private readonly isNextHintDue = new Map<string, boolean>();

  constructor(private readonly sendHint: (organizationId: string) => void) {}

  handleChanges(changes: readonly CommittedChange[]): void {
    for (const organizationId of new Set(
      changes.filter(mayChangeRanks).map((change) => change.organizationId),
    ))
      this.sendOrDelayHint(organizationId);
  }

  private sendOrDelayHint(organizationId: string): void {
    if (this.isNextHintDue.has(organizationId)) {
      this.isNextHintDue.set(organizationId, true);
      return;
    }
    this.sendHint(organizationId);
    this.isNextHintDue.set(organizationId, false);
    setTimeout(() => {
      const isDue = this.isNextHintDue.get(organizationId);
      this.isNextHintDue.delete(organizationId);
      if (isDue) this.sendOrDelayHint(organizationId);
    }, HINT_INTERVAL_MS).unref();
  }
}
