/** Languages of screens and of messages that are sent. */
export const languages = ['en-IN', 'hi-IN'] as const;
export type Language = (typeof languages)[number];

/** Other browsers that were signed out: one, or all. The browser that asked stays signed in. */
export const signedOutElsewhere = ['one', 'all'] as const;
