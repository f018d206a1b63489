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
  private readonly pendingHints = new Map<string, boolean>();

  constructor(private readonly sendHint: (organizationId: string) => void) {}

  handleChanges(changes: readonly CommittedChange[]): void {
    for (const organizationId of new Set(
      changes.filter(mayChangeRanks).map((change) => change.organizationId),
    ))
      this.throttleHint(organizationId);
  }

  private throttleHint(organizationId: string): void {
    if (this.pendingHints.has(organizationId)) {
      this.pendingHints.set(organizationId, true);
      return;
    }
    this.sendHint(organizationId);
    this.pendingHints.set(organizationId, false);
    setTimeout(() => {
      const isPending = this.pendingHints.get(organizationId);
      this.pendingHints.delete(organizationId);
      if (isPending) this.throttleHint(organizationId);
    }, HINT_INTERVAL_MS).unref();
  }
}
