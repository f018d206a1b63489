import { compare } from '#domain/kernel/order.js';
import type { EventLog, RecordedEvent } from '../event-log/event-log.js';
import type { Commit, ReadStore } from '../read-store/read-store.js';
import { erasure } from '../sealing/platform-events.js';
import { type Fact, factOf } from './fact.js';
import type { Folding } from './folding.js';
import type { CommittedChange, Parked } from './read-side.js';
import { parking } from './parked-streams.js';

export type Reading = {
  readonly log: Pick<EventLog, 'identity' | 'read' | 'readAll'>;
  readonly store: Pick<ReadStore, 'ensure' | 'drop' | 'collections' | 'largestFilling' | 'checkpoint' | 'get' | 'commit' | 'settle'>;
  /** Events as they read today; throws for one that this build does not know. */
  readonly open: (events: readonly RecordedEvent[]) => Promise<readonly RecordedEvent[]>;
  /** Finishes an erasure whose event was recorded: from now on nobody can read those streams. Doing it twice is safe. */
  readonly erase: (streams: readonly string[], eventId: string) => Promise<void>;
};

export type BatchFolded = Pick<Commit, 'documents' | 'sums'> & {
  readonly changes: readonly CommittedChange[];
  readonly parked: readonly (Parked & { readonly cause: unknown })[];
};

/** What a batch changes in all these projections. */
export async function foldBatch(reading: Reading, foldings: readonly Folding[], events: readonly RecordedEvent[]): Promise<BatchFolded> {
  await takeIn(reading, foldings, events);
  return folded(foldings);
}

/** Folds a batch in all these projections. Records that are not at hand are read at once, one read for each projection. */
export async function takeIn(reading: Reading, foldings: readonly Folding[], events: readonly RecordedEvent[]): Promise<void> {
  // All are opened, because one that this build does not know stops the folding, also if no projection would read it.
  const opened = await reading.open(events);
  const readers = readersOf(foldings);
  const facts = new Map<Folding, Fact[]>(foldings.map((folding) => [folding, []]));
  for (const event of opened) {
    const who = readers(event.type);
    if (event.type !== erasure && who.length === 0) continue;
    const fact = event.type === erasure ? factOf(event, await historyOf(reading, event)) : factOf(event);
    for (const folding of who) facts.get(folding)!.push(fact);
  }

  const pasts = pastsOf(reading);
  await Promise.all(
    foldings.map(async (folding) => {
      const told = facts.get(folding)!;
      const wanted = folding.wanted(told);
      if (wanted.length > 0) {
        const found = await reading.store.get(
          folding.recordCollection,
          wanted.map(({ key }) => key),
        );
        for (const fact of folding.remember(wanted, found)) folding.begin(fact, await pasts(fact));
      }
      folding.fold(told);
    }),
  );
}

/** What was recorded on a stream before, read once for all projections. */
function pastsOf({ log, open }: Reading) {
  const streams = new Map<string, Promise<readonly RecordedEvent[]>>();
  return async ({ event: { stream, revision } }: Fact): Promise<readonly RecordedEvent[]> => {
    const whole = streams.get(stream) ?? log.read(stream).then(open);
    streams.set(stream, whole);
    return (await whole).filter((past) => past.revision < revision);
  };
}

/** What all that was taken in comes to. */
export function folded(foldings: readonly Folding[]): BatchFolded {
  const each = foldings.map((folding) => folding.folded());
  const parked = each.flatMap((one) => one.parked);
  return {
    documents: [...each.flatMap(({ documents }) => documents), ...parked.map(({ cause: _, ...stream }) => parking(stream))],
    sums: each.flatMap(({ sums }) => sums),
    changes: each.flatMap(({ changes }) => changes).sort(byPosition),
    parked,
  };
}

/** Who reads events of a type, asked once for each. */
function readersOf(foldings: readonly Folding[]): (type: string) => readonly Folding[] {
  const known = new Map<string, readonly Folding[]>();
  return (type) => {
    const there = known.get(type);
    if (there) return there;
    const readers = foldings.filter((folding) => folding.reads(type));
    known.set(type, readers);
    return readers;
  };
}

/** After an erasure its stream is folded again from the beginning, so that every document loses what it knew. */
async function historyOf({ log, open, erase }: Reading, event: RecordedEvent): Promise<readonly RecordedEvent[]> {
  await erase([event.stream], event.metadata.eventId);
  const history = await log.read(event.stream);
  return open(history.filter(({ revision }) => revision <= event.revision));
}

const byPosition = (one: CommittedChange, other: CommittedChange) => compare(one.position, other.position);
