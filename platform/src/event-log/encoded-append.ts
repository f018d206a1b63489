import { canonical } from './canonical.js';
import { type Append, MAX_APPEND_BYTES } from './event-log.js';

/** Append in canonical JSON, as every adapter stores it. */
export type EncodedAppend = {
  readonly stream: string;
  readonly expected: number;
  readonly events: readonly EncodedEvent[];
};
type EncodedEvent = {
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
};

/**
 * @throws TypeError for data that JSON would change
 * @throws RangeError above `MAX_APPEND_BYTES`
 */
export function encodeAppend({ stream, expected, events: newEvents }: Append): EncodedAppend {
  if (newEvents.length === 0) throw new Error(`Nothing to append to ${stream}`);
  const events = newEvents.map(({ type, data, metadata }) => ({
    id: metadata.eventId,
    type,
    data: canonical(data),
    metadata: canonical(metadata),
  }));
  const bytes = events.reduce(
    (sum, { type, data, metadata }) => sum + Buffer.byteLength(type + data + metadata),
    0,
  );
  if (bytes > MAX_APPEND_BYTES)
    throw new RangeError(
      `An append of ${bytes} bytes to ${stream} is larger than ${MAX_APPEND_BYTES}`,
    );
  return { stream, expected, events };
}
