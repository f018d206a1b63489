import type { Health } from '../read-side/projections/projection-host.js';

/** Longest lag at which views may answer queries. */
const longestLagSeconds = 30;

export const areFresh = ({ role, lagSeconds, trouble }: Health): boolean =>
  (role === 'active' || role === 'catching up' || role === 'standing by') &&
  lagSeconds < longestLagSeconds &&
  !trouble;

/** How the views are, for who looks after the installation. */
export const viewsShown = ({ role, position, lagSeconds, rebuilt, parked, trouble }: Health) => ({
  ...{ role, position, lagSeconds, rebuilt },
  parked: parked.length,
  ...(trouble && { trouble: trouble.message }),
});
