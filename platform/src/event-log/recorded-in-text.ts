import { type EventLog, type Position, type RecordedEvent, UnreadableLog } from './event-log.js';

type Row = readonly [position: Position, stream: string, revision: number, type: string, data: object, metadata: RecordedEvent['metadata']];

/** Events of a text of `textOfAll`. @throws UnreadableLog */
export function recordedIn(text: string): readonly RecordedEvent[] {
  const rows = rowsIn(text);
  return rows.map(([position, stream, revision, type, data, metadata]) => ({ type, data, metadata, stream, revision, position }));
}

/** Of a log that has no such text, made from its events. */
export async function textOfAll(log: EventLog, after: Position, max: number): Promise<string> {
  if (log.textOfAll) return log.textOfAll(after, max);
  const events = await log.readAll(after, max);
  return JSON.stringify(
    events.map(({ position, stream, revision, type, data, metadata }): Row => [position, stream, revision, type, data, metadata]),
  );
}

function rowsIn(text: string): readonly Row[] {
  try {
    return JSON.parse(text) as readonly Row[];
  } catch (error) {
    throw new UnreadableLog('What is in the log is no JSON', { cause: error });
  }
}
