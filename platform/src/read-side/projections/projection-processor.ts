import type { Message } from '#domain/kernel/message.js';
import { LRUCache } from 'lru-cache';
import type { Position, RecordedEvent } from '../../event-log/event-log.js';
import type { Collection, Commit } from '../read-store/read-store.js';
import { Unavailable } from '../../common/unavailable.js';
import { type ProjectedEvent, bareIdOf } from './projected-event.js';
import type { Count, PerEvent, PerStream, Projection } from './projection.js';
import type { CommittedChange, Parked } from './read-side.js';
import { RecordFormat, type RecordState, type Shown, noRecord } from './record-state.js';

/** Records of one projection that stay in memory from one batch to the next: how many, and how many characters of JSON. */
const cached = { max: 2_000, maxSize: 8_000_000 };
/** What a record takes beside its JSON, in characters. */
const overhead = 200;

/** What a batch changes in the views. */
export type BatchResult = Pick<Commit, 'documents' | 'sums' | 'erases'> & {
  readonly changes: readonly CommittedChange[];
  readonly parked: readonly (Parked & { readonly cause: unknown })[];
};

/** Where records are that are not in memory. */
export type RecordSource = {
  get(collection: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** What was recorded on the event's stream before it. */
  past(event: RecordedEvent): Promise<readonly RecordedEvent[]>;
};

type Touched = { readonly event: ProjectedEvent; readonly before: RecordState; record: unknown; last: RecordedEvent; isErased: boolean };

/**
 * One projection at work: `load` gets the records that a batch is about, `project` folds the batch and answers the difference
 * between what the records showed and counted before and after. A record that moves five times in a batch is written once.
 */
export class ProjectionProcessor {
  /** `name@version.generation` */
  readonly collection: string;
  private readonly format: RecordFormat;
  private readonly cache = new LRUCache<string, RecordState>({ ...cached, sizeCalculation: sizeOf });
  /** Of this batch, so that the cache may let go of them meanwhile. */
  private readonly loaded = new Map<string, RecordState>();
  private readonly touched = new Map<string, Touched>();
  /** Streams that stand still here, and since which event. */
  private readonly parked = new Map<string, Position>();
  private result = emptyResult();

  constructor(
    readonly projection: Projection,
    readonly generation = 1,
  ) {
    this.collection = `${projection.name}@${projection.version}.${generation}`;
    this.format = new RecordFormat(projection);
  }

  collections(): readonly Collection[] {
    const { indexes, enumerated, search } = this.projection;
    const shown = { name: this.collection, indexes, ...(enumerated && { enumerated }), ...(search && { search }) };
    return this.format.keepsRecords ? [shown, { name: this.recordCollection, indexes: [] }] : [shown];
  }

  reads(type: string): boolean {
    return Object.hasOwn(this.projection.events, type);
  }

  /** Loads the records of these events, which it reads. @throws Unavailable, or what the source throws */
  async load(events: readonly ProjectedEvent[], source: RecordSource): Promise<void> {
    const missing = this.missingRecords(events);
    if (missing.length === 0) return;
    const texts = new Map(
      await source.get(
        this.recordCollection,
        missing.map(({ key }) => key),
      ),
    );
    const elements = [...texts].flatMap(([key, json]) => this.format.elementIds(key, json));
    if (elements.length > 0) for (const [id, json] of await source.get(this.recordCollection, elements)) texts.set(id, json);
    await Promise.all(
      missing.map(async (event) => {
        const past = this.format.leavesToLog && !texts.has(event.key) ? await source.past(event.event) : [];
        this.loaded.set(event.key, this.stateBefore(event, texts, past));
      }),
    );
  }

  /** Folds events that it reads, and answers what they change. @throws Unavailable, and nothing else: a fold that throws parks its stream */
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
    const { sums, ...result } = this.result;
    this.clearBatch();
    return { ...result, sums: [...sums].map(([key, amounts]) => ({ collection: this.collection, key, amounts })) };
  }

  /** Begins anew after a batch that was not written, with the streams that the store knows to be parked. */
  startOver(parked: readonly Parked[]): void {
    this.cache.clear();
    this.clearBatch();
    this.parked.clear();
    for (const { collection, stream, position } of parked) if (collection === this.collection) this.parked.set(stream, position);
  }

  /** What the store does not take is parked like what cannot be folded. */
  refuse(event: RecordedEvent, cause: unknown): void {
    this.park(cause, { event });
  }

  /** Where its records are: what shows itself is its own record. */
  private get recordCollection(): string {
    return this.format.keepsRecords ? `${this.collection}/records` : this.collection;
  }

  /** Of these, the first of each record that is not in memory and may be somewhere else. */
  private missingRecords(events: readonly ProjectedEvent[]): readonly ProjectedEvent[] {
    if ('entry' in this.projection) return [];
    const missing = new Map<string, ProjectedEvent>();
    for (const event of events) {
      const { key, refused } = event;
      if (refused || this.skips(event) || this.loaded.has(key) || missing.has(key)) continue;
      const known = this.cache.get(key) ?? (this.isBeginning(event) ? noRecord : undefined);
      if (known) this.loaded.set(key, known);
      else missing.set(key, event);
    }
    return [...missing.values()];
  }

  private stateBefore(event: ProjectedEvent, texts: ReadonlyMap<string, string>, past: readonly RecordedEvent[]): RecordState {
    try {
      const record = texts.has(event.key) ? this.format.parsed(event.key, texts) : this.folded(event, past);
      return this.format.stateOf(event.key, record);
    } catch (cause) {
      this.park(cause, event);
      return noRecord;
    }
  }

  /** A record as it was counted last: where its stream stands still, that was before the event for which it does. */
  private folded({ event }: ProjectedEvent, past: readonly RecordedEvent[]): unknown {
    const { fold } = this.projection as PerStream<Message, unknown, unknown>;
    const until = this.parked.get(event.stream) ?? event.position;
    return past
      .filter(({ type, position }) => this.reads(type) && position < until)
      .reduce<unknown>((record, earlier) => fold.call(this.projection, record, earlier), undefined);
  }

  private apply(event: ProjectedEvent): void {
    if (event.history) this.result.erases = true;
    if (this.skips(event)) return;
    if (this.parked.has(event.event.stream)) return this.removeAll(event);
    try {
      if (event.refused) throw event.refused;
      if ('entry' in this.projection) this.enter(this.projection, event);
      else this.touch(event, this.recordAfter(this.projection, event));
    } catch (cause) {
      this.park(cause, event);
      if (event.history) this.removeAll(event);
    }
  }

  private recordAfter(projection: PerStream<Message, unknown, unknown>, { event, key, history }: ProjectedEvent): unknown {
    if (history) return history.filter((past) => this.reads(past.type)).reduce<unknown>((state, past) => projection.fold(state, past), undefined);
    const touched = this.touched.get(key);
    return projection.fold(touched ? touched.record : this.before(key).record, event);
  }

  private before(key: string): RecordState {
    return this.loaded.get(key) ?? this.cache.get(key) ?? noRecord;
  }

  private touch(event: ProjectedEvent, record: unknown): void {
    const { key, history } = event;
    const touched = this.touched.get(key);
    const isErased = history !== undefined || touched?.isErased === true;
    this.touched.set(key, { event, before: this.before(key), ...touched, record, last: event.event, isErased });
  }

  private enter(projection: PerEvent<Message, unknown>, projected: ProjectedEvent): void {
    const { event, history } = projected;
    for (const each of history ? history.filter((past) => this.reads(past.type)) : [event]) {
      const document = projection.entry(each);
      const shown = document === undefined ? undefined : this.format.shown(document);
      if (shown || history) this.put(projected, each, event.position, String(each.revision), history && shown, shown);
    }
  }

  /** Of who is erased nothing stays, also where the stream stands still. */
  private removeAll(event: ProjectedEvent): void {
    if (!('entry' in this.projection)) return this.touch(event, undefined);
    for (const { type, revision } of event.history ?? [])
      if (this.reads(type)) this.result.documents.push({ collection: this.collection, id: `${event.key}_${revision}`, json: undefined });
  }

  /** Writes the difference between what the store has of a record and what it is to have. */
  private write(key: string, { event, before, record, last }: Touched): void {
    const after = record === before.record ? before : this.format.stateOf(key, record);
    this.cache.set(key, after);
    if (after === before) return;
    for (const [id, was, is] of differences(before.stored, after.stored))
      if (was !== is) this.result.documents.push({ collection: this.recordCollection, id, json: is });
    for (const [part, was, is] of differences(before.shown, after.shown))
      if (was?.json !== is?.json || was?.audience !== is?.audience) this.put(event, last, last.position, part, was, is);
    const prefix = event.organizationId ?? key;
    for (const count of before.counts) add(this.result.sums, prefix, count, -1);
    for (const count of after.counts) add(this.result.sums, prefix, count, 1);
  }

  private put(
    projected: ProjectedEvent,
    { revision }: RecordedEvent,
    position: Position,
    part: string,
    was: Shown | undefined,
    is: Shown | undefined,
  ): void {
    const { key, organizationId } = projected;
    const id = part ? `${key}_${part}` : key;
    this.result.documents.push({ collection: this.collection, id, json: is?.json });
    if (organizationId === undefined || ('untold' in this.projection && this.projection.untold)) return;
    const room = is?.room ?? was?.room;
    this.result.changes.push({
      ...{ organizationId, view: this.projection.name, id: bareIdOf(projected, part), revision, before: was?.audience, after: is?.audience },
      ...(room !== undefined && { room }),
      ...{ position, json: is?.json },
    });
  }

  /** Infrastructure is tried again; a fold that throws would throw again, so its stream stands still and the others go on. */
  private park(cause: unknown, { event: { stream, position, metadata } }: Pick<ProjectedEvent, 'event'>): void {
    if (cause instanceof Unavailable) throw cause;
    if (this.parked.has(stream)) return;
    this.parked.set(stream, position);
    const error = cause instanceof Error ? cause.constructor.name : typeof cause;
    this.result.parked.push({ collection: this.collection, stream, position, eventId: metadata.eventId, error, cause });
  }

  /** A parked stream stands still, but who is erased is erased there too. */
  private skips({ event, history }: ProjectedEvent): boolean {
    return history === undefined && this.parked.has(event.stream);
  }

  /** Whether nothing can have been there before it. */
  private isBeginning({ event: { type, revision } }: ProjectedEvent): boolean {
    return revision === 0 && type === (this.projection as PerStream<Message, unknown, unknown>).begins;
  }

  private clearBatch(): void {
    this.loaded.clear();
    this.touched.clear();
    this.result = emptyResult();
  }
}

