import type { LeadSummary } from '../leads/known-leads.js';
import { isObject, isText, optionalShape } from '../forms/stored-shapes.js';

/**
 * Start, pauses and end as instants of the visit's clock, in milliseconds. Nothing ticks, so a
 * closed app loses nothing.
 */
export interface Timer {
  readonly startedAt?: number | undefined;
  /** Start of the current pause. */
  readonly pausedAt?: number | undefined;
  /** Sum of finished pauses. */
  readonly pausedFor: number;
  readonly endedAt?: number | undefined;
}

/** Follow-up that a visit completes. */
interface VisitedFollowUp {
  readonly followUpId: string;
  readonly dueOn: string;
  readonly note?: string | undefined;
}

/** State of a running visit, beside its form fields. */
export interface VisitSoFar {
  readonly lead?: (Pick<LeadSummary, 'leadId' | 'name'> & Partial<LeadSummary>) | undefined;
  /** Whether the place step is done, with or without a place. */
  readonly placed: boolean;
  readonly timer: Timer;
  /** Completed by the visit, unless `leavesOpen` is set. */
  readonly followUp?: VisitedFollowUp | undefined;
  readonly leavesOpen?: boolean;
}

const isInstant = optionalShape((value) => typeof value === 'number');
const isTimer = (value: unknown): value is Timer =>
  isObject(value) &&
  typeof value['pausedFor'] === 'number' &&
  isInstant(value['startedAt']) &&
  isInstant(value['pausedAt']) &&
  isInstant(value['endedAt']);
const isLead = (value: unknown): value is NonNullable<VisitSoFar['lead']> =>
  isObject(value) && isText(value['leadId']) && isText(value['name']);
const isVisitedFollowUp = (value: unknown): value is VisitedFollowUp =>
  isObject(value) && isText(value['followUpId']) && isText(value['dueOn']);

/** Whether this version can continue a stored visit. */
export const isVisitSoFar = (value: unknown): value is VisitSoFar =>
  isObject(value) &&
  typeof value['placed'] === 'boolean' &&
  isTimer(value['timer']) &&
  optionalShape(isLead)(value['lead']) &&
  optionalShape(isVisitedFollowUp)(value['followUp']);
