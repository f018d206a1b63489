const longestPause = 5_000;

/** Milliseconds to wait after so many failures: twice as long each time, up to five seconds, and never two processes at once. */
export const backOff = (failures: number): number => Math.min(longestPause, 50 * 2 ** failures) * (0.5 + Math.random());
