import { BadConfig } from '../../common/config/config.js';
import {
  type EventLog,
  type Position,
  type RecordedEvent,
  beforeAll,
} from '../../event-log/event-log.js';
import { eventsAfter } from '../../event-log/events-after.js';
import { chainVerifier } from '../../sealing/chain.js';

type Readable = Pick<EventLog, 'readAll'>;
/** How many events, and where the last of them is in the source. */
type Beginning = { readonly events: number; readonly position: Position };

/**
 * Appends to one log what another holds after the beginning that both have, in its order and with
 * its ids. Then reads both again: the same events in the same order, and each stream the chain of
 * hashes that was written. Nothing else may write to either of them.
 * @returns how many events there are
 */
export async function copyLog(
  from: Readable,
  to: Pick<EventLog, 'readAll' | 'append'>,
  { events: count, position }: Beginning,
  progress: (events: number) => void = () => {},
): Promise<number> {
  for await (const { stream, revision, type, data, metadata } of eventsAfter(from, position)) {
    await to.append(stream, revision - 1, [{ type, data, metadata }]);
    progress(++count);
  }
  const copied = (await checkIsBeginning(from, to)).events;
  if (copied !== count) throw new Error(`Of ${count} events ${copied} are there`);
  return count;
}

/**
 * How much of the source the target has, its chains of hashes verified. @throws BadConfig where it
 * has something else
 */
export async function checkIsBeginning(source: Readable, target: Readable): Promise<Beginning> {
  const originals = eventsAfter(source, beforeAll);
  const verify = chainVerifier();
  let [events, position] = [0, beforeAll];
  for await (const copy of eventsAfter(target, beforeAll)) {
    const { value: original } = await originals.next();
    if (!original)
      throw new BadConfig(
        'The log that was to be moved to holds more than the one that is moved: it is in use already, or another one',
      );
    if (!isSame(original, copy))
      throw new BadConfig(
        `The log that was to be moved to holds something else: ${copy.stream} at ${copy.revision}`,
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

/** The hash is over all that the log keeps of an event. */
const isSame = (one: RecordedEvent, other: RecordedEvent): boolean =>
  one.stream === other.stream &&
  one.revision === other.revision &&
  one.metadata.eventId === other.metadata.eventId &&
  one.metadata.hash === other.metadata.hash;
