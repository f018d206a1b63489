const megabyte = 1024 * 1024;

/** Largest body of a command, in bytes. */
export const largestBody = megabyte / 4;
/** Limit of a form that may be sent without a session. */
export const largestForm = megabyte / 64;
/** Limit of a crash report. */
export const largestCrashReport = megabyte / 1024;
/** Limits of files, by kind. Files have their own endpoint. */
export const largestFile = {
  image: 10 * megabyte,
  pdf: 10 * megabyte,
  video: 50 * megabyte,
} as const;
