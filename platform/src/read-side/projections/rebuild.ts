import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Position, largestBatch } from '../../event-log/event-log.js';
import { type Checkpoint, CheckpointMoved, currentLine } from '../read-store/read-store.js';
import { firstCheckpoint, isInLog } from './checkpoints.js';
import type { NewlyParked, ProjectionProcessor } from './projection-processor.js';
import { type ProjectionPorts, Projector } from './projector.js';

/** How many events were projected: positions are the log's own, so events are counted. */
export type Progress = (projected: number) => void;

export type RebuildOptions = {
  readonly epoch: number;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly onParked: (parked: readonly NewlyParked[]) => void;
};

/** Generations that are read until others take over. */
export type Replaced = {
  readonly processors: readonly ProjectionProcessor[];
  readonly checkpoint: Checkpoint | undefined;
};
export type Replacement = {
  readonly processors: readonly ProjectionProcessor[];
  readonly checkpoint: Checkpoint;
};

/** The next generation of views, made from the log while the one before it is read. */
export interface NextGeneration {
  /** Projects the log; resolves near its end, with how far it has come. */
  build(): Promise<Position>;
  /**
   * Projects what is missing up to this position (the end of the log, if it is left out) and puts
   * the generation in the place of what was read, in one step. Until it resolves no other commit
   * may be written.
   */
  takeOver(replaced: Replaced, until: Position | undefined): Promise<Replacement>;
  end(): Promise<void>;
}

/**
 * Some views rebuilt batch by batch into collections of the store: from the beginning of the log,
 * or from where it was interrupted.
 */
export class Rebuild implements NextGeneration {
  private count = 0;

  private constructor(
    private readonly ports: ProjectionPorts,
    private readonly projector: Projector,
    private readonly options: RebuildOptions,
  ) {}

  /**
   * Makes the collections, or goes on with what is there of them. @throws CheckpointMoved if they
   * are read already
   */
  static async begin(
    ports: ProjectionPorts,
    processors: readonly ProjectionProcessor[],
    options: RebuildOptions,
  ): Promise<Rebuild> {
    const { log, store } = ports;
    const { epoch } = options;
    const collections = processors.flatMap((processor) => processor.collections());
    const names = collections.map(({ name }) => name);
    const line = ['rebuild', ...processors.map(({ collection }) => collection).sort()].join(' ');
    const there = new Set(await store.collections());
    const stored = await store.checkpoint(line);
    const resumes =
      stored?.parked && names.every((name) => there.has(name)) && (await isInLog(log, stored));
    const isCurrent = Object.values(await store.current()).some((name) => names.includes(name));
    if (isCurrent) throw new CheckpointMoved();
    if (!resumes) await store.drop(names);
    await store.ensure(collections);

    const checkpoint = resumes ? { ...stored, epoch } : await firstCheckpoint(log, epoch);
    await store.commit({
      line,
      expected: stored,
      checkpoint,
      documents: [],
      sums: [],
      changes: [],
    });
    const onCommitted = (result: { readonly parked: readonly NewlyParked[] }) =>
      options.onParked(result.parked);
    return new Rebuild(
      ports,
      new Projector(ports, line, processors, checkpoint, onCommitted),
      options,
    );
  }

  build(): Promise<Position> {
    return this.project();
  }

  async takeOver(
    { processors: before, checkpoint: expected }: Replaced,
    until: Position | undefined,
  ): Promise<Replacement> {
    const reached = await this.project(until);
    if (until !== undefined && reached !== until)
      throw new Error(`Views were rebuilt until ${reached} and not until ${until}`);
    const { line, processors: rebuilt, checkpoint: own } = this.projector;
    const names = new Set(rebuilt.map(({ projection }) => projection.name));
    const processors = [
      ...before.filter(({ projection }) => !names.has(projection.name)),
      ...rebuilt,
    ];
    const collections = Object.fromEntries(
      processors.map(({ projection, collection }) => [projection.name, collection]),
    );
    const kept = new Set(Object.values(collections));
    const parked = [...(expected?.parked ?? []), ...(own.parked ?? [])].filter(({ collection }) =>
      kept.has(collection),
    );
    const checkpoint = { ...own, parked };
    await this.ports.store.commit({
      ...{ line: currentLine, expected, checkpoint, documents: [], sums: [], changes: [] },
      joins: { line, current: collections },
    });
    return { processors, checkpoint };
  }

  async end(): Promise<void> {}

  /**
   * Projects what there is, up to a position or to the end of the log. Other work of the thread
   * waits for one batch at most.
   */
  private async project(until?: Position): Promise<Position> {
    const { signal, progress } = this.options;
    while (!signal.aborted) {
      const batch = await this.ports.log.readAll(this.projector.checkpoint.position, largestBatch);
      const events =
        until === undefined ? batch : batch.filter(({ position }) => position <= until);
      if (events.length === 0) break;
      await this.projector.project(events);
      progress((this.count += events.length));
      await nextTurn();
    }
    return this.projector.checkpoint.position;
  }
}
