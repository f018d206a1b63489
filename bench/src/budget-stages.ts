/** What a create goes through, in its order: each is measured with all that come before it. */
export const stages = ['constant answer', 'session and schema', 'bus', 'fold and append', 'claim', 'box and hash', 'projections', 'jobs'] as const;
export type Stage = (typeof stages)[number];
