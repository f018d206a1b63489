/** Class of an error, for reports that must hold no personal data. */
export const errorName = (error: unknown): string =>
  error instanceof Error ? error.constructor.name : typeof error;
