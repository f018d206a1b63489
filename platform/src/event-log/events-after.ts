import { type EventLog, type Position, type RecordedEvent, largestBatch } from './event-log.js';

/** Reads the whole log after a position, event by event, up to its end. */
export async function* eventsAfter(
  log: Pick<EventLog, 'readAll'>,
  after: Position,
): AsyncGenerator<RecordedEvent, undefined> {
  for (
    let events = await log.readAll(after, largestBatch);
    events.length > 0;
    events = await log.readAll(events.at(-1)!.position, largestBatch)
  )
    yield* events;
}
