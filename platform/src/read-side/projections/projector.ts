import { compare } from '#domain/kernel/order.js';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorName } from '../../common/error-name.js';
import { Unavailable } from '../../common/unavailable.js';
import {
  type EventLog,
  type Position,
  type RecordedEvent,
  BEFORE_ALL,
  DamagedStream,
  withPlaceholders,
  logPositionOf,
  readWithPlaceholders,
  readUndamaged,
  requireReadable,
} from '../../event-log/event-log.js';
import { findOrganizationOfStream } from '../../event-log/subject.js';
import {
  abandonedStreams,
  isAbandonment,
  isAbandonmentStream,
  isErasure,
  isStreamErasure,
  takesDataAway,
} from '../../sealing/platform-events.js';
import {
  InvalidQuery,
  type Checkpoint,
  CheckpointMoved,
  type Parked,
  type ReadStore,
  LIVE_TRACK,
} from '../read-store/read-store.js';
import { type ProjectedEvent, toProjectedEvent } from './projected-event.js';
import {
  type BatchResult,
  type NewlyParked,
  type ProjectionProcessor,
  type RecordSource,
  toNewlyParked,
} from './projection-processor.js';

export type ProjectionPorts = {
  readonly log: Pick<EventLog, 'readIdentity' | 'read' | 'readAll'>;
  readonly store: Pick<
    ReadStore,
    | 'ensure'
    | 'drop'
    | 'listCollections'
    | 'readCurrentCollections'
    | 'readCheckpoint'
    | 'get'
    | 'commit'
  >;
  /** Decrypts and upcasts events. Throws NewerEvent for one that only a newer build knows. */
  readonly open: (events: readonly RecordedEvent[]) => Promise<readonly RecordedEvent[]>;
  /** Completes a recorded erasure: makes the streams unreadable. Idempotent. */
  readonly erase: (streams: readonly string[], eventId: string) => Promise<void>;
  /** Whether these views have the stream. Others only move the checkpoint. Default: all. */
  readonly isInLane?: ((stream: string) => boolean) | undefined;
  /** Types that events of the stream may have, for those that damage hides. */
  readonly typesOf: (stream: string) => readonly string[];
};

/** The store rejected the content of a commit, so a retry would be rejected too. */
class CommitRejected extends Error {}

/** Documents in a commit above which the projector first yields to other requests. */
const YIELD_ABOVE_DOCUMENTS = 100;
/**
 * Limit of parked streams, where one parked by two projections counts twice. The checkpoint lists
 * all of them, so with more of them each commit would write megabytes.
 */
export const MAX_PARKED_STREAMS = 10_000;

/**
 * Type of an erasure that is not in its stream, but comes from a tombstone or an abandoned key. No
 * projection reads it.
 */
const UNRECORDED_ERASURE = 'UnrecordedErased';

type OnCommitted = (result: BatchResult) => void | Promise<void>;

/** Projects the log into views that share one checkpoint: the live views, or a rebuild. */
export class Projector {
  constructor(
    private readonly ports: ProjectionPorts,
    readonly track: string,
    readonly processors: readonly ProjectionProcessor[],
    /** Checkpoint as stored. */
    public checkpoint: Checkpoint,
    private readonly onCommitted: OnCommitted,
  ) {}

  /**
   * Projects and writes the events after the checkpoint. An abandonment is written alone, because
   * it changes streams that other events of the batch may belong to.
   */
  async project(batch: readonly RecordedEvent[]): Promise<void> {
    const events = batch.filter(({ position }) => position > this.checkpoint.position);
    const index = events.findIndex(isAbandonment);
    if (index < 0) return this.writeOrBisect(events);
    await this.writeOrBisect(events.slice(0, index));
    await this.writeOrBisect(events.slice(index, index + 1));
    return this.project(events.slice(index + 1));
  }

  /** Bisects a batch that the store rejects, to find the poison event. */
  private async writeOrBisect(events: readonly RecordedEvent[]): Promise<void> {
    if (events.length === 0) return;
    try {
      await this.write(events);
    } catch (error) {
      if (!(error instanceof CommitRejected)) throw error;
      if (events.length === 1) return this.parkRejected(events[0]!, error);
      const half = events.length >> 1;
      await this.writeOrBisect(events.slice(0, half));
      await this.writeOrBisect(events.slice(half));
    }
  }

