const MEGABYTE = 1024 * 1024;

/** Limit of a command's body in bytes. */
export const MAX_COMMAND_BYTES = MEGABYTE / 4;
/** Limit of a form that may be sent without a session. */
export const MAX_FORM_BYTES = MEGABYTE / 64;
/** Limit of a customer's form, which may hold a drawn signature and 200 lines. */
export const MAX_CUSTOMER_FORM_BYTES = MEGABYTE / 16;
export const MAX_CRASH_REPORT_BYTES = MEGABYTE / 1024;
/** Limits of files by kind; files have their own endpoint. */
export const MAX_FILE_BYTES = {
  image: 10 * MEGABYTE,
  pdf: 10 * MEGABYTE,
  video: 50 * MEGABYTE,
} as const;
