import { appendSpan, formatTraceparent } from '../../common/tracing/tracing.js';
import { Unavailable } from '../../common/unavailable.js';
import type { Position, RecordedEvent } from '../../event-log/event-log.js';
import { isErasure, isStreamErasure } from '../../sealing/platform-events.js';
import type { Change, Collection, Commit, Parked } from '../read-store/read-store.js';
import { type ProjectedEvent, bareId, toRecordKey } from './projected-event.js';
import type { SumContribution, AnyPerEvent, AnyPerStream, Projection } from './projection.js';
import { RecordFormat, type RecordState, type ViewDocument, NO_RECORD } from './record-format.js';

export type NewlyParked = Parked & { readonly eventId: string; readonly cause: unknown };

export type BatchResult = Pick<Commit, 'documents' | 'sums' | 'changes' | 'erases'> & {
  readonly parked: readonly NewlyParked[];
  /** Parked streams whose records were removed, so that nothing of them is counted any more. */
  readonly removed: readonly Pick<Parked, 'collection' | 'stream'>[];
};

export type RecordSource = {
  get(collection: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Events of the stream before this event. */
  readPast(event: RecordedEvent): Promise<readonly RecordedEvent[]>;
};

/** Generation of a projection: its collections, and how a batch of events changes them. */
export class ProjectionProcessor {
  /** Named `name@version.generation`. */
  readonly collection: string;
  /** Collection of the records; equals `collection` if the record is the document. */
  readonly recordCollection: string;
  readonly format: RecordFormat;

  constructor(
    readonly projection: Projection,
    readonly generation = 1,
  ) {
    this.collection = `${projection.name}@${projection.version}.${generation}`;
    this.format = new RecordFormat(projection);
    this.recordCollection = this.format.hasRecordCollection
      ? `${this.collection}/records`
      : this.collection;
  }

  collections(): readonly Collection[] {
    const { indexes, filters, search } = this.projection;
    const hasSums = 'counts' in this.projection;
    const documentCollection = {
      name: this.collection,
      indexes,
      ...(filters && { filters }),
      ...(search && { search }),
      ...(hasSums && { hasSums }),
    };
    return this.format.hasRecordCollection
      ? [documentCollection, { name: this.recordCollection, indexes: [] }]
      : [documentCollection];
  }

  reads(type: string): boolean {
    return Object.hasOwn(this.projection.events, type);
  }

  /** Repeats each event for every part of a record that it changes. */
  splitByParts(events: readonly ProjectedEvent[]): readonly ProjectedEvent[] {
    const { projection } = this;
    if (!('partsOf' in projection)) return events;
    return events.flatMap((event): readonly ProjectedEvent[] => {
      // A damaged event names no part; it parks the stream.
      if (event.event.damage !== undefined) return [event];
      try {
        return this.partsOf(event).map((part) => ({ ...event, part }));
      } catch (error) {
        return [{ ...event, parkingError: error as Error }];
      }
    });
  }

  /** Parts that an event changes; an erasure changes those of its whole history. */
  private partsOf({ event, history = [event] }: ProjectedEvent): readonly string[] {
    const { partsOf } = this.projection as AnyPerStream;
    const readEvents = history.filter(({ type }) => this.reads(type));
    return [...new Set(readEvents.flatMap((each) => partsOf!(each)))];
  }

  /** Whether an event of this type can give a record its first documents. */
  canReveal(type: string): boolean {
    const { revealingEvents } = this.projection as AnyPerStream;
    return revealingEvents === undefined || revealingEvents.includes(type);
  }

  /** Whether the event leaves the elements of growing lists alone, so that none is loaded. */
  private appendsOnly({ event, history }: ProjectedEvent): boolean {
    const { appendingEvents = [] } = this.projection as AnyPerStream;
    return history === undefined && appendingEvents.includes(event.type);
  }

  /** Keys of records whose growing lists have to be loaded for the events. */
  keysOfWholeRecords(events: readonly ProjectedEvent[]): ReadonlySet<string> {
    return new Set(events.filter((event) => !this.appendsOnly(event)).map(toRecordKey));
  }

  /**
   * Computes the difference between each record before and after the batch, in documents and sums.
   * @param retried parked streams whose whole history is folded again
   * @throws Unavailable, or an error of `source`; a fold that throws parks its stream
   */
  async project(
    events: readonly ProjectedEvent[],
    source: RecordSource,
    parked: readonly Parked[],
    retried: readonly Parked[] = [],
  ): Promise<BatchResult> {
    const batch = new ProjectionBatch(this, parked, retried);
    const byParts = this.splitByParts(events);
    await batch.load(byParts, source);
    return batch.project(byParts);
  }
}

type TouchedRecord = {
  readonly event: ProjectedEvent;
  record: unknown;
  last: RecordedEvent;
  isErased: boolean;
};

/** Changes by a batch of events, which `splitByParts` has split. */
export class ProjectionBatch {
  private readonly stateBefore = new Map<string, RecordState>();
  private readonly touched = new Map<string, TouchedRecord>();
  private readonly documents: Commit['documents'][number][] = [];
  private readonly changes: Change[] = [];
  private readonly newlyParked = new Map<string, NewlyParked>();
  /** Streams with a record whose counted state cannot be folded. */
  private readonly unloaded = new Set<string>();
  private readonly removed = new Set<string>();
  private readonly sums = new Map<string, Record<string, number>>();
  private erases = false;
  /** First position that was not projected, by parked stream. */
  private readonly parked: Map<string, Position>;
  private readonly retried: ReadonlyMap<string, Position>;

  constructor(
    private readonly processor: ProjectionProcessor,
    parked: readonly Parked[] = [],
    retried: readonly Parked[] = [],
  ) {
    const positionsByStream = (streams: readonly Parked[]) =>
      new Map(
        streams
          .filter(({ collection }) => collection === processor.collection)
          .map(({ stream, position }) => [stream, position]),
      );
    this.parked = positionsByStream(parked);
    this.retried = positionsByStream(retried);
  }

  /** First event of each record that may be stored already. */
  recordsToLoad(events: readonly ProjectedEvent[]): readonly ProjectedEvent[] {
    if ('entry' in this.processor.projection) return [];
    const firstEvents = new Map<string, ProjectedEvent>();
    for (const event of events) {
      const key = toRecordKey(event);
      const hasRecord = !event.parkingError || isErasure(event.event);
      if (hasRecord && !this.isSkipped(event) && !firstEvents.has(key)) firstEvents.set(key, event);
    }
    return [...firstEvents.values()].filter((event) => !this.startsRecord(event));
  }

  async load(events: readonly ProjectedEvent[], source: RecordSource): Promise<void> {
    // Parked before records are loaded, so that they are counted up to this event and no later one.
    for (const event of events)
      if (event.parkingError && !isErasure(event.event)) this.park(event.parkingError, event);
    const toLoad = this.recordsToLoad(events);
    if (toLoad.length === 0) return;
    const { recordCollection, format } = this.processor;
    const texts = new Map(await source.get(recordCollection, toLoad.map(toRecordKey)));
    const wholeKeys = this.processor.keysOfWholeRecords(events);
    const elements = [...texts].flatMap(([key, json]) =>
      wholeKeys.has(key) ? format.elementIds(key, json) : [],
    );
    if (elements.length > 0)
      for (const [id, json] of await source.get(recordCollection, elements)) texts.set(id, json);
    const possiblyRevealed = new Set(
      events
        .filter(
          ({ event: { type, stream } }) =>
            this.processor.canReveal(type) || this.retried.has(stream),
        )
        .map(toRecordKey),
    );
    for (const event of toLoad) {
      const key = toRecordKey(event);
      const needsRefold = format.refoldsFromLog && !texts.has(key) && possiblyRevealed.has(key);
      try {
        const past = needsRefold ? await source.readPast(event.event) : [];
        this.loadRecord(event, texts, past, { isWhole: wholeKeys.has(key) });
      } catch (cause) {
        this.park(cause, event);
        this.unloaded.add(event.event.stream);
      }
    }
  }

  /** Loads a stored record, or folds it from its past events if records are not stored. */
  loadRecord(
    event: ProjectedEvent,
    texts: ReadonlyMap<string, string>,
    past: readonly RecordedEvent[],
    { isWhole }: { isWhole: boolean },
  ): void {
    const { format } = this.processor;
    const key = toRecordKey(event);
    const record = texts.has(key)
      ? format.parseRecord(key, texts, { isWhole })
      : this.refold(event, past);
    this.stateBefore.set(key, format.toState(key, record));
  }

  project(events: readonly ProjectedEvent[]): BatchResult {
    for (const event of events) this.apply(event);
    for (const [key, touched] of this.touched) {
      try {
        this.write(key, touched);
      } catch (cause) {
        this.park(cause, touched.event);
        if (!touched.isErased) continue;
        this.write(key, { ...touched, record: undefined });
        this.removed.add(touched.event.event.stream);
      }
    }
    const { collection } = this.processor;
    return {
      documents: this.documents,
      sums: [...this.sums].map(([key, amounts]) => ({
        collection,
        key,
        amounts,
      })),
      changes: this.changes,
      parked: [...this.newlyParked.values()],
      removed: [...this.removed].map((stream) => ({ collection, stream })),
      ...(this.erases && { erases: true }),
    };
  }

  private apply(event: ProjectedEvent): void {
    const { projection } = this.processor;
    const { stream, position } = event.event;
    if (isErasure(event.event)) this.erases = true;
    if (this.isSkipped(event)) return;
    if (isStreamErasure(event.event) || this.isParkedAt(stream, position))
      return this.removeAll(event);
    try {
      if (event.parkingError) throw event.parkingError;
      if ('entry' in projection) this.writeEntry(projection, event);
      else this.touch(event, this.recordAfter(projection, event));
    } catch (cause) {
      this.park(cause, event);
      if (isErasure(event.event)) this.removeAll(event);
    }
  }

  /**
   * Folds a record up to its last counted state. A parked stream was counted up to its poison
   * event, or not at all after its record was removed.
   */
  private refold({ event, part }: ProjectedEvent, past: readonly RecordedEvent[]): unknown {
    const until = this.retried.get(event.stream) ?? this.parked.get(event.stream);
    return this.fold(
      until === undefined ? past : past.filter(({ position }) => position < until),
      part,
    );
  }

  private fold(events: readonly RecordedEvent[], part: string | undefined): unknown {
    const projection = this.processor.projection as AnyPerStream;
    return events
      .filter(
        (event) =>
          this.processor.reads(event.type) &&
          (part === undefined || projection.partsOf!(event).includes(part)),
      )
      .reduce<unknown>((record, event) => projection.fold(record, event), undefined);
  }

  private recordAfter(projection: AnyPerStream, projected: ProjectedEvent): unknown {
    const { event, history, part } = projected;
    if (history) return this.fold(history, part);
    const key = toRecordKey(projected);
    const touched = this.touched.get(key);
    return projection.fold(touched ? touched.record : this.stateBefore.get(key)?.record, event);
  }

  private touch(event: ProjectedEvent, record: unknown): void {
    const key = toRecordKey(event);
    const touched = this.touched.get(key);
    const isErased = isErasure(event.event) || touched?.isErased === true;
    this.touched.set(key, { event, ...touched, record, last: event.event, isErased });
  }

  private writeEntry(projection: AnyPerEvent, projected: ProjectedEvent): void {
    const { event, history } = projected;
    const eventsToWrite = history?.filter((past) => this.processor.reads(past.type)) ?? [event];
    for (const each of eventsToWrite) {
      const document = projection.entry(each);
      const shown =
        document === undefined
          ? undefined
          : this.processor.format.toViewDocument(document as object);
      // Events of the history had been shown before.
      const former = history && shown;
      if (shown || history)
        this.writeDocument(
          projected,
          { ...each, position: event.position },
          String(each.revision),
          former,
          shown,
        );
    }
  }

  /**
   * Removes the documents of an erased person or stream, also those of a parked stream. A record
   * that is not loaded has sums at most, which stay until it can be folded.
   */
  private removeAll(event: ProjectedEvent): void {
    const { projection, collection } = this.processor;
    if (!('entry' in projection)) {
      const { stream } = event.event;
      if (this.parked.has(stream) && !this.unloaded.has(stream)) this.removed.add(stream);
      return this.touch(event, undefined);
    }
    for (let revision = 0; revision <= event.event.revision; revision++)
      this.documents.push({ collection, id: `${event.key}_${revision}`, json: undefined });
  }

  /** Writes the difference between the stored and the new state of a record. */
  private write(key: string, { event, record, last }: TouchedRecord): void {
    const before = this.stateBefore.get(key) ?? NO_RECORD;
    const after = this.processor.format.toState(key, record);
    for (const [id, former, json] of pairById(before.storedTexts, after.storedTexts))
      if (former !== json)
        this.documents.push({ collection: this.processor.recordCollection, id, json });
    for (const [part, former, document] of pairById(before.documents, after.documents))
      if (former?.json !== document?.json || former?.audience !== document?.audience)
        this.writeDocument(event, last, part, former, document);
    const prefix = event.organizationId ?? key;
    for (const count of before.counts) this.addToSum(prefix, count, -1);
    for (const count of after.counts) this.addToSum(prefix, count, 1);
  }

  private writeDocument(
    projected: ProjectedEvent,
    { revision, position, metadata }: RecordedEvent,
    part: string,
    former: ViewDocument | undefined,
    document: ViewDocument | undefined,
  ): void {
    const { projection, collection } = this.processor;
    const { key, organizationId } = projected;
    this.documents.push({ collection, id: part ? `${key}_${part}` : key, json: document?.json });
    if (organizationId === undefined || ('silent' in projection && projection.silent)) return;
    const room = document?.room ?? former?.room;
    const traceparent = formatTraceparent(appendSpan(metadata));
    this.changes.push({
      organizationId,
      view: projection.name,
      id: bareId(projected, part),
      revision,
      before: former?.audience,
      after: document?.audience,
      ...(room !== undefined && { room }),
      ...(traceparent !== undefined && { traceparent }),
      position,
    });
  }

  private addToSum(prefix: string, { key, amounts }: SumContribution, sign: 1 | -1): void {
    const id = `${prefix}_${key}`;
    const sum = this.sums.get(id) ?? {};
    for (const [name, amount] of Object.entries(amounts)) {
      sum[name] = (sum[name] ?? 0) + sign * amount;
      if (sum[name] === 0) delete sum[name];
    }
    if (Object.keys(sum).length > 0) this.sums.set(id, sum);
    else this.sums.delete(id);
  }

  /**
   * Parks the stream of a poison event, the first one of several. `Unavailable` is rethrown,
   * because a retry can succeed.
   */
  private park(cause: unknown, { event }: ProjectedEvent): void {
    if (cause instanceof Unavailable) throw cause;
    const { stream } = event;
    // A stream that is folded again was counted up to its earlier poison event.
    const position = this.retried.get(stream) ?? event.position;
    if (this.isParkedAt(stream, position)) return;
    this.parked.set(stream, position);
    this.newlyParked.set(stream, toNewlyParked(this.processor, { ...event, position }, cause));
  }

  /** A parked stream is skipped, except by an erasure. */
  private isSkipped({ event }: ProjectedEvent): boolean {
    return !isErasure(event) && this.isParkedAt(event.stream, event.position);
  }

  /** Whether the stream was parked before the batch, or by an event up to the position. */
  private isParkedAt(stream: string, position: Position): boolean {
    const newlyParked = this.newlyParked.get(stream);
    return newlyParked ? newlyParked.position <= position : this.parked.has(stream);
  }

  /** Whether the record cannot exist before this event. */
  private startsRecord({ event: { type, revision } }: ProjectedEvent): boolean {
    return revision === 0 && type === (this.processor.projection as AnyPerStream).firstEvent;
  }
}

export const toNewlyParked = (
  { collection }: ProjectionProcessor,
  { stream, position, metadata }: RecordedEvent,
  cause: unknown,
): NewlyParked => ({
  collection,
  stream,
  position,
  eventId: metadata.eventId,
  cause,
});

/** Values of both maps by id, undefined where one has none. */
function* pairById<Value>(before: ReadonlyMap<string, Value>, after: ReadonlyMap<string, Value>) {
  for (const [id, former] of before) yield [id, former, after.get(id)] as const;
  for (const [id, value] of after) if (!before.has(id)) yield [id, undefined, value] as const;
}
