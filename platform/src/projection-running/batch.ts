import type { EventLog, RecordedEvent } from '../event-log/event-log.js';
import type { Commit, ReadStore } from '../read-store/read-store.js';
import { erasure } from '../sealing/platform-events.js';
import { type Fact, factOf } from './fact.js';
import type { Folding } from './folding.js';
import type { CommittedChange, Parked } from './read-side.js';
import { parking } from './parked-streams.js';

export type Reading = {
  readonly log: EventLog;
  readonly store: ReadStore;
  /** Events as they read today; throws for one that this build does not know. */
  readonly open: (events: readonly RecordedEvent[]) => Promise<readonly RecordedEvent[]>;
  /** Finishes an erasure whose event was recorded: from now on nobody can read those streams. Doing it twice is safe. */
  readonly erase: (streams: readonly string[], eventId: string) => Promise<void>;
};

export type BatchFolded = Pick<Commit, 'documents' | 'sums'> & {
  readonly changes: readonly CommittedChange[];
  readonly parked: readonly (Parked & { readonly cause: unknown })[];
};

/** What a batch changes in all these projections. Records that are not at hand are read at once, one read for each projection. */
export async function foldBatch(reading: Reading, foldings: readonly Folding[], events: readonly RecordedEvent[]): Promise<BatchFolded> {
  // All are opened, because one that this build does not know stops the folding, also if no projection would read it.
  const opened = (await reading.open(events)).filter((event) => event.type === erasure || foldings.some((folding) => folding.reads(event)));
  const facts: Fact[] = [];
  for (const event of opened) facts.push(event.type === erasure ? factOf(event, await historyOf(reading, event)) : factOf(event));

  const folded = await Promise.all(
    foldings.map(async (folding) => {
      const wanted = folding.wanted(facts);
      if (wanted.length > 0) folding.remember(wanted, await reading.store.get(folding.recordCollection, wanted));
      return folding.fold(facts);
    }),
  );
  const parked = folded.flatMap((each) => each.parked);
  return {
    documents: [...folded.flatMap(({ documents }) => documents), ...parked.map(({ cause: _, ...stream }) => parking(stream))],
    sums: folded.flatMap(({ sums }) => sums),
    changes: folded.flatMap(({ changes }) => changes).sort(byPosition),
    parked,
  };
}

/** After an erasure its stream is folded again from the beginning, so that every document loses what it knew. */
async function historyOf({ log, open, erase }: Reading, event: RecordedEvent): Promise<readonly RecordedEvent[]> {
  await erase([event.stream], event.metadata.eventId);
  const history = await log.read(event.stream);
  return open(history.filter(({ revision }) => revision <= event.revision));
}

const byPosition = (one: CommittedChange, other: CommittedChange) => (one.position < other.position ? -1 : one.position > other.position ? 1 : 0);