  /**
   * Parks the event's streams for the projection without which the event can be written, or else
   * for all projections.
   * @throws the store's error if the event cannot be written even without projections
   */
  private async parkRejected(event: RecordedEvent, firstError: CommitRejected): Promise<void> {
    const readers = this.processors.filter(
      (processor) => takesDataAway(event) || processor.reads(event.type),
    );
    const changed = isAbandonment(event)
      ? this.listStreams(event).map((stream) => ({ ...event, stream }))
      : [event];
    let { cause } = firstError;
    const eachThenAll = [...readers.map((reader) => [reader]), readers];
    for (const skipped of eachThenAll) {
      try {
        return await this.write(
          [event],
          skipped.flatMap((processor) =>
            changed.map((each) => toNewlyParked(processor, each, cause)),
          ),
        );
      } catch (error) {
        if (!(error instanceof CommitRejected)) throw error;
        ({ cause } = error);
      }
    }
    throw cause as Error;
  }

  /** @throws CommitRejected unless the store failed or another host has written */
  private async write(
    events: readonly RecordedEvent[],
    rejected: readonly NewlyParked[] = [],
  ): Promise<void> {
    const previous = this.checkpoint;
    const { parked: parkedBefore = [] } = previous;
    const [first] = events;
    const refolds = isAbandonment(first!) ? await this.completeAbandonment(first!) : undefined;
    // Streams that can be read are complete again, unless the store rejects them.
    const refolded = new Set(
      refolds?.filter(({ parkingError }) => !parkingError).map(({ event }) => event.stream),
    );
    const newlyRejected = rejected.filter((each) => !includesStream(parkedBefore, each));
    const stillParked = parkedBefore.filter(
      (each) => !refolded.has(each.stream) || includesStream(rejected, each),
    );
    const skipped = [...stillParked, ...newlyRejected];
    const projected = refolds
      ? await this.projectRefolds(refolds, skipped, parkedBefore)
      : await this.computeChanges(events, skipped);
    // A large commit takes long: requests get a turn first.
    if (projected.documents.length > YIELD_ABOVE_DOCUMENTS) await nextTurn();
    const result = { ...projected, parked: [...newlyRejected, ...projected.parked] };
    const parked = restartRemoved(
      [...stillParked, ...result.parked.map(toCheckpointEntry)],
      result.removed,
    );
    if (parked.length > MAX_PARKED_STREAMS)
      throw new Error(
        `More than ${MAX_PARKED_STREAMS} streams cannot be projected, so the fault is not in single streams`,
      );
    const last = events.at(-1)!;
    // A repaired abandonment is earlier than the checkpoint.
    const newPosition = last.position > previous.position ? logPositionOf(last) : {};
    await this.commit(result, { ...previous, ...newPosition, parked });
  }

  /** @throws CommitRejected unless the store failed or another host has written */
  private async commit(result: BatchResult, checkpoint: Checkpoint): Promise<void> {
    const { documents, sums, erases } = result;
    // Never `added`: a reader may have counted the repaired record before this change arrives.
    const changes =
      checkpoint.position === this.checkpoint.position
        ? result.changes.map((change) => ({ ...change, before: change.before ?? change.after }))
        : result.changes;
    await commitOrReject(this.ports.store, {
      track: this.track,
      expected: this.checkpoint,
      checkpoint,
      documents,
      sums,
      ...(erases && { erases }),
      // The change feed covers live views only.
      changes: this.track === LIVE_TRACK ? changes : [],
    });
    this.checkpoint = checkpoint;
    await this.onCommitted(result);
  }

  private async computeChanges(
    events: readonly RecordedEvent[],
    parked: readonly Parked[],
  ): Promise<BatchResult> {
    const batches = new Map<ProjectionProcessor, ProjectedEvent[]>(
      this.processors.map((processor) => [processor, []]),
    );
    const { isInLane = () => true } = this.ports;
    // A damaged abandonment is parked in every lane, because its streams are unknown.
    const inLane = events.filter(({ stream }) => isInLane(stream) || isAbandonmentStream(stream));
    // Opens all events of the lane: one of a newer build parks its stream.
    for (const event of await withPlaceholders(this.ports.open(inLane))) {
      const isRead = this.processors.some((processor) => processor.reads(event.type));
      if (event.damage === undefined && !isErasure(event) && !isRead) continue;
      const projected = isErasure(event)
        ? await this.eraseAndReadHistory(event)
        : toProjectedEvent(event);
      for (const processor of this.processors)
        if (this.hasToProject(processor, projected)) batches.get(processor)!.push(projected);
    }
    const source = this.createRecordSource();
    const results = await Promise.all(
      [...batches].map(([processor, batch]) => processor.project(batch, source, parked)),
    );
    return mergeResults(results);
  }

