import type { Place } from '#domain/kernel/schema.js';
import type { LeadStatus } from '#domain/leads/lead.commands.js';
import type { ChosenFile } from '../shared/use-photos.js';

/** Whom a visit is to, as far as its screen shows it. */
export interface VisitedPerson {
  readonly leadId: string;
  readonly name: string;
  readonly siteName?: string | undefined;
  readonly city: string;
  readonly status: LeadStatus;
}

/** When it began, when it was paused, when it ended: instants of this device, in milliseconds. Nothing ticks, so nothing is lost. */
export interface Timer {
  readonly startedAt?: number;
  /** Since when it is paused. */
  readonly pausedAt?: number | undefined;
  /** All pauses that are over. */
  readonly pausedFor: number;
  readonly endedAt?: number;
}

/** A visit that is being recorded; kept on this device with every change, until it is saved or thrown away. */
export interface VisitInProgress {
  readonly visitId: string;
  readonly lead?: VisitedPerson | undefined;
  readonly place?: Place | undefined;
  readonly accuracyMetres?: number | undefined;
  /** The step of the place was taken, with or without one. */
  readonly placed: boolean;
  readonly timer: Timer;
  readonly notes: string;
  readonly followUpOn: string;
  readonly files: readonly ChosenFile[];
}

export const stateOfTimer = ({ startedAt, pausedAt, endedAt }: Timer): 'not started' | 'running' | 'paused' | 'ended' => {
  if (startedAt === undefined) return 'not started';
  if (endedAt !== undefined) return 'ended';
  return pausedAt === undefined ? 'running' : 'paused';
};

export const started = (now: number): Timer => ({ startedAt: now, pausedFor: 0 });
export const paused = (timer: Timer, now: number): Timer => ({ ...timer, pausedAt: now });
export const resumed = ({ pausedAt, ...timer }: Timer, now: number): Timer =>
  pausedAt === undefined ? timer : { ...timer, pausedFor: timer.pausedFor + Math.max(0, now - pausedAt) };
/** A pause ends with the visit. A clock that was set back in between makes no visit shorter than nothing. */
export const ended = (timer: Timer, now: number): Timer => ({ ...resumed(timer, now), endedAt: Math.max(now, timer.startedAt ?? now) });

/** Seconds that count, without pauses. */
export function activeSeconds(timer: Timer, now: number): number {
  if (timer.startedAt === undefined) return 0;
  const until = timer.endedAt ?? timer.pausedAt ?? now;
  return Math.max(0, Math.floor((until - timer.startedAt - timer.pausedFor) / 1_000));
}

/** Whole seconds, and never longer than the visit itself. */
export const pausedSeconds = ({ startedAt = 0, endedAt = 0, pausedFor }: Timer): number =>
  Math.floor(Math.min(pausedFor, Math.max(0, endedAt - startedAt)) / 1_000);

/** Why the visit cannot be saved yet, in the words shown to the rep. */
export function whatIsMissing({ lead, timer }: Pick<VisitInProgress, 'lead' | 'timer'>): string | undefined {
  if (!lead) return 'Please select a lead';
  const state = stateOfTimer(timer);
  if (state === 'not started') return 'Please start the timer first';
  return state === 'ended' ? undefined : 'Please stop the timer before completing the visit';
}

/** The command's data of a visit that has ended. */
export function visitData({ visitId, lead, place, accuracyMetres, timer, notes, followUpOn, files }: VisitInProgress) {
  return {
    leadId: lead!.leadId,
    visitId,
    startedAt: new Date(timer.startedAt!).toISOString(),
    endedAt: new Date(timer.endedAt!).toISOString(),
    pausedSeconds: pausedSeconds(timer),
    place,
    accuracyMetres,
    notes: notes.trim() || undefined,
    photoFileIds: files.length > 0 ? files.map(({ fileId }) => fileId) : undefined,
    followUpOn: followUpOn || undefined,
  };
}

/** Whether something would be lost that took time: who it is to is chosen again with one tap. */
export const isWorthAsking = ({ timer, notes, files }: VisitInProgress): boolean =>
  timer.startedAt !== undefined || notes.trim() !== '' || files.length > 0;

/** Whether there is anything to keep, or to discard. */
export const isBegun = ({ lead, timer, notes, followUpOn, files, place }: VisitInProgress): boolean =>
  lead !== undefined || timer.startedAt !== undefined || notes !== '' || followUpOn !== '' || files.length > 0 || place !== undefined;
