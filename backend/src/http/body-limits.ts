const megabyte = 1024 * 1024;

/** Largest body of a command, in bytes. */
export const largestBody = megabyte / 4;
/** Of a form that may be sent without a session. */
export const largestForm = megabyte / 64;
/** Limit of a crash report. */
export const largestCrashReport = megabyte / 1024;
/** Of files, by what they are. They have an endpoint and limits of their own. */
export const largestFile = { image: 10 * megabyte, pdf: 10 * megabyte, video: 50 * megabyte } as const;
