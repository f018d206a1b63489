import { setImmediate as nextTurn } from 'node:timers/promises';
import { raceWithAbort } from '../../common/deadline.js';
import type { Position } from '../../event-log/event-log.js';
import {
  type Checkpoint,
  CheckpointMoved,
  LIVE_TRACK,
  NO_CHANGES,
} from '../read-store/read-store.js';
import { adoptCheckpoint, createCheckpoint, isInLog } from './checkpoints.js';
import type { NewlyParked, ProjectionProcessor } from './projection-processor.js';
import { type ProjectionPorts, Projector } from './projector.js';

/**
 * Events projected in one commit. It writes a document once, however many of its events change it,
 * so that larger batches write less. Their documents have to fit into memory and a transaction.
 */
const BATCH_EVENTS = 4_000;

/** Called with the number of projected events. */
export type Progress = (projectedCount: number) => void;

export type RebuildOptions = {
  readonly epoch: number;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly onParked: (parked: readonly NewlyParked[]) => void;
};

/** Live views that a generation replaces. */
export type OutgoingViews = {
  readonly processors: readonly ProjectionProcessor[];
  readonly checkpoint: Checkpoint | undefined;
};
export type IncomingViews = {
  readonly processors: readonly ProjectionProcessor[];
  readonly checkpoint: Checkpoint;
};

/** Next generation of views, built from the log while the current one is read. */
export interface NextGeneration {
  /** Projects the log and returns the position that it reached, near the log's end. */
  build(): Promise<Position>;
  /**
   * Projects up to `until` (default: the end of the log), then replaces the current views in one
   * commit. Nobody else may commit before it resolves.
   */
  takeOver(replaced: OutgoingViews, until: Position | undefined): Promise<IncomingViews>;
  end(): Promise<void>;
}

/** Rebuilds views in collections of the store. Resumes an interrupted rebuild. */
export class Rebuild implements NextGeneration {
  private projectedCount = 0;

  private constructor(
    private readonly ports: ProjectionPorts,
    private readonly projector: Projector,
    private readonly options: RebuildOptions,
  ) {}

  /**
   * Creates the collections, or resumes an interrupted rebuild.
   * @throws CheckpointMoved if the collections are current already
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
    const track = ['rebuild', ...processors.map(({ collection }) => collection).sort()].join(' ');
    const existing = new Set(await store.listCollections());
    const stored = await store.readCheckpoint(track);
    // An earlier build parked streams at positions that may be wrong.
    const isExact = stored?.parked?.every((parked) => parked.isExact);
    const hasCollections = names.every((name) => existing.has(name));
    const canResume = stored && isExact && hasCollections && (await isInLog(log, stored));
    const isCurrent = Object.values(await store.readCurrentCollections()).some((name) =>
      names.includes(name),
    );
    if (isCurrent) throw new CheckpointMoved();
    if (!canResume) await store.drop(names);
    await store.ensure(collections, 'later');

    const checkpoint = canResume
      ? adoptCheckpoint(stored, epoch)
      : await createCheckpoint(log, epoch);
    await store.commit({ track, expected: stored, checkpoint, ...NO_CHANGES });
    const onCommitted = (result: { readonly parked: readonly NewlyParked[] }) =>
      options.onParked(result.parked);
    return new Rebuild(
      ports,
      new Projector(ports, track, processors, checkpoint, onCommitted),
      options,
    );
  }

  async build(): Promise<Position> {
    await this.project();
    const { signal } = this.options;
    if (!signal.aborted) {
      const collections = this.projector.processors.flatMap((processor) => processor.collections());
      // The server continues to build indexes, so that a resumed rebuild need not wait.
      await raceWithAbort(this.ports.store.ensure(collections), signal, undefined);
    }
    return this.project();
  }

  async takeOver(
    { processors: outgoing, checkpoint: expected }: OutgoingViews,
    until: Position | undefined,
  ): Promise<IncomingViews> {
    const reached = await this.project(until);
    if (until !== undefined && reached !== until)
      throw new Error(`Views were rebuilt until ${reached} and not until ${until}`);
    const { track, processors: rebuilt, checkpoint: rebuiltCheckpoint } = this.projector;
    const names = new Set(rebuilt.map(({ projection }) => projection.name));
    const processors = [
      ...outgoing.filter(({ projection }) => !names.has(projection.name)),
      ...rebuilt,
    ];
    const collections = Object.fromEntries(
      processors.map(({ projection, collection }) => [projection.name, collection]),
    );
    const currentNames = new Set(Object.values(collections));
    const parked = [...(expected?.parked ?? []), ...(rebuiltCheckpoint.parked ?? [])].filter(
      ({ collection }) => currentNames.has(collection),
    );
    const begunAt = expected?.begunAt ?? rebuiltCheckpoint.begunAt;
    const checkpoint = {
      ...rebuiltCheckpoint,
      parked,
      ...(begunAt !== undefined && { begunAt }),
    };
    await this.ports.store.commit({
      track: LIVE_TRACK,
      expected,
      checkpoint,
      ...NO_CHANGES,
      promotes: { track, current: collections },
    });
    return { processors, checkpoint };
  }

  async end(): Promise<void> {}

  /** Projects up to a position or the end of the log. Yields after each batch. */
  private async project(until?: Position): Promise<Position> {
    const { signal, progress } = this.options;
    while (!signal.aborted) {
      const batch = await this.ports.log.readAll(this.projector.checkpoint.position, BATCH_EVENTS);
      const events =
        until === undefined ? batch : batch.filter(({ position }) => position <= until);
      if (events.length === 0) break;
      await this.projector.project(events);
      this.projectedCount += events.length;
      progress(this.projectedCount);
      await nextTurn();
    }
    return this.projector.checkpoint.position;
  }
}
