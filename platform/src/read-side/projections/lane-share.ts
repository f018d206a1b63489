/**
 * Shortest time between two lanes that a process gives away. The other process needs it to take the
 * first one.
 */
const GIVING_INTERVAL_MS = 15_000;

/**
 * Leases of one process that projects several lanes. A process gives lanes to one that has fewer,
 * so that a rebuild uses the cores of all.
 */
export class LaneShare {
  leaseCount = 0;
  private gaveAt = -Infinity;

  addLease(): void {
    this.leaseCount++;
  }

  removeLease(): void {
    this.leaseCount--;
  }

  /**
   * Decides whether to give a lane to a waiting process, and notes the time if so.
   * @param waiting number of its leases; undefined if none waits
   */
  tryGiveTo(waiting: number | undefined): boolean {
    if (waiting === undefined || this.leaseCount < waiting + 2) return false;
    if (performance.now() - this.gaveAt < GIVING_INTERVAL_MS) return false;
    this.gaveAt = performance.now();
    return true;
  }
}
