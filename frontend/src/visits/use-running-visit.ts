import { type ReadDraft, useKeptDraft } from '../lib/kept-drafts.js';
import { isObject } from '../shared/stored-shapes.js';
import { isVisitSoFar, type VisitSoFar } from './visit-so-far.js';

/** There is one on a device, in whatever tab it is looked at. */
export const visitDraft = 'visit';

const readVisit: ReadDraft<VisitSoFar | null> = (stored) => {
  const beside =
    isObject(stored) && isObject(stored['typed']) ? stored['typed']['beside'] : undefined;
  return isVisitSoFar(beside) ? beside : null;
};

/** The visit that was begun on this device and is not saved. */
export function useRunningVisit(): VisitSoFar | undefined {
  const visit = useKeptDraft(visitDraft, readVisit);
  return visit?.timer.startedAt === undefined ? undefined : visit;
}
