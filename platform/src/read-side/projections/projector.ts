import type { Position, RecordedEvent } from '../../event-log/event-log.js';
import { BadQuestion, type Checkpoint, CheckpointMoved, type ReadStore } from '../read-store/read-store.js';
import { Unavailable } from '../../common/unavailable.js';
import { type ProjectionPorts, applyBatch } from './apply-batch.js';
import { checkpointAt, live } from './checkpoints.js';
import { parking, unparking } from './parked-streams.js';
import type { BatchResult, ProjectionProcessor } from './projection-processor.js';
import type { Parked } from './read-side.js';

/** The store has refused a commit for what it holds: the same would be refused again. */
class CommitRefused extends Error {}

type Begun = {
  /** Of its line, as the store has it. */
  readonly stored: Checkpoint | undefined;
  readonly checkpoint: Checkpoint;
  /** What the store knows to be parked. */
  readonly parked: readonly Parked[];
  /** What was parked before it began anew, which its first commit takes away. */
  readonly outdated?: readonly Parked[];
};

/** A batch was committed that followed on a position. */
type OnCommitted = (result: BatchResult, after: Position) => void | Promise<void>;

/** Some projections on their way through the log, with one checkpoint: those that are read, or a generation that is rebuilt. */
export class Projector {
  private stored: Checkpoint | undefined;
  private reached: Checkpoint;
  private known: readonly Parked[];
  private outdated: readonly Parked[];

  constructor(
    private readonly ports: ProjectionPorts,
    /** The name of its checkpoint. */
    readonly line: string,
    readonly processors: readonly ProjectionProcessor[],
    { stored, checkpoint, parked, outdated = [] }: Begun,
    private readonly onCommitted: OnCommitted,
  ) {
    this.stored = stored;
    this.reached = checkpoint;
    this.known = parked;
    this.outdated = outdated;
    this.startOver();
  }

  get checkpoint(): Checkpoint {
    return this.reached;
  }

  get parked(): readonly Parked[] {
    return this.known;
  }

  /**
   * Projects what comes after its checkpoint, and writes it. A batch that the store refuses is written in halves, until the event
   * that is to blame stands alone.
   */
  async project(batch: readonly RecordedEvent[]): Promise<void> {
    const events = batch.filter(({ position }) => position > this.reached.position);
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
   * Writes an event without each of the projections that read it, then without all of them: those without which it can be written
   * park its stream.
   * @throws what the store said, if it does not write it without them either: then the event is not to blame
   */
  private async parkRefused(event: RecordedEvent, first: CommitRefused): Promise<void> {
    const readers = this.processors.filter((processor) => processor.reads(event.type));
    let refused = first;
    for (const without of [...readers.map((reader) => [reader]), readers]) {
      for (const processor of without) processor.refuse(event, refused.cause);
      try {
        return await this.write([event]);
      } catch (error) {
        if (!(error instanceof CommitRefused)) throw error;
        refused = error;
      }
    }
    throw refused.cause as Error;
  }

  /** @throws CommitRefused unless it was the store that failed, or somebody else has written */
  private async write(events: readonly RecordedEvent[]): Promise<void> {
    const after = this.reached.position;
    const checkpoint = checkpointAt(this.reached, events.at(-1)!);
    let result: BatchResult;
    try {
      result = await applyBatch(this.ports, this.processors, events);
      await this.commit(checkpoint, result);
    } catch (error) {
      this.startOver();
      throw error;
    }
    this.stored = this.reached = checkpoint;
    this.outdated = [];
    this.known = [...this.known, ...result.parked.map(({ cause: _, ...parked }) => parked)];
    await this.onCommitted(result, after);
  }

  private async commit(checkpoint: Checkpoint, { documents, changes, parked, ...result }: BatchResult): Promise<void> {
    const streams = parked.map(({ cause: _, ...stream }) => parking(stream));
    // Nobody is told of what a generation has that is not read yet.
    const told = this.line === live ? changes.map(({ json: _, ...change }) => change) : [];
    await unlessRefused(this.ports.store, {
      ...{ line: this.line, expected: this.stored, checkpoint, changes: told },
      documents: [...this.outdated.map(unparking), ...documents, ...streams],
      ...result,
    });
  }

  /** Forgets what was projected and not written; what the store knows to be parked stays parked. */
  private startOver(): void {
    for (const processor of this.processors) processor.startOver(this.known);
  }
}

async function unlessRefused(store: Pick<ReadStore, 'commit'>, commit: Parameters<ReadStore['commit']>[0]): Promise<void> {
  try {
    await store.commit(commit);
  } catch (error) {
    if (error instanceof Unavailable || error instanceof CheckpointMoved || error instanceof BadQuestion) throw error;
    throw new CommitRefused((error as Error).message, { cause: error });
  }
}
