import type { Message } from '#domain/kernel/message.js';
import { Unavailable } from '../../common/unavailable.js';
import type { Position, RecordedEvent } from '../../event-log/event-log.js';
import type { Change, Collection, Commit, Parked } from '../read-store/read-store.js';
import { type ProjectedEvent, bareIdOf } from './projected-event.js';
import type { Count, PerEvent, PerStream, Projection } from './projection.js';
import { RecordFormat, type RecordState, type ShownDocument, noRecord } from './record-format.js';

export type NewlyParked = Parked & { readonly eventId: string; readonly cause: unknown };

export type BatchResult = Pick<Commit, 'documents' | 'sums' | 'changes' | 'erases'> & {
  readonly parked: readonly NewlyParked[];
};

export type RecordSource = {
  get(collection: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Events on the stream before this event. */
  past(event: RecordedEvent): Promise<readonly RecordedEvent[]>;
};

/**
 * Processes one generation of a projection: its collection, and the changes by a batch of events.
 */
export class ProjectionProcessor {
  /** `name@version.generation` */
  readonly collection: string;
  /** Collection of the records. A projection whose record is the document uses `collection`. */
  readonly recordCollection: string;
  readonly format: RecordFormat;

  constructor(
    readonly projection: Projection,
    readonly generation = 1,
  ) {
    this.collection = `${projection.name}@${projection.version}.${generation}`;
    this.format = new RecordFormat(projection);
    this.recordCollection = this.format.keepsRecords
      ? `${this.collection}/records`
      : this.collection;
  }

  collections(): readonly Collection[] {
    const { indexes, filters, search } = this.projection;
    const hasSums = 'counts' in this.projection;
    const shown = {
      name: this.collection,
      indexes,
      ...(filters && { filters }),
      ...(search && { search }),
      ...(hasSums && { hasSums }),
    };
    return this.format.keepsRecords
      ? [shown, { name: this.recordCollection, indexes: [] }]
      : [shown];
  }

  reads(type: string): boolean {
    return Object.hasOwn(this.projection.events, type);
  }

  /** Whether a record that shows nothing may come to show something by an event of that type. */
  mayAppearBy(type: string): boolean {
    const { appearsBy } = this.projection as PerStream<Message, unknown, unknown>;
    return appearsBy === undefined || appearsBy.includes(type);
  }

  /**
   * Computes how events change documents and sums: the difference between each record before and
   * after. A record that changes five times in a batch is written once.
   * @throws Unavailable, or an error of the source; a fold that throws parks its stream
   */
  async project(
    events: readonly ProjectedEvent[],
    source: RecordSource,
    parked: readonly Parked[],
  ): Promise<BatchResult> {
    const batch = new ProjectionBatch(this, parked);
    await batch.load(events, source);
    return batch.project(events);
  }
}

type TouchedRecord = {
  readonly event: ProjectedEvent;
  record: unknown;
  last: RecordedEvent;
  isErased: boolean;
};

export class ProjectionBatch {
  private readonly before = new Map<string, RecordState>();
  private readonly touched = new Map<string, TouchedRecord>();
  private readonly documents: Commit['documents'][number][] = [];
  private readonly changes: Change[] = [];
  private readonly newlyParked: NewlyParked[] = [];
  private readonly sums = new Map<string, Record<string, number>>();
  private erases = false;
  /** Streams that are parked, and since which event. */
  private readonly parked: Map<string, Position>;

  constructor(
    private readonly processor: ProjectionProcessor,
    parked: readonly Parked[] = [],
  ) {
    const own = parked.filter(({ collection }) => collection === processor.collection);
    this.parked = new Map(own.map(({ stream, position }) => [stream, position]));
  }

  /** The first event of each record that may have been there before. */
  recordsToLoad(events: readonly ProjectedEvent[]): readonly ProjectedEvent[] {
    if ('entry' in this.processor.projection) return [];
    const first = new Map<string, ProjectedEvent>();
    for (const event of events)
      if (!event.refused && !this.skips(event) && !first.has(event.key))
        first.set(event.key, event);
    return [...first.values()].filter((event) => !this.isBeginning(event));
  }

  async load(events: readonly ProjectedEvent[], source: RecordSource): Promise<void> {
    const toLoad = this.recordsToLoad(events);
    if (toLoad.length === 0) return;
    const { recordCollection, format } = this.processor;
    const texts = new Map(
      await source.get(
        recordCollection,
        toLoad.map(({ key }) => key),
      ),
    );
    const elements = [...texts].flatMap(([key, json]) => format.elementIds(key, json));
    if (elements.length > 0)
      for (const [id, json] of await source.get(recordCollection, elements)) texts.set(id, json);
    const appearing = new Set(
      events
        .filter(({ event: { type } }) => this.processor.mayAppearBy(type))
        .map(({ key }) => key),
    );
    for (const event of toLoad) {
      const isFolded = format.leavesToLog && !texts.has(event.key) && appearing.has(event.key);
      this.begin(event, texts, isFolded ? await source.past(event.event) : []);
    }
  }

  /**
   * Begins with a record as it was stored, or else, where it is left to the log, with what was
   * recorded before.
   */
  begin(
    event: ProjectedEvent,
    texts: ReadonlyMap<string, string>,
    past: readonly RecordedEvent[],
  ): void {
    const { format } = this.processor;
    try {
      const record = texts.has(event.key)
        ? format.parsed(event.key, texts)
        : this.folded(event, past);
      this.before.set(event.key, format.stateOf(event.key, record));
    } catch (cause) {
      this.park(cause, event);
    }
  }

  project(events: readonly ProjectedEvent[]): BatchResult {
    for (const event of events) this.apply(event);
    for (const [key, touched] of this.touched) {
      try {
        this.write(key, touched);
      } catch (cause) {
        this.park(cause, touched.event);
        if (touched.isErased) this.write(key, { ...touched, record: undefined });
      }
    }
    return {
      documents: this.documents,
      sums: [...this.sums].map(([key, amounts]) => ({
        collection: this.processor.collection,
        key,
        amounts,
      })),
      changes: this.changes,
      parked: this.newlyParked,
      ...(this.erases && { erases: true }),
    };
  }

  private apply(event: ProjectedEvent): void {
    const { projection } = this.processor;
    if (event.history) this.erases = true;
    if (this.skips(event)) return;
    if (this.parked.has(event.event.stream)) return this.removeAll(event);
    try {
      if (event.refused) throw event.refused;
      if ('entry' in projection) this.enter(projection, event);
      else this.touch(event, this.recordAfter(projection, event));
    } catch (cause) {
      this.park(cause, event);
      if (event.history) this.removeAll(event);
    }
  }

  /**
   * A record as it was counted last: of a parked stream, that was before the event for which it was
   * parked.
   */
  private folded({ event }: ProjectedEvent, past: readonly RecordedEvent[]): unknown {
    const until = this.parked.get(event.stream) ?? event.position;
    return this.fold(past.filter(({ position }) => position < until));
  }

  private fold(events: readonly RecordedEvent[]): unknown {
    const projection = this.processor.projection as PerStream<Message, unknown, unknown>;
    return events
      .filter(({ type }) => this.processor.reads(type))
      .reduce<unknown>((record, event) => projection.fold(record, event), undefined);
  }

  private recordAfter(
    projection: PerStream<Message, unknown, unknown>,
    { event, key, history }: ProjectedEvent,
  ): unknown {
    if (history) return this.fold(history);
    const touched = this.touched.get(key);
    return projection.fold(touched ? touched.record : this.before.get(key)?.record, event);
  }

  private touch(event: ProjectedEvent, record: unknown): void {
    const touched = this.touched.get(event.key);
    const isErased = event.history !== undefined || touched?.isErased === true;
    this.touched.set(event.key, { event, ...touched, record, last: event.event, isErased });
  }

  private enter(projection: PerEvent<Message, unknown>, projected: ProjectedEvent): void {
    const { event, history } = projected;
    for (const each of history
      ? history.filter((past) => this.processor.reads(past.type))
      : [event]) {
      const document = projection.entry(each);
      const shown =
        document === undefined ? undefined : this.processor.format.shown(document as object);
      if (shown || history)
        this.put(
          projected,
          { ...each, position: event.position },
          String(each.revision),
          history && shown,
          shown,
        );
    }
  }

  /** Removes all documents of an erased person, also from a parked stream. */
  private removeAll(event: ProjectedEvent): void {
    const { projection, collection } = this.processor;
    if (!('entry' in projection)) return this.touch(event, undefined);
    for (const { type, revision } of event.history ?? [])
      if (this.processor.reads(type))
        this.documents.push({ collection, id: `${event.key}_${revision}`, json: undefined });
  }

  /** Writes the difference between what the store has of a record and what it is to have. */
  private write(key: string, { event, record, last }: TouchedRecord): void {
    const before = this.before.get(key) ?? noRecord;
    const after = this.processor.format.stateOf(key, record);
    for (const [id, was, is] of differences(before.stored, after.stored))
      if (was !== is)
        this.documents.push({ collection: this.processor.recordCollection, id, json: is });
    for (const [part, was, is] of differences(before.shown, after.shown))
      if (was?.json !== is?.json || was?.audience !== is?.audience)
        this.put(event, last, part, was, is);
    const prefix = event.organizationId ?? key;
    for (const count of before.counts) this.add(prefix, count, -1);
    for (const count of after.counts) this.add(prefix, count, 1);
  }

  private put(
    projected: ProjectedEvent,
    { revision, position }: RecordedEvent,
    part: string,
    was: ShownDocument | undefined,
    is: ShownDocument | undefined,
  ): void {
    const { projection, collection } = this.processor;
    const { key, organizationId } = projected;
    this.documents.push({ collection, id: part ? `${key}_${part}` : key, json: is?.json });
    if (organizationId === undefined || ('silent' in projection && projection.silent)) return;
    const room = is?.room ?? was?.room;
    this.changes.push({
      ...{
        organizationId,
        view: projection.name,
        id: bareIdOf(projected, part),
        revision,
        before: was?.audience,
        after: is?.audience,
      },
      ...(room !== undefined && { room }),
      position,
    });
  }

  private add(prefix: string, { key, amounts }: Count, sign: 1 | -1): void {
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
   * Infrastructure is tried again; a fold that throws would throw again, so its stream is parked
   * and the others go on.
   */
  private park(cause: unknown, { event }: ProjectedEvent): void {
    if (cause instanceof Unavailable) throw cause;
    if (this.parked.has(event.stream)) return;
    this.parked.set(event.stream, event.position);
    this.newlyParked.push(parkedFor(this.processor, event, cause));
  }

  /** A parked stream is projected no further, except by an erasure. */
  private skips({ event, history }: ProjectedEvent): boolean {
    return history === undefined && this.parked.has(event.stream);
  }

  /** Whether nothing can have been there before it. */
  private isBeginning({ event: { type, revision } }: ProjectedEvent): boolean {
    return (
      revision === 0 &&
      type === (this.processor.projection as PerStream<Message, unknown, unknown>).begins
    );
  }
}

export const parkedFor = (
  { collection }: ProjectionProcessor,
  { stream, position, metadata }: RecordedEvent,
  cause: unknown,
): NewlyParked => ({
  ...{ collection, stream, position, eventId: metadata.eventId, cause },
});

/** Yields each key of either map, with its value before and after. */
function* differences<Value>(
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
) {
  for (const [id, was] of before) yield [id, was, after.get(id)] as const;
  for (const [id, is] of after) if (!before.has(id)) yield [id, undefined, is] as const;
}
