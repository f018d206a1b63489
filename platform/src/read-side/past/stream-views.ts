import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AnyAggregate } from '#domain/kernel/aggregate.js';
import { compare } from '#domain/kernel/order.js';
import {
  type EventLog,
  type Position,
  type RecordedEvent,
  BEFORE_ALL,
} from '../../event-log/event-log.js';
import { isStreamErasure } from '../../sealing/platform-events.js';
import type { EventReader } from '../../sealing/sealing.js';
import type { AnyPerEvent, AnyPerStream, Projection } from '../projections/projection.js';
import {
  type Amounts,
  type Filter,
  type FoundPage,
  InvalidQuery,
  type Page,
} from '../read-store/read-store.js';
import { type QueriedStore, Views } from '../read-store/views.js';

/** Decrypted streams, each read once. */
export class OpenedStreams {
  private readonly streams = new Map<string, Promise<readonly RecordedEvent[]>>();

  constructor(
    private readonly log: Pick<EventLog, 'read'>,
    private readonly reader: EventReader,
  ) {}

  read(stream: string): Promise<readonly RecordedEvent[]> {
    const reading = this.streams.get(stream) ?? this.readNow(stream);
    this.streams.set(stream, reading);
    return reading;
  }

  /** Other requests get a turn between the steps, which take milliseconds for a long stream. */
  private async readNow(stream: string): Promise<readonly RecordedEvent[]> {
    const events = await this.log.read(stream);
    await nextTurn();
    const opened = await this.reader.open(events);
    await nextTurn();
    return opened;
  }
}

type Documents = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
type Categories = readonly Pick<AnyAggregate, 'category' | 'scope' | 'events'>[];
/** Categories of the streams that a projection reads. */
type Source = { readonly categories: readonly string[]; readonly isGlobal: boolean };
type Options = {
  readonly streams: OpenedStreams;
  readonly projections: readonly Projection[];
  readonly aggregates: Categories;
};

/**
 * Views of single records as of a position, folded from their streams by the projections. They
 * answer queries by id, and lists of documents of one record.
 */
export class StreamViews implements QueriedStore {
  readonly views = new Views(this);
  private until: Position = BEFORE_ALL;
  /** Whether the event at `until` is included. */
  private isIncluded = true;
  private readonly folds = new Map<string, Promise<StreamFold>>();
  /** Folds whose streams are read. */
  private readonly readFolds: StreamFold[] = [];
  private readonly sources = new Map<string, Source>();
  /** JSON of documents, which stay the same through many moves. */
  private readonly texts = new WeakMap<object, string>();
  private readonly projections: ReadonlyMap<string, AnyPerStream>;

  constructor(private readonly options: Options) {
    this.projections = new Map(
      options.projections.flatMap((projection) =>
        'fold' in projection ? [[projection.name, projection] as const] : [],
      ),
    );
  }

  /** Moves forward, so that all events before the position are included. */
  moveBefore(position: Position): void {
    this.move(position, { isIncluded: false });
  }

  /** Moves forward, so that all events up to the position are included. */
  moveTo(position: Position): void {
    this.move(position, { isIncluded: true });
  }

  /** Whether the last move changed no record that was requested. */
  get isUnmoved(): boolean {
    return this.readFolds.every((fold) => !fold.isBehind(this.until, this.isIncluded));
  }

  /** Whether the requested records have no known event after the present position. */
  get isLatest(): boolean {
    return this.readFolds.every((fold) => fold.isEnded);
  }

  private move(position: Position, { isIncluded }: { isIncluded: boolean }): void {
    const excludesAgain = position === this.until && this.isIncluded && !isIncluded;
    if (position < this.until || excludesAgain)
      throw new Error('Views of the past move forward only');
    Object.assign(this, { until: position, isIncluded });
  }

  async readCurrentCollections(): Promise<Readonly<Record<string, string>>> {
    return Object.fromEntries(
      [...this.projections.values()].map(({ name, version }) => [name, `${name}@${version}.1`]),
    );
  }

  async get(collection: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await Promise.all(
      keys.map(async (key) => {
        const { projection, record, part } = this.locate(collection, key);
        const document = (await this.loadDocuments(projection, record))[part];
        return document === undefined ? [] : [[key, this.toJson(document)] as const];
      }),
    );
    return new Map(found.flat());
  }

  async find(collection: string, { filter, sort, limit, after = '0' }: Page): Promise<FoundPage> {
    const projection = this.requireProjection(collection);
    const record = recordNamedBy(projection, filter);
    const found = Object.entries(await this.loadDocuments(projection, record))
      .filter(([, document]) =>
        Object.entries(filter).every(([field, value]) => document[field] === value),
      )
      .sort(([, one], [, other]) => compareBy(sort, one, other));
    const end = Number(after) + limit;
    return {
      items: found
        .slice(Number(after), end)
        .map(([id, document]) => ({ id, json: this.toJson(document) })),
      ...(end < found.length && { next: String(end) }),
    };
  }

  /** Documents of a record by key, of each view that folds it. */
  async loadDocumentsOfRecord(
    category: string,
    record: string,
  ): Promise<
    readonly { readonly view: string; readonly documents: ReadonlyMap<string, string> }[]
  > {
    const projections = this.options.projections.filter((projection) =>
      this.findSource(projection).categories.includes(category),
    );
    return Promise.all(
      projections.map(async (projection) => {
        const documents =
          'entry' in projection
            ? await this.loadEntries(projection, `${category}-${record}`)
            : await this.loadDocuments(projection, record);
        const byKey = Object.entries(documents).map(
          ([part, document]) =>
            [part === '' ? record : `${record}_${part}`, this.toJson(document)] as const,
        );
        return { view: projection.name, documents: new Map(byKey) };
      }),
    );
  }

