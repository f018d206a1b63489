import { BadConfig } from '../../common/config/config.js';
import { type EventLog, type NewEvent, type Position, type RecordedEvent, beforeAll, largestBatch } from '../../event-log/event-log.js';
import { chainVerifier } from '../../sealing/chain.js';

type Reading = Pick<EventLog, 'readAll'>;
type Moving = {
  readonly from: Reading;
  readonly to: Pick<EventLog, 'readAll' | 'append'>;
  /** How many are there by now. */
  readonly progress?: (events: number) => void;
};
/** Up to where one log is the beginning of another. */
export type Common = { readonly events: number; /** In the longer one. */ readonly position: Position };

/** Of events of one stream that follow each other, in bytes about: well below what an append takes. */
const largestRun = 300_000;

/**
 * Appends to one log what another holds, in its order and with its ids, so that it goes on where it was interrupted. Then reads
 * both again: the same events in the same order, and each stream the chain of hashes that was written. Nobody else may write
 * to either of them. Answers how many events there are.
 * @throws BadConfig if what is there already is not the beginning of what is moved
 */
export async function moveLog({ from, to, progress = () => {} }: Moving): Promise<number> {
  let { events: count, position: at } = await commonBeginning(from, to);
  for (let events = await from.readAll(at, largestBatch); events.length > 0; events = await from.readAll(at, largestBatch)) {
    for (const run of runsIn(events)) await to.append(run[0]!.stream, run[0]!.revision - 1, run.map(asAppended));
    at = events.at(-1)!.position;
    progress((count += events.length));
  }
  const { events: moved } = await commonBeginning(from, to);
  if (moved !== count) throw new Error(`Of ${count} events ${moved} are there`);
  return count;
}

/** How much of a log is there already, with its chains of hashes verified. @throws BadConfig where something else is there */
export async function commonBeginning(from: Reading, to: Reading): Promise<Common> {
  const [originals, copies] = [eventsOf(from), eventsOf(to)];
  const verify = chainVerifier();
  let [events, position] = [0, beforeAll];
  for await (const copy of copies) {
    const { value: original } = await originals.next();
    if (!original) throw new BadConfig('The log that was to be moved to holds more than the one that is moved: it is in use already, or another one');
    if (!isSame(original, copy)) throw new BadConfig(`The log that was to be moved to holds something else: ${copy.stream} at ${copy.revision}`);
    const broken = verify(copy);
    if (broken) throw new BadConfig(`${broken.stream} at ${broken.revision} is not what was written: ${broken.because}`);
    [events, position] = [events + 1, original.position];
  }
  return { events, position };
}

async function* eventsOf(log: Reading): AsyncGenerator<RecordedEvent, undefined> {
  for (let at = beforeAll; ;) {
    const events = await log.readAll(at, largestBatch);
    if (events.length === 0) return;
    yield* events;
    at = events.at(-1)!.position;
  }
}

/** The hash is over all that the log keeps of an event. */
const isSame = (one: RecordedEvent, other: RecordedEvent): boolean =>
  one.stream === other.stream &&
  one.revision === other.revision &&
  one.type === other.type &&
  one.metadata.eventId === other.metadata.eventId &&
  one.metadata.hash === other.metadata.hash;

/** Events of one stream that follow each other, as one append. */
function runsIn(events: readonly RecordedEvent[]): readonly (readonly RecordedEvent[])[] {
  const runs: RecordedEvent[][] = [];
  let bytes = 0;
  for (const event of events) {
    const run = runs.at(-1);
    const size = Buffer.byteLength(JSON.stringify(event));
    bytes += size;
    if (run?.[0]!.stream === event.stream && bytes <= largestRun) run.push(event);
    else {
      runs.push([event]);
      bytes = size;
    }
  }
  return runs;
}

const asAppended = ({ type, data, metadata }: RecordedEvent): NewEvent => ({ type, data, metadata });
