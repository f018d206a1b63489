import { BadConfig } from '#platform/common/config/config.js';
import {
  type EventLog,
  type Position,
  type RecordedEvent,
  BEFORE_ALL,
  requireReadable,
} from '#platform/event-log/event-log.js';
import { readEventsAfter } from '#platform/event-log/events-after.js';
import { createChainVerifier } from '#platform/sealing/chain.js';

type Readable = Pick<EventLog, 'readAll'>;
/** Number of copied events, and the last one's position in the source. */
type CopiedPart = { readonly events: number; readonly position: Position };

/**
 * Appends the missing events of one log to another, in order and with their ids. Then compares both
 * logs and verifies the hash chains. Nothing else may write to either.
 * @returns the number of events
 * @throws DamagedStream if an event cannot be read
 */
export async function copyLog(
  from: Readable,
  to: Pick<EventLog, 'readAll' | 'append'>,
  { events: count, position }: CopiedPart,
  progress: (events: number) => void = () => {},
): Promise<number> {
  for await (const event of readEventsAfter(from, position)) {
    requireReadable([event]);
    const { stream, revision, type, data, metadata } = event;
    await to.append(stream, revision - 1, [{ type, data, metadata }]);
    progress(++count);
  }
  const copiedCount = (await verifyCopiedPart(from, to)).events;
  if (copiedCount !== count) throw new Error(`Only ${copiedCount} of ${count} events were copied`);
  return count;
}

/**
 * Compares the target with the start of the source and verifies its hash chains.
 * @throws BadConfig if the target holds anything else
 */
export async function verifyCopiedPart(source: Readable, target: Readable): Promise<CopiedPart> {
  const originals = readEventsAfter(source, BEFORE_ALL);
  const verify = createChainVerifier();
  let [events, position] = [0, BEFORE_ALL];
  for await (const copy of readEventsAfter(target, BEFORE_ALL)) {
    const { value: original } = await originals.next();
    if (!original)
      throw new BadConfig(
        'The target log holds more events than the source: it is in use already, or another log',
      );
    if (!isSameEvent(original, copy))
      throw new BadConfig(
        `The target log differs from the source: ${copy.stream} at ${copy.revision}`,
      );
    const broken = verify(copy);
    if (broken)
      throw new BadConfig(
        `${broken.stream} at ${broken.revision} is not what was written: ${broken.because}`,
      );
    [events, position] = [events + 1, original.position];
  }
  return { events, position };
}

/** Compares hashes, which cover everything in an event. */
const isSameEvent = (one: RecordedEvent, other: RecordedEvent): boolean =>
  one.stream === other.stream &&
  one.revision === other.revision &&
  one.metadata.eventId === other.metadata.eventId &&
  one.metadata.hash === other.metadata.hash;