type Sums = Map<string, Record<string, number>>;
type Growing = {
  readonly documents: Commit['documents'][number][];
  readonly changes: CommittedChange[];
  readonly parked: BatchResult['parked'][number][];
  readonly sums: Sums;
  erases?: true;
};

const emptyResult = (): Growing => ({ documents: [], changes: [], parked: [], sums: new Map() });

function sizeOf({ stored, shown }: RecordState): number {
  let size = overhead;
  for (const json of stored.values()) size += json.length;
  for (const { json } of shown.values()) size += json.length;
  return size;
}

/** Of everything that is in one of them: as it was, and as it is. */
function* differences<Value>(before: ReadonlyMap<string, Value>, after: ReadonlyMap<string, Value>) {
  for (const [id, was] of before) yield [id, was, after.get(id)] as const;
  for (const [id, is] of after) if (!before.has(id)) yield [id, undefined, is] as const;
}

function add(sums: Sums, prefix: string, { key, amounts }: Count, sign: 1 | -1): void {
  const id = `${prefix}_${key}`;
  const sum = sums.get(id) ?? {};
  for (const [name, amount] of Object.entries(amounts)) {
    sum[name] = (sum[name] ?? 0) + sign * amount;
    if (sum[name] === 0) delete sum[name];
  }
  if (Object.keys(sum).length > 0) sums.set(id, sum);
  else sums.delete(id);
}
