import type { CommandInput } from '#domain/commands.js';
import { LONGEST_VISIT_MS } from '#domain/visits/visit.values.js';
import type { Outcome } from '#domain/leads/lead.values.js';
import type { Place } from '#domain/kernel/schema.js';
import type { ChosenFile } from '../kit/capture/use-photos.js';
import type { Timer, VisitSoFar } from '../kit/visits/visit-so-far.js';

/** Empty visit. The running one is stored with every change until it is saved or discarded. */
export const noVisit = {
  notes: '',
  outcome: '' as Outcome | '',
  followUpOn: '',
  place: undefined as Place | undefined,
  accuracyMetres: undefined as number | undefined,
  /** Uploaded photos of a refused visit. */
  photoFileIds: [] as string[],
  files: [] as readonly ChosenFile[],
  /** Stored with the draft; the command takes only its times and ids. */
  beside: { placed: false, timer: { pausedFor: 0 } } as VisitSoFar,
};
export type VisitValues = typeof noVisit;

/** Form state of a refused visit. */
export const refusedVisit = (
  {
    notes = '',
    outcome,
    followUpOn = '',
    place,
    accuracyMetres,
    photoFileIds = [],
    startedAt,
    endedAt,
    pausedSeconds,
  }: CommandInput<'RecordVisit'>,
  beside: Pick<VisitSoFar, 'lead' | 'followUp'>,
): VisitValues => ({
  ...noVisit,
  notes,
  outcome: outcome ?? '',
  followUpOn,
  place,
  accuracyMetres,
  photoFileIds,
  beside: {
    ...beside,
    placed: true,
    timer: {
      startedAt: Date.parse(startedAt),
      endedAt: Date.parse(endedAt),
      pausedFor: pausedSeconds * 1_000,
    },
  },
});

export const stateOfTimer = ({
  startedAt,
  pausedAt,
  endedAt,
}: Timer): 'not started' | 'running' | 'paused' | 'ended' => {
  if (startedAt === undefined) return 'not started';
  if (endedAt !== undefined) return 'ended';
  return pausedAt === undefined ? 'running' : 'paused';
};

export const createTimer = (now: number): Timer => ({ startedAt: now, pausedFor: 0 });
export const pauseTimer = (timer: Timer, now: number): Timer => ({ ...timer, pausedAt: now });
export const resumeTimer = ({ pausedAt, ...timer }: Timer, now: number): Timer =>
  pausedAt === undefined
    ? timer
    : { ...timer, pausedFor: timer.pausedFor + Math.max(0, now - pausedAt) };
/**
 * Stops the timer and its pause. The length is at most 24 hours, and 0 after a clock was set back.
 */
export const stopTimer = (timer: Timer, now: number): Timer => {
  const startedAt = timer.startedAt ?? now;
  const endedAt = Math.min(Math.max(now, startedAt), startedAt + LONGEST_VISIT_MS);
  return { ...resumeTimer(timer, endedAt), endedAt };
};

/** Reopens a stopped timer, as if it had not been stopped. */
export const reopenTimer = ({ endedAt: _, ...timer }: Timer): Timer => timer;

/** Seconds without pauses. */
export function activeSeconds(timer: Timer, now: number): number {
  if (timer.startedAt === undefined) return 0;
  const until = timer.endedAt ?? timer.pausedAt ?? now;
  return Math.max(0, Math.floor((until - timer.startedAt - timer.pausedFor) / 1_000));
}

/** Paused seconds, at most the length of the visit. */
export const pausedSeconds = ({ startedAt = 0, endedAt = 0, pausedFor }: Timer): number =>
  Math.floor(Math.min(pausedFor, Math.max(0, endedAt - startedAt)) / 1_000);

/**
 * Data of a stopped visit.
 * @param now time of sending by the device's clock
 */
export const visitData = (
  { beside: { lead, timer, followUp, leavesOpen } }: VisitValues,
  now: number,
) => {
  // a clock that was set back could put the end into the future: shift the whole visit, which keeps
  // its duration
  const aheadMs = Math.max(0, (timer.endedAt ?? 0) - now);
  const isoInstant = (at: number | undefined): string =>
    at === undefined ? '' : new Date(at - aheadMs).toISOString();
  return {
    leadId: lead?.leadId ?? '',
    startedAt: isoInstant(timer.startedAt),
    endedAt: isoInstant(timer.endedAt),
    pausedSeconds: pausedSeconds(timer),
    followUpId: leavesOpen ? undefined : followUp?.followUpId,
  };
};

/**
 * Whether discarding would lose work. A chosen lead alone does not count: one tap chooses it again.
 */
export const hasWorkToLose = ({
  beside: { timer },
  notes,
  files,
}: Pick<VisitValues, 'beside' | 'notes' | 'files'>): boolean =>
  timer.startedAt !== undefined || notes.trim() !== '' || files.length > 0;
