import { type ReadDraft, useSharedDraft } from '../../lib/drafts/shared-drafts.js';
import { isObject } from '../forms/stored-shapes.js';
import { isVisitSoFar, type VisitSoFar } from './visit-so-far.js';

/** Draft name of the running visit, which all tabs share. */
export const visitDraft = 'visit';

const readVisit: ReadDraft<VisitSoFar | null> = (stored) => {
  const storedVisit =
    isObject(stored) && isObject(stored['typed']) ? stored['typed']['beside'] : undefined;
  return isVisitSoFar(storedVisit) ? storedVisit : null;
};

/** Running visit of this device. */
export function useRunningVisit(): VisitSoFar | undefined {
  const visit = useSharedDraft(visitDraft, readVisit);
  return visit?.timer.startedAt === undefined ? undefined : visit;
}
