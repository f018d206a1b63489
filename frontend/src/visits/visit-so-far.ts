import type { LeadSummary } from '../shared/known-leads.js';
import { isObject, isText, orAbsent } from '../shared/stored-shapes.js';
import type { Planned } from '../shared/use-complete.js';

/**
 * When it began, when it was paused, when it ended: instants of the visit's clock, in milliseconds.
 * Nothing ticks, so nothing is lost.
 */
export interface Timer {
  readonly startedAt?: number | undefined;
  /** Since when it is paused. */
  readonly pausedAt?: number | undefined;
  /** All pauses that are over. */
  readonly pausedFor: number;
  readonly endedAt?: number | undefined;
}

/** State of a visit that is being recorded, beside the fields of its form. */
export interface VisitSoFar {
  readonly lead?: (Pick<LeadSummary, 'leadId' | 'name'> & Partial<LeadSummary>) | undefined;
  /** The step of the place was taken, with or without one. */
  readonly placed: boolean;
  readonly timer: Timer;
  /** Follow-up that led to the visit; the visit completes it unless `leavesOpen` is set. */
  readonly followUp?: Planned | undefined;
  readonly leavesOpen?: boolean;
}

const isInstant = orAbsent((value) => typeof value === 'number');
const isTimer = (value: unknown): value is Timer =>
  isObject(value) &&
  typeof value['pausedFor'] === 'number' &&
  isInstant(value['startedAt']) &&
  isInstant(value['pausedAt']) &&
  isInstant(value['endedAt']);
const isLead = (value: unknown): value is NonNullable<VisitSoFar['lead']> =>
  isObject(value) && isText(value['leadId']) && isText(value['name']);
const isPlanned = (value: unknown): value is Planned =>
  isObject(value) && isText(value['followUpId']) && isText(value['dueOn']);

/** Whether a stored visit is one that this version can go on with. */
export const isVisitSoFar = (value: unknown): value is VisitSoFar =>
  isObject(value) &&
  typeof value['placed'] === 'boolean' &&
  isTimer(value['timer']) &&
  orAbsent(isLead)(value['lead']) &&
  orAbsent(isPlanned)(value['followUp']);