  /**
   * Folds a parked stream again, up to the checkpoint: its key may be back, or its events readable.
   * Carries out its erasures and abandonments, which no process could read while they were damaged.
   * Projections that still fail keep it parked.
   */
  async retryParked(stream: string): Promise<void> {
    const recorded = await this.ports.log.read(stream);
    const events = recorded.filter(({ position }) => position <= this.checkpoint.position);
    for (const event of events)
      if (isAbandonment(event)) await this.writeOrBisect([event]);
      else if (isErasure(event)) await this.ports.erase([stream], event.metadata.eventId);
    const previous = this.checkpoint;
    const retried = (previous.parked ?? []).filter(
      (parked) => parked.stream === stream && parked.isExact,
    );
    if (retried.length === 0 || events.length === 0) return;
    const history = await this.ports.open(events);
    const source = { ...this.createRecordSource(), readPast: async () => history };
    const results = await Promise.all(
      this.processors.flatMap((processor) => {
        const parkedStream = retried.find(({ collection }) => collection === processor.collection);
        if (!parkedStream) return [];
        const toRetry = eventsToRetry(processor, history, parkedStream);
        return processor.project(toRetry, source, [], retried);
      }),
    );
    const mended = results.filter(({ parked }) => parked.length === 0);
    const failed = new Set(
      results.flatMap(({ parked }) => parked.map(({ collection }) => collection)),
    );
    if (mended.length === 0) return;
    const parked = (previous.parked ?? []).filter(
      (each) => !retried.includes(each) || failed.has(each.collection),
    );
    await this.commit(mergeResults(mended), { ...previous, parked });
  }

  /**
   * Folds a stream again after its keys were destroyed, if the log, restored from a backup, has no
   * event of the erasure. A stream that was erased whole leaves the views.
   * @throws Error if a projection cannot fold it
   */
  async refold(stream: string): Promise<void> {
    const { position, parked = [] } = this.checkpoint;
    const refolds = await this.readWithoutKeys([stream], position);
    const result = await this.projectRefolds(refolds, parked);
    if (result.parked.length > 0) throw new Error(`${stream} cannot be projected`);
    await this.commit(result, {
      ...this.checkpoint,
      parked: restartRemoved(parked, result.removed),
    });
  }

  /** Destroys the abandoned key, and reads the streams that have to be folded again. */
  private async completeAbandonment(
    abandonment: RecordedEvent,
  ): Promise<readonly ProjectedEvent[]> {
    const { stream, metadata } = abandonment;
    await this.ports.erase([stream], metadata.eventId);
    const { position: reached } = this.checkpoint;
    // A repaired abandonment counts as recorded after all events that are projected. The space
    // sorts after `reached` and before the next position.
    const position = abandonment.position > reached ? abandonment.position : `${reached} `;
    return this.readWithoutKeys(this.listStreams(abandonment), position);
  }

  /** Streams in this lane that the abandoned key had sealed. */
  private listStreams(abandonment: RecordedEvent): readonly string[] {
    const { isInLane = () => true } = this.ports;
    return abandonedStreams(abandonment).filter(isInLane);
  }

  /**
   * Reads streams up to a position, each as an erasure that the stream itself does not have. Leaves
   * out streams without events, and those that were erased whole.
   */
  private async readWithoutKeys(
    streams: readonly string[],
    position: Position,
  ): Promise<readonly ProjectedEvent[]> {
    const erasures: ProjectedEvent[] = [];
    for (const stream of streams) {
      const events = (await readWithPlaceholders(this.ports.log, stream)).filter(
        (event) => event.position <= position,
      );
      const last = events.at(-1);
      if (!last || events.some(isStreamErasure)) continue;
      const { damage: _, metadata, revision, ...place } = last;
      const erasure = {
        ...place,
        type: UNRECORDED_ERASURE,
        revision: revision + 1,
        position,
        metadata: { ...metadata, organizationId: findOrganizationOfStream(stream) ?? '' },
      };
      erasures.push(await this.readWithHistory(erasure));
    }
    return erasures;
  }

  private async projectRefolds(
    refolds: readonly ProjectedEvent[],
    parked: readonly Parked[],
    retried: readonly Parked[] = [],
  ): Promise<BatchResult> {
    const source = this.createRecordSource();
    const results = this.processors.map((processor) => {
      const projected = refolds.filter((refold) => this.hasToProject(processor, refold));
      return processor.project(projected, source, parked, retried);
    });
    return mergeResults(await Promise.all(results));
  }

