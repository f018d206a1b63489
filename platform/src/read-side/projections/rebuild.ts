import { setImmediate as breath } from 'node:timers/promises';
import { type Position, beforeAll, largestBatch } from '../../event-log/event-log.js';
import { type Checkpoint, CheckpointMoved } from '../read-store/read-store.js';
import type { ProjectionPorts } from './apply-batch.js';
import { live, stands } from './checkpoints.js';
import { unparking } from './parked-streams.js';
import type { BatchResult, ProjectionProcessor } from './projection-processor.js';
import { Projector } from './projector.js';
import type { Parked } from './read-side.js';

/** How many events were projected: positions are the log's own, so events are counted. */
export type Progress = (projected: number) => void;

export type RebuildOptions = {
  readonly epoch: number;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly onParked: (parked: BatchResult['parked']) => void;
};

/** What is read until another generation takes its place. */
export type Replaced = Partial<Taken> & { readonly processors: readonly ProjectionProcessor[]; readonly parked: readonly Parked[] };
export type Taken = { readonly processors: readonly ProjectionProcessor[]; readonly checkpoint: Checkpoint };

/** The next generation of views, made from the log while the one before it is read. */
export interface NextGeneration {
  /** Projects the log; resolves near its end, with how far it has come. */
  build(): Promise<Position>;
  /**
   * Projects what is missing up to this place (the end of the log, if it is left out) and puts the generation in the place of what was
   * read, in one step. Until it resolves nobody else may write views.
   */
  takeOver(replaced: Replaced, until: Position | undefined): Promise<Taken>;
  /** Gives everything back. */
  end(): Promise<void>;
}

/** Some views rebuilt batch by batch into collections of the store: from the beginning of the log, or from where it was interrupted. */
export class Rebuild implements NextGeneration {
  private count = 0;

  private constructor(
    private readonly ports: ProjectionPorts,
    private readonly projector: Projector,
    private readonly options: RebuildOptions,
  ) {}

  /** Makes the collections, or goes on with what is there of them. @throws CheckpointMoved if they are read already */
  static async begin(
    ports: ProjectionPorts,
    processors: readonly ProjectionProcessor[],
    options: RebuildOptions,
    allParked: readonly Parked[] = [],
  ): Promise<Rebuild> {
    const { log, store } = ports;
    const collections = processors.flatMap((processor) => processor.collections());
    const names = collections.map(({ name }) => name);
    const line = ['rebuild', ...processors.map(({ collection }) => collection).sort()].join(' ');
    const there = new Set(await store.collections());
    const stored = await store.checkpoint(line);
    const resumes = stored && names.every((name) => there.has(name)) && (await stands(log, stored));
    const isLive = Object.values(await store.live()).some((name) => names.includes(name));
    if (isLive) throw new CheckpointMoved();
    if (!resumes) await store.drop(names);
    await store.ensure(collections);

    const { epoch } = options;
    const beginning = { log: await log.identity(), position: beforeAll, eventId: '', stream: '', revision: -1, epoch };
    const known = allParked.filter(({ collection }) => names.includes(collection));
    const begun = resumes ? { checkpoint: { ...stored, epoch }, parked: known } : { checkpoint: beginning, parked: [], outdated: known };
    const projector = new Projector(ports, line, processors, { stored, ...begun }, ({ parked }) => options.onParked(parked));
    return new Rebuild(ports, projector, options);
  }

  async build(): Promise<Position> {
    return this.project();
  }

  /** Projects what there is, up to a place or to the end of the log. Whoever is served meanwhile waits for one batch at most. */
  async project(until?: Position): Promise<Position> {
    const { signal, progress } = this.options;
    while (!signal.aborted) {
      const batch = await this.ports.log.readAll(this.projector.checkpoint.position, largestBatch);
      const events = until === undefined ? batch : batch.filter(({ position }) => position <= until);
      if (events.length === 0) break;
      await this.projector.project(events);
      progress((this.count += events.length));
      await breath();
    }
    return this.projector.checkpoint.position;
  }

  async takeOver({ processors: before, checkpoint: expected, parked }: Replaced, until: Position | undefined): Promise<Taken> {
    const reached = await this.project(until);
    if (until !== undefined && reached !== until) throw new Error(`Views were rebuilt until ${reached} and not until ${until}`);
    const { line, processors: rebuilt, checkpoint } = this.projector;
    const names = new Set(rebuilt.map(({ projection }) => projection.name));
    const processors = [...before.filter(({ projection }) => !names.has(projection.name)), ...rebuilt];
    const collections = Object.fromEntries(processors.map(({ projection, collection }) => [projection.name, collection]));
    const used = new Set(Object.values(collections));
    const documents = parked.filter(({ collection }) => !used.has(collection)).map(unparking);
    await this.ports.store.commit({
      ...{ line: live, expected, checkpoint, documents, sums: [], changes: [] },
      joins: { line, live: collections },
    });
    return { processors, checkpoint };
  }

  async end(): Promise<void> {}
}
