/** What a person reads: screens, and what is sent to them. */
export const languages = ['en-IN', 'hi-IN'] as const;
export type Language = (typeof languages)[number];

/** Which other browsers were signed out, where the one that asked was not. */
export const signedOutElsewhere = ['one', 'all'] as const;