  /**
   * Whether a projection has to handle the event. A damaged event may have been of any type of its
   * stream, so that each projection that reads one parks the stream. If none reads one, the first
   * parks it, because the alert counts parked streams. Each parks an abandonment, because the
   * streams of its key are unknown. An erased stream leaves every projection that read it, and one
   * without its key is folded again there.
   */
  private hasToProject(
    processor: ProjectionProcessor,
    { event, history = [], parkingError }: ProjectedEvent,
  ): boolean {
    if (processor.reads(event.type)) return true;
    const { typesOf } = this.ports;
    if (event.damage !== undefined) {
      const types = typesOf(event.stream);
      const readers = this.processors.filter((each) => types.some((type) => each.reads(type)));
      if (readers.length > 0) return readers.includes(processor);
      return processor === this.processors[0] || isAbandonmentStream(event.stream);
    }
    if (event.type !== UNRECORDED_ERASURE && !isStreamErasure(event)) return false;
    if (parkingError && isStreamErasure(event)) return true;
    // Counts types that damage may hide, except erasures: a projection may read those of another
    // stream's record with this id.
    const hidden = parkingError ? typesOf(event.stream).filter((type) => !isErasure({ type })) : [];
    return [...history.map(({ type }) => type), ...hidden].some((type) => processor.reads(type));
  }

  /** Reads stored records, and each stream's past events once. */
  private createRecordSource(): RecordSource {
    const { log, open, store } = this.ports;
    const streams = new Map<string, Promise<readonly RecordedEvent[]>>();
    return {
      get: store.get.bind(store),
      readPast: async ({ stream, revision }) => {
        const reading =
          streams.get(stream) ??
          withPlaceholders(readWithPlaceholders(log, stream).then((events) => open(events)));
        streams.set(stream, reading);
        return requireReadable((await reading).filter((past) => past.revision < revision));
      },
    };
  }

  /**
   * Completes the erasure and returns it with the stream's history, so that documents are folded
   * without the erased data. Documents of a damaged stream are removed.
   */
  private async eraseAndReadHistory(event: RecordedEvent): Promise<ProjectedEvent> {
    await this.ports.erase([event.stream], event.metadata.eventId);
    return this.readWithHistory(event);
  }

  private async readWithHistory(event: RecordedEvent): Promise<ProjectedEvent> {
    const { log, open } = this.ports;
    const selectUpToEvent = (events: readonly RecordedEvent[]) =>
      events.filter(({ position }) => position <= event.position);
    try {
      return toProjectedEvent(event, await open(selectUpToEvent(await log.read(event.stream))));
    } catch (parkingError) {
      if (!(parkingError instanceof DamagedStream)) throw parkingError;
      const readable = selectUpToEvent(await readUndamaged(log, event.stream));
      return { ...toProjectedEvent(event, readable), parkingError };
    }
  }
}

/**
 * Events by which a projection folds a parked stream again; none if it reads nothing of the stream.
 * A record of several streams continues from the first event that it lacks.
 */
function eventsToRetry(
  processor: ProjectionProcessor,
  history: readonly RecordedEvent[],
  { position }: Parked,
): readonly ProjectedEvent[] {
  if (!history.some(({ type }) => processor.reads(type))) return [];
  if (!('sharesRecords' in processor.projection))
    return [toProjectedEvent(history.at(-1)!, history)];
  return history
    .filter((event) => event.position >= position)
    .filter((event) => processor.reads(event.type) || isStreamErasure(event))
    .map((event) => toProjectedEvent(event));
}

const includesStream = (
  parked: readonly Pick<Parked, 'collection' | 'stream'>[],
  { collection, stream }: Pick<Parked, 'collection' | 'stream'>,
): boolean => parked.some((each) => each.collection === collection && each.stream === stream);

const toCheckpointEntry = ({ collection, stream, position, cause }: NewlyParked): Parked => ({
  collection,
  stream,
  position,
  because: cause instanceof DamagedStream ? cause.message : errorName(cause),
  isExact: true,
});

/** Sets parked streams whose records were removed back to their start, to fold them from there. */
const restartRemoved = (
  parked: readonly Parked[],
  removed: BatchResult['removed'],
): readonly Parked[] =>
  removed.length === 0
    ? parked
    : parked.map((each) =>
        includesStream(removed, each) ? { ...each, position: BEFORE_ALL } : each,
      );

export const mergeResults = (results: readonly BatchResult[]): BatchResult => ({
  documents: results.flatMap(({ documents }) => documents),
  sums: results.flatMap(({ sums }) => sums),
  changes: results
    .flatMap(({ changes }) => changes)
    .sort((one, other) => compare(one.position, other.position)),
  parked: results.flatMap((result) => result.parked),
  removed: results.flatMap((result) => result.removed),
  ...(results.some(({ erases }) => erases) && { erases: true as const }),
});

async function commitOrReject(
  store: Pick<ReadStore, 'commit'>,
  commit: Parameters<ReadStore['commit']>[0],
): Promise<void> {
  try {
    await store.commit(commit);
  } catch (error) {
    if (
      error instanceof Unavailable ||
      error instanceof CheckpointMoved ||
      error instanceof InvalidQuery
    )
      throw error;
    throw new CommitRejected((error as Error).message, { cause: error });
  }
}
