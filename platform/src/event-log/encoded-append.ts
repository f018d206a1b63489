import { canonical } from './canonical.js';
import { type Append, largestAppend } from './event-log.js';

/** An append in the canonical text in which every adapter stores it. */
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
 * @throws RangeError for more than every adapter takes
 */
export function encoded({ stream, expected, events: given }: Append): EncodedAppend {
  if (given.length === 0) throw new Error(`Nothing to append to ${stream}`);
  const events = given.map(({ type, data, metadata }) => ({
    id: metadata.eventId,
    type,
    data: canonical(data),
    metadata: canonical(metadata),
  }));
  const bytes = events.reduce(
    (sum, { type, data, metadata }) => sum + Buffer.byteLength(type + data + metadata),
    0,
  );
  if (bytes > largestAppend)
    throw new RangeError(
      `An append of ${bytes} bytes to ${stream} is larger than ${largestAppend}`,
    );
  return { stream, expected, events };
}
