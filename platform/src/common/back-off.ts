/** Milliseconds to wait after so many failures: twice as long each time up to a longest, and never two processes at once. */
export const backOff = (failures: number, { first = 50, longest = 5_000 }: { readonly first?: number; readonly longest?: number } = {}): number =>
  Math.min(longest, first * 2 ** failures) * (0.5 + Math.random());
