/** Which other browsers were signed out, where the one that asked was not. */
export const signedOutElsewhere = ['one', 'all'] as const;
