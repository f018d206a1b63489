import { groupBy } from '#domain/kernel/order.js';
import type { HistoryEvent } from '#domain/history/history.views.js';
import { isAutomatic } from './automatic.js';

/** Time after its cause within which an automatic event belongs to the cause's group. */
const GROUP_MS = 10 * 60_000;

/** Events that are shown as one entry: an action of a person, and the events that it caused. */
export interface EventGroup<Event> {
  /** Event whose sentence the entry shows. */
  readonly shownEvent: Event;
  /** The other events, newest first. */
  readonly otherEvents: readonly Event[];
}

/**
 * Joins the events of one command with the automatic events that they caused. Adjacent automatic
 * events of one type and record are joined too if their causes are not shown. A group takes the
 * place of its newest event in the list. Events come newest first; those of a single record need
 * no `recordId`.
 */
export function groupEvents<Event extends HistoryEvent & { readonly recordId?: string }>(
  events: readonly Event[],
): readonly EventGroup<Event>[] {
  const byId = new Map(events.map((event) => [event.eventId, event]));
  const keyOf = (event: Event): string => {
    const { cause, commandId, eventId, at } = event;
    if (!isAutomatic(event) || !cause) return commandId || eventId;
    const knownCause = byId.get(cause.eventId);
    if (!knownCause) return keyWithoutCause.get(event) ?? eventId;
    return Date.parse(at) - Date.parse(knownCause.at) <= GROUP_MS ? keyOf(knownCause) : eventId;
  };
  /** Keys of automatic events whose cause is of another record, or on a page that is not loaded. */
  const keyWithoutCause = new Map<Event, string>();
  for (const [index, event] of events.entries()) {
    if (!isAutomatic(event) || !event.cause || byId.has(event.cause.eventId)) continue;
    const newerNeighbour = events[index - 1];
    const continuesNeighbour =
      newerNeighbour?.type === event.type &&
      newerNeighbour.recordId === event.recordId &&
      Date.parse(newerNeighbour.at) - Date.parse(event.at) <= GROUP_MS;
    keyWithoutCause.set(
      event,
      (continuesNeighbour && keyWithoutCause.get(newerNeighbour)) || event.eventId,
    );
  }
  return [...groupBy(events, keyOf).values()].map((group) => {
    const shownEvent = group.findLast((event) => !isAutomatic(event)) ?? group[0]!;
    return { shownEvent, otherEvents: group.filter((event) => event !== shownEvent) };
  });
}

/**
 * Groups only adjacent events, and shows the newest of each group. The numbers of the shown events
 * therefore descend, even if an automatic event follows long after its cause.
 */
export function groupAdjacentEvents<Event extends HistoryEvent>(
  events: readonly Event[],
): readonly EventGroup<Event>[] {
  const shownEventOf = new Map(
    groupEvents(events).flatMap((group) =>
      [group.shownEvent, ...group.otherEvents].map((event) => [event, group.shownEvent]),
    ),
  );
  const groups: { readonly shownEvent: Event; readonly otherEvents: Event[] }[] = [];
  for (const event of events) {
    const lastGroup = groups.at(-1);
    if (lastGroup && shownEventOf.get(lastGroup.shownEvent) === shownEventOf.get(event))
      lastGroup.otherEvents.push(event);
    else groups.push({ shownEvent: event, otherEvents: [] });
  }
  return groups;
}
