import type { Health } from '../read-side/projections/projection-host.js';

/** Lag above which views must not answer queries. */
const MAX_LAG_SECONDS = 30;

export const areFresh = ({ role, lagSeconds, trouble }: Health): boolean =>
  (role === 'active' || role === 'catching up' || role === 'standing by') &&
  lagSeconds < MAX_LAG_SECONDS &&
  !trouble;

/** Summary of the views' health for operators. */
export const summarizeViews = ({
  role,
  position,
  lagSeconds,
  rebuilt,
  parked,
  trouble,
}: Health) => ({
  ...{ role, position, lagSeconds, rebuilt },
  parked: parked.length,
  ...(trouble && { trouble: trouble.message }),
});