  /** Documents of a stream in a view with one per event, by revision. */
  private async loadEntries({ events, entry }: AnyPerEvent, stream: string): Promise<Documents> {
    const entries: Record<string, Documents[string]> = {};
    const included = (await this.options.streams.read(stream)).filter(({ position }) =>
      this.isIncluded ? position <= this.until : position < this.until,
    );
    if (included.some(isStreamErasure)) return {};
    for (const event of included) {
      const document = Object.hasOwn(events, event.type) ? entry(event) : undefined;
      if (document !== undefined) entries[String(event.revision)] = document as Documents[string];
    }
    return entries;
  }

  /** None: sums cover all records, and these views have single ones. */
  async readSums(): Promise<ReadonlyMap<string, Amounts>> {
    return new Map();
  }
  async countEach(): Promise<never> {
    throw new InvalidQuery('Views of single records count nothing');
  }
  async sumEach(): Promise<never> {
    throw new InvalidQuery('Views of single records sum nothing');
  }

  private requireProjection(collection: string): AnyPerStream {
    const projection = this.projections.get(collection.slice(0, collection.indexOf('@')));
    if (!projection) throw new InvalidQuery(`${collection} has no record`);
    return projection;
  }

  /** Streams of a projection, cached because each query needs them several times. */
  private findSource({ name, events }: Pick<Projection, 'name' | 'events'>): Source {
    const cached = this.sources.get(name);
    if (cached) return cached;
    const aggregates = this.options.aggregates.filter((aggregate) =>
      Object.keys(aggregate.events).some((type) => Object.hasOwn(events, type)),
    );
    const source = {
      categories: aggregates.map(({ category }) => category),
      isGlobal: aggregates.every(({ scope }) => scope === 'global'),
    };
    this.sources.set(name, source);
    return source;
  }

  private toJson(document: object): string {
    const text = this.texts.get(document) ?? JSON.stringify(document);
    this.texts.set(document, text);
    return text;
  }

  /** Splits a document's key into the key of its record and the part. */
  private locate(collection: string, key: string) {
    const projection = this.requireProjection(collection);
    const ids = key.split('_');
    // The key of an organization's record begins with the organization.
    const recordIdCount = this.findSource(projection).isGlobal ? 1 : 2;
    return {
      projection,
      record: ids.slice(0, recordIdCount).join('_'),
      part: ids.slice(recordIdCount).join('_'),
    };
  }

  private async loadDocuments(projection: AnyPerStream, record: string): Promise<Documents> {
    const id = `${projection.name} ${record}`;
    const fold =
      this.folds.get(id) ??
      Promise.all(
        this.findSource(projection).categories.map((category) =>
          this.options.streams.read(`${category}-${record}`),
        ),
      ).then((streams) => {
        const newFold = new StreamFold(projection, streams.flat());
        this.readFolds.push(newFold);
        return newFold;
      });
    this.folds.set(id, fold);
    return (await fold).foldUntil(this.until, this.isIncluded);
  }
}

/** Fold of one record that moves forward. */
class StreamFold {
  private readonly events: readonly RecordedEvent[];
  private foldedCount = 0;
  private record: unknown;
  private shown: Documents = {};

  constructor(
    private readonly projection: AnyPerStream,
    events: readonly RecordedEvent[],
  ) {
    this.events = events
      .filter((event) => isStreamErasure(event) || Object.hasOwn(projection.events, event.type))
      .sort((one, other) => compare(one.position, other.position));
  }

  /** Whether an event up to the position is not folded yet. */
  isBehind(until: Position, isIncluded: boolean): boolean {
    const next = this.events[this.foldedCount];
    return next !== undefined && (isIncluded ? next.position <= until : next.position < until);
  }

  /** Whether all events are folded. */
  get isEnded(): boolean {
    return this.foldedCount === this.events.length;
  }

  /** Folds the events until the position, and returns the documents after them. */
  foldUntil(until: Position, isIncluded: boolean): Documents {
    const { projection, foldedCount: countBefore } = this;
    for (; this.isBehind(until, isIncluded); this.foldedCount++) {
      const event = this.events[this.foldedCount]!;
      this.record = isStreamErasure(event) ? undefined : projection.fold(this.record, event);
    }
    if (this.foldedCount !== countBefore)
      this.shown = this.record === undefined ? {} : documentsIn(projection, this.record);
    return this.shown;
  }
}

const documentsIn = (projection: AnyPerStream, record: unknown): Documents =>
  (projection.documents?.(record) ?? { '': record }) as Documents;

/** Record that a filter names by the other field of an index on `organizationId` and one field. */
function recordNamedBy({ name, indexes }: Projection, filter: Filter): string {
  for (const { equal } of indexes) {
    const value = equal.length === 2 ? filter[equal[1]!] : undefined;
    if (typeof value === 'string') return `${filter.organizationId}_${value}`;
  }
  throw new InvalidQuery(`A list of ${name} is of more than one record`);
}

function compareBy(sort: Page['sort'], one: Documents[string], other: Documents[string]): number {
  for (const field of sort) {
    const name = field.replace(/^-/, '');
    const order = compare(one[name] as string, other[name] as string);
    if (order !== 0) return field.startsWith('-') ? -order : order;
  }
  return 0;
}
