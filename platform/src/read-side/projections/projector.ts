import { compare } from '#domain/kernel/order.js';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Unavailable } from '../../common/unavailable.js';
import type { EventLog, RecordedEvent } from '../../event-log/event-log.js';
import { isErasure } from '../../sealing/platform-events.js';
import {
  BadQuestion,
  type Checkpoint,
  CheckpointMoved,
  type Parked,
  type ReadStore,
  currentLine,
} from '../read-store/read-store.js';
import { type ProjectedEvent, projectedEvent } from './projected-event.js';
import {
  type BatchResult,
  type NewlyParked,
  type ProjectionProcessor,
  parkedFor,
} from './projection-processor.js';

export type ProjectionPorts = {
  readonly log: Pick<EventLog, 'identity' | 'read' | 'readAll'>;
  readonly store: Pick<
    ReadStore,
    'ensure' | 'drop' | 'collections' | 'current' | 'checkpoint' | 'get' | 'commit'
  >;
  /** Events as they read today; throws for one that this build does not know. */
  readonly open: (events: readonly RecordedEvent[]) => Promise<readonly RecordedEvent[]>;
  /**
   * Finishes an erasure whose event was recorded: the streams become unreadable. Doing it twice is
   * safe.
   */
  readonly erase: (streams: readonly string[], eventId: string) => Promise<void>;
};

/** The store has refused a commit for what it holds: the same would be refused again. */
class CommitRefused extends Error {}

/** Documents in a commit from which on writing pauses for other requests. */
const manyDocuments = 100;
/** With more of them every commit would write megabytes. */
const mostParked = 10_000;

type OnCommitted = (result: BatchResult) => void | Promise<void>;

/**
 * Projects the log into some views, with one checkpoint: those that are read, or a generation that
 * is being rebuilt.
 */
export class Projector {
  constructor(
    private readonly ports: ProjectionPorts,
    readonly line: string,
    readonly processors: readonly ProjectionProcessor[],
    /** Checkpoint as it is in the store. */
    public checkpoint: Checkpoint,
    private readonly onCommitted: OnCommitted,
  ) {}

  /**
   * Projects what comes after its checkpoint, and writes it. A batch that the store refuses is
   * written in halves, until the event that is to blame stands alone.
   */
  async project(batch: readonly RecordedEvent[]): Promise<void> {
    const events = batch.filter(({ position }) => position > this.checkpoint.position);
    if (events.length === 0) return;
    try {
      await this.write(events);
    } catch (error) {
      if (!(error instanceof CommitRefused)) throw error;
      if (events.length === 1) return this.parkRefused(events[0]!, error);
      const half = events.length >> 1;
      await this.project(events.slice(0, half));
      await this.project(events.slice(half));
    }
  }

  /**
   * Writes an event without each of the projections that read it, then without all of them: those
   * without which it can be written park its stream.
   * @throws what the store said, if it does not write it without them either: then the event is not
   * to blame
   */
  private async parkRefused(event: RecordedEvent, first: CommitRefused): Promise<void> {
    const readers = this.processors.filter((processor) => processor.reads(event.type));
    let { cause } = first;
    for (const without of [...readers.map((reader) => [reader]), readers]) {
      try {
        return await this.write(
          [event],
          without.map((processor) => parkedFor(processor, event, cause)),
        );
      } catch (error) {
        if (!(error instanceof CommitRefused)) throw error;
        ({ cause } = error);
      }
    }
    throw cause as Error;
  }

  /** @throws CommitRefused unless it was the store that failed, or another host has written */
  private async write(
    events: readonly RecordedEvent[],
    refused: readonly NewlyParked[] = [],
  ): Promise<void> {
    const before = this.checkpoint;
    const { parked: earlier = [] } = before;
    const projected = await this.changesOf(events, [...earlier, ...refused]);
    // Computing and writing hundreds of documents takes long: requests get a turn in between.
    if (projected.documents.length > manyDocuments) await nextTurn();
    const result = { ...projected, parked: [...refused, ...projected.parked] };
    const { documents, sums, changes, erases } = result;
    const parked = [
      ...earlier,
      ...result.parked.map(({ collection, stream, position }) => ({
        collection,
        stream,
        position,
      })),
    ];
    if (parked.length > mostParked)
      throw new Error(
        `More than ${mostParked} streams cannot be projected: that is no longer their own fault`,
      );
    const { position, stream, revision, metadata } = events.at(-1)!;
    const checkpoint = { ...before, position, stream, revision, eventId: metadata.eventId, parked };
    await unlessRefused(this.ports.store, {
      ...{
        line: this.line,
        expected: before,
        checkpoint,
        documents,
        sums,
        ...(erases && { erases }),
      },
      // The feed has changes of what is read, not of what is being rebuilt.
      changes: this.line === currentLine ? changes : [],
    });
    this.checkpoint = checkpoint;
    await this.onCommitted(result);
  }

  private async changesOf(
    events: readonly RecordedEvent[],
    parked: readonly Parked[],
  ): Promise<BatchResult> {
    const batches = new Map<ProjectionProcessor, ProjectedEvent[]>(
      this.processors.map((processor) => [processor, []]),
    );
    // All are opened, because one that this build does not know stops the projections, also if none
    // would read it.
    for (const event of await this.ports.open(events)) {
      const readers = this.processors.filter((processor) => processor.reads(event.type));
      if (!isErasure(event) && readers.length === 0) continue;
      const projected = projectedEvent(
        event,
        isErasure(event) ? await this.historyOf(event) : undefined,
      );
      for (const reader of readers) batches.get(reader)!.push(projected);
    }
    const source = { get: this.ports.store.get.bind(this.ports.store), past: this.past() };
    const results = await Promise.all(
      [...batches].map(([processor, batch]) => processor.project(batch, source, parked)),
    );
    return {
      documents: results.flatMap(({ documents }) => documents),
      sums: results.flatMap(({ sums }) => sums),
      changes: results
        .flatMap(({ changes }) => changes)
        .sort((one, other) => compare(one.position, other.position)),
      parked: results.flatMap((result) => result.parked),
      ...(results.some(({ erases }) => erases) && { erases: true as const }),
    };
  }

  /** Reads the events of a stream before an event, once for all projections. */
  private past() {
    const { log, open } = this.ports;
    const streams = new Map<string, Promise<readonly RecordedEvent[]>>();
    return async ({ stream, revision }: RecordedEvent): Promise<readonly RecordedEvent[]> => {
      const whole = streams.get(stream) ?? log.read(stream).then(open);
      streams.set(stream, whole);
      return (await whole).filter((past) => past.revision < revision);
    };
  }

  /**
   * After an erasure its stream is folded again from the beginning, so that every document loses
   * what it knew.
   */
  private async historyOf(event: RecordedEvent): Promise<readonly RecordedEvent[]> {
    const { log, open, erase } = this.ports;
    await erase([event.stream], event.metadata.eventId);
    const history = await log.read(event.stream);
    return open(history.filter(({ revision }) => revision <= event.revision));
  }
}

async function unlessRefused(
  store: Pick<ReadStore, 'commit'>,
  commit: Parameters<ReadStore['commit']>[0],
): Promise<void> {
  try {
    await store.commit(commit);
  } catch (error) {
    if (
      error instanceof Unavailable ||
      error instanceof CheckpointMoved ||
      error instanceof BadQuestion
    )
      throw error;
    throw new CommitRefused((error as Error).message, { cause: error });
  }
}
