/** Languages of screens and messages. */
export const languages = ['en-IN', 'hi-IN'] as const;
export type Language = (typeof languages)[number];

/** Other browsers that were signed out: one, or all. */
export const signedOutElsewhere = ['one', 'all'] as const;
