import { DamagedStream } from '#platform/event-log/event-log.js';

/** Reads personal fields of an event. Returns the substitute if the key of its stream is lost. */
export function readOrSubstitute<Value>(read: () => Value, substitute: Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof DamagedStream) return substitute;
    throw error;
  }
}
