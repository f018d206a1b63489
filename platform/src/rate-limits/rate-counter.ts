export type Counted = { readonly count: number; readonly endsAt: string };

/**
 * Counts how often something was done in a window of time, across processes. A secret store is one; with Redis there is one
 * that waits for no disk, and forgets with Redis.
 */
export interface RateCounter {
  /** Adds 1 to a counter that begins anew when its window ends. In one step, so that rivals are all counted. Answers the count and the window's end. */
  count(kind: string, id: string, windowSeconds: number): Promise<Counted>;
}
