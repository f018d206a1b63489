import { useKeptDraft } from '../lib/drafts.js';
import type { VisitSoFar, VisitValues } from './visit-in-progress.js';

/** There is one on a device, in whatever tab it is looked at. */
export const visitDraft = 'visit';

/** The visit that was begun on this device and is not saved. */
export function useRunningVisit(): VisitSoFar | undefined {
  const visit = useKeptDraft<{ readonly typed?: Partial<VisitValues> }>(visitDraft)?.typed?.beside;
  return visit?.timer.startedAt === undefined ? undefined : visit;
}
