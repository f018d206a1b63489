import { groupBy } from '#domain/kernel/order.js';
import type { HistoryEvent } from '#domain/history/history.views.js';
import { isAutomatic } from './automatic.js';

/** Time after its cause within which an automatic event belongs to the cause's run. */
const RUN_MS = 10 * 60_000;

/** Events that are shown as one entry: what somebody did, and what followed from it. */
export interface Run<Event> {
  readonly lead: Event;
  /** The other events, newest first. */
  readonly more: readonly Event[];
}

/**
 * Joins the events of one command with the automatic events that they caused. Neighbouring
 * automatic events of one type and record are joined too if their causes are not shown. A run
 * stands in the place of its newest event. Events come newest first; those of a single record need
 * no `recordId`.
 */
export function runsOf<Event extends HistoryEvent & { readonly recordId?: string }>(
  events: readonly Event[],
): readonly Run<Event>[] {
  const byId = new Map(events.map((event) => [event.eventId, event]));
  const keyOf = (event: Event): string => {
    const { cause, commandId, eventId, at } = event;
    if (!isAutomatic(event) || !cause) return commandId || eventId;
    const known = byId.get(cause.eventId);
    if (!known) return unknown.get(event) ?? eventId;
    return Date.parse(at) - Date.parse(known.at) <= RUN_MS ? keyOf(known) : eventId;
  };
  /** Keys of automatic events whose cause is of another record, or on a page that is not loaded. */
  const unknown = new Map<Event, string>();
  for (const [index, event] of events.entries()) {
    if (!isAutomatic(event) || !event.cause || byId.has(event.cause.eventId)) continue;
    const newer = events[index - 1];
    const continues =
      newer?.type === event.type &&
      newer.recordId === event.recordId &&
      Date.parse(newer.at) - Date.parse(event.at) <= RUN_MS;
    unknown.set(event, (continues && unknown.get(newer)) || event.eventId);
  }
  return [...groupBy(events, keyOf).values()].map((run) => {
    const lead = run.findLast((event) => !isAutomatic(event)) ?? run[0]!;
    return { lead, more: run.filter((event) => event !== lead) };
  });
}

/**
 * Runs of neighbouring events, each led by its newest. Numbers therefore only descend, even if a
 * later step follows from an earlier act.
 */
export function neighbourRunsOf<Event extends HistoryEvent>(
  events: readonly Event[],
): readonly Run<Event>[] {
  const actOf = new Map(
    runsOf(events).flatMap((run) => [run.lead, ...run.more].map((event) => [event, run.lead])),
  );
  const runs: { readonly lead: Event; readonly more: Event[] }[] = [];
  for (const event of events) {
    const newer = runs.at(-1);
    if (newer && actOf.get(newer.lead) === actOf.get(event)) newer.more.push(event);
    else runs.push({ lead: event, more: [] });
  }
  return runs;
}
