import { type EventLog, type Position, type RecordedEvent, MAX_BATCH_EVENTS } from './event-log.js';

/** Yields the events after a position in batches, up to the log's end. */
export async function* readBatchesAfter(
  log: Pick<EventLog, 'readAll'>,
  after: Position,
): AsyncGenerator<readonly RecordedEvent[], undefined> {
  for (
    let events = await log.readAll(after, MAX_BATCH_EVENTS);
    events.length > 0;
    events = await log.readAll(events.at(-1)!.position, MAX_BATCH_EVENTS)
  )
    yield events;
}

/** Yields the events after a position one by one, up to the log's end. */
export async function* readEventsAfter(
  log: Pick<EventLog, 'readAll'>,
  after: Position,
): AsyncGenerator<RecordedEvent, undefined> {
  for await (const events of readBatchesAfter(log, after)) yield* events;
}
