import type { Message } from '#domain/kernel/message.js';
import type { Position, RecordedEvent } from '../event-log/event-log.js';
import type { Change, Collection, Commit, FeedEntry } from '../read-store/read-store.js';
import { nameOf } from '../read-store/sort-key.js';
import { Unavailable } from '../unavailable.js';
import { type Fact, bareOf } from './fact.js';
import type { Count, PerEvent, PerStream, Projection } from './projection.js';
import type { Parked } from './read-side.js';

/** Records kept in memory for each projection, and while it is filled: then all that is in motion comes again and again. */
const mostKept = 5_000;
const mostKeptFilling = 10_000;

/** What a record costs beside its JSON, in characters of it; one in motion also holds on to the events that it came from. */
const perRecord = 200;
const perRecordInMotion = 400;
/** What the first records of a projection are taken to be, until some were written. */
const usualAtFirst = 1_000;

/** What a batch comes to in one projection. */
export type Folded = Pick<Commit, 'documents' | 'sums'> & {
  readonly changes: readonly (FeedEntry & { readonly json: string | undefined })[];
  readonly parked: readonly (Parked & { readonly cause: unknown })[];
};

type Seen = { readonly json: string; readonly fields: Fields; readonly audience: string; readonly room: string | undefined };
type Fields = Readonly<Record<string, unknown>>;
type Shown = { readonly documents: ReadonlyMap<string, Seen>; readonly counts: readonly Count[] };
type Kept = {
  readonly record: unknown;
  readonly json: string | undefined;
  readonly shown: Shown;
  /** Characters of all its JSON. */
  readonly weight: number;
  /** It has only begun and stands in the log alone. */
  readonly hasOnlyBegun?: true;
};
type Touched = { readonly fact: Fact; readonly before: Kept; record: unknown; last: RecordedEvent; hasOnlyBegun: boolean };

const nothing: Kept = { record: undefined, json: undefined, shown: { documents: new Map(), counts: [] }, weight: 0 };

/**
 * One projection at work: its records, and what a batch of events changes in what it shows and counts. It is told a batch at
 * a time, so that a record that moves five times is written once.
 */
export class Folding {
  /** `name@version.generation` */
  readonly collection: string;
  private readonly kept = new Map<string, Kept>();
  private readonly parked = new Set<string>();
  private readonly keepsRecords: boolean;
  /** Fields of a document that its collection's indexes and search name. */
  private readonly named: readonly string[];
  private touched = new Map<string, Touched>();
  private written = nothingWritten();
  private isFilling: boolean;
  private inMotion = 0;
  private atHand = 0;
  /** Of records that are written: how many there were, and what they came to. */
  private readonly usual = { records: 0, weight: 0 };

  constructor(
    readonly projection: Projection,
    readonly generation = 1,
    /** Nobody is told of what it changes, until it has gone live. */
    filling?: 'filling',
  ) {
    this.isFilling = filling !== undefined;
    this.collection = `${projection.name}@${projection.version}.${generation}`;
    const { indexes, search = [] } = projection;
    this.named = [...new Set(['organizationId', ...indexes.flatMap(({ equal, sort }) => [...equal, ...sort.map(nameOf)]), ...search])];
    this.keepsRecords = 'fold' in projection && projection.documents !== undefined;
  }

  collections(): readonly Collection[] {
    const { indexes, few, search } = this.projection;
    const shown = { name: this.collection, indexes, ...(few && { few }), ...(search && { search }) };
    return this.keepsRecords ? [shown, { name: this.recordCollection, indexes: [] }] : [shown];
  }

  /** Where its records are: what shows itself is its own record. */
  get recordCollection(): string {
    return this.keepsRecords ? `${this.collection}/records` : this.collection;
  }

  reads(type: string): boolean {
    return Object.hasOwn(this.projection.events, type);
  }

  goLive(): void {
    this.isFilling = false;
    this.evict();
  }

  /** About what it has taken in since it was last asked for it, and what it keeps until it is needed again, in characters of JSON. */
  get held(): { readonly inMotion: number; readonly atHand: number } {
    return { inMotion: this.inMotion, atHand: this.atHand };
  }

  /** Forgets what has not been in motion for the longest, until the rest is so small, in characters of its JSON. */
  keepAtMost(characters: number): void {
    this.evict(characters);
  }

  park(streams: Iterable<string>): void {
    for (const stream of streams) this.parked.add(stream);
  }

  /** Of these, which it reads, the first of each record that it needs and has not at hand. */
  wanted(facts: readonly Fact[]): readonly Fact[] {
    if ('entry' in this.projection) return [];
    const firsts = new Map<string, Fact | undefined>();
    for (const fact of facts) {
      const { key, refused } = fact;
      if (refused || this.touched.has(key) || this.kept.has(key) || firsts.has(key)) continue;
      firsts.set(key, this.isBeginning(fact) ? undefined : fact);
    }
    return [...firsts.values()].filter((fact) => fact !== undefined);
  }

  /** What was found of them in the store. Answers those whose records may have begun nevertheless: the log knows. */
  remember(wanted: readonly Fact[], found: ReadonlyMap<string, string>): readonly Fact[] {
    for (const { key } of wanted) {
      const json = found.get(key);
      this.keep(key, json === undefined ? nothing : this.keptOf(JSON.parse(json), json));
    }
    const { begins } = this.projection as PerStream<Message, unknown, unknown>;
    return this.keepsRecords && begins !== undefined ? wanted.filter(({ key }) => !found.has(key)) : [];
  }

  /** A record that was not found, by what was recorded on its stream before. */
  begin(fact: Fact, earlier: readonly RecordedEvent[]): void {
    const { fold } = this.projection as PerStream<Message, unknown, unknown>;
    try {
      const record = earlier
        .filter(({ type }) => this.reads(type))
        .reduce<unknown>((state, event) => fold.call(this.projection, state, event), undefined);
      if (record !== undefined) this.keep(fact.key, { ...this.keptOf(record), hasOnlyBegun: true });
    } catch (cause) {
      this.parkFor(cause, fact);
    }
  }

  /** Forgets what it has at hand, because it was not written. */
  forget(): void {
    this.kept.clear();
    this.atHand = 0;
    this.inMotion = 0;
    this.parked.clear();
    this.touched.clear();
    this.written = nothingWritten();
  }

  /** Takes in facts that it reads, and keeps what they come to until it is asked for. @throws Unavailable, and nothing else: a fold that throws parks its stream */
  fold(facts: readonly Fact[]): void {
    for (const fact of facts) {
      if (this.parked.size > 0 && this.parked.has(fact.event.stream)) continue;
      try {
        if (fact.refused) throw fact.refused;
        if ('entry' in this.projection) this.enter(this.projection, fact);
        else this.take(this.projection, fact);
      } catch (cause) {
        this.parkFor(cause, fact);
      }
    }
  }

  /** What everything taken in since it was last asked comes to: a record that moved five times is written once. */
  folded(): Folded {
    for (const [key, each] of this.touched) {
      try {
        this.write(key, each);
      } catch (cause) {
        this.parkFor(cause, each.fact);
      }
    }
    const written = this.written;
    this.written = nothingWritten();
    this.touched = new Map();
    this.inMotion = 0;
    this.evict();
    return { ...written, sums: [...written.sums].map(([key, amounts]) => ({ collection: this.collection, key, amounts })) };
  }

  private take(projection: PerStream<Message, unknown, unknown>, fact: Fact): void {
    const { event, key, history } = fact;
    const known = this.touched.get(key);
    const before = known?.before ?? this.kept.get(key) ?? nothing;
    const record = history
      ? history.filter((past) => this.reads(past.type)).reduce<unknown>((state, past) => projection.fold(state, past), undefined)
      : projection.fold(known ? known.record : before.record, event);
    // Step by step, so that whether it is kept does not depend on how much was taken in at once: every generation keeps the same.
    const hasOnlyBegun = known
      ? known.hasOnlyBegun && isSame(known.record, record)
      : this.keepsRecords && (this.isBeginning(fact) || (before.hasOnlyBegun === true && isSame(before.record, record)));
    if (known) Object.assign(known, { record, last: event, hasOnlyBegun });
    else {
      this.touched.set(key, { fact, before, record, last: event, hasOnlyBegun });
      // What it was and what it becomes.
      this.inMotion += perRecordInMotion + before.weight + (before.weight || this.usualWeight());
    }
  }

  private write(key: string, { fact, before, record, last, hasOnlyBegun }: Touched): void {
    const after = record === undefined ? nothing : record === before.record ? before : this.keptOf(record, undefined, hasOnlyBegun);
    this.keep(key, after);
    if (after.weight > 0) {
      this.usual.records++;
      this.usual.weight += after.weight;
    }
    // A record that is the same one shows and counts the same.
    if (after === before) return;
    const [had, has] = [storedOf(before), storedOf(after)];
    if (this.keepsRecords && had !== has) this.written.documents.push({ collection: this.recordCollection, id: key, json: has, before: had ?? null });

    const [were, are] = [before.shown.documents, after.shown.documents];
    for (const [part, was] of were) {
      const is = are.get(part);
      if (was.json !== is?.json || was.audience !== is.audience) this.put(fact, last, last.position, part, was, is);
    }
    for (const [part, is] of are) if (!were.has(part)) this.put(fact, last, last.position, part, undefined, is);
    const prefix = fact.organizationId ?? key;
    for (const count of before.shown.counts) add(this.written.sums, prefix, count, -1);
    for (const count of after.shown.counts) add(this.written.sums, prefix, count, 1);
  }

  /** Whether nothing can have been there before it. */
  private isBeginning({ event: { type, revision } }: Fact): boolean {
    return revision === 0 && type === (this.projection as PerStream<Message, unknown, unknown>).begins;
  }

  private enter(projection: PerEvent<Message, unknown>, fact: Fact): void {
    const { history } = fact;
    for (const event of history ? history.filter((past) => this.reads(past.type)) : [fact.event]) {
      const document = projection.entry(event);
      const seen = document === undefined ? undefined : this.seen(document);
      // Only what is entered for the first time is known to be new.
      if (seen || history) this.put(fact, event, fact.event.position, String(event.revision), history && seen, seen, !history);
    }
  }

  private put(fact: Fact, event: RecordedEvent, position: Position, part: string, was: Seen | undefined, is: Seen | undefined, isSure = true): void {
    const id = part ? `${fact.key}_${part}` : fact.key;
    const before = isSure ? (was?.json ?? null) : undefined;
    this.written.documents.push({ collection: this.collection, id, json: is?.json, ...(is && { document: is.fields }), before });
    if ('entry' in this.projection) this.inMotion += perRecord + (is?.json.length ?? 0);
    if (this.isFilling || fact.organizationId === undefined || ('untold' in this.projection && this.projection.untold)) return;
    const room = is?.room ?? was?.room;
    const change: Change = {
      organizationId: fact.organizationId,
      view: this.projection.name,
      id: bareOf(fact, part),
      revision: event.revision,
      before: was?.audience,
      after: is?.audience,
      ...(room !== undefined && { room }),
    };
    this.written.changes.push({ ...change, position, json: is?.json });
  }

  private keptOf(record: unknown, stored?: string, hasOnlyBegun = false): Kept {
    const json = stored ?? JSON.stringify(record);
    const { documents, counts } = this.projection as PerStream<Message, unknown, unknown>;
    const shown = documents
      ? new Map(Object.entries(documents.call(this.projection, record)).map(([part, document]) => [part, this.seen(document)]))
      : new Map([['', this.seen(record, json)]]);
    let weight = perRecord + json.length;
    if (documents) for (const seen of shown.values()) weight += perRecord + seen.json.length;
    const kept: Kept = { record, json, shown: { documents: shown, counts: counts?.call(this.projection, record) ?? [] }, weight };
    // What it shows needs its record beside it.
    return hasOnlyBegun && shown.size === 0 ? { ...kept, hasOnlyBegun } : kept;
  }

  private seen(document: unknown, json = JSON.stringify(document)): Seen {
    const audience = 'audience' in this.projection ? (this.projection.audience?.(document) ?? '') : '';
    return { json, fields: this.fieldsOf(document as Fields), audience, room: this.projection.room?.(document) };
  }

  /** Of an event's document only what is named: the rest may hold on to all that the event came with. */
  private fieldsOf(document: Fields): Fields {
    if (!('entry' in this.projection)) return document;
    const fields: Record<string, unknown> = {};
    for (const name of this.named) fields[name] = document[name];
    return fields;
  }

  /** Infrastructure is tried again; a fold that throws would throw again, so its stream stands still and the others go on. */
  private parkFor(cause: unknown, { event: { stream, position, metadata } }: Fact): void {
    if (cause instanceof Unavailable) throw cause;
    if (this.parked.has(stream)) return;
    this.parked.add(stream);
    const error = cause instanceof Error ? cause.name : typeof cause;
    this.written.parked.push({ collection: this.collection, stream, position, eventId: metadata.eventId, error, cause });
  }

  private evict(mostAtHand = Infinity): void {
    for (const key of this.kept.keys()) {
      if (this.kept.size <= (this.isFilling ? mostKeptFilling : mostKept) && this.atHand <= mostAtHand) return;
      this.letGo(key);
    }
  }

  private keep(key: string, kept: Kept): void {
    this.letGo(key);
    this.kept.set(key, kept);
    this.atHand += kept.weight;
  }

  private letGo(key: string): void {
    this.atHand -= this.kept.get(key)?.weight ?? 0;
    this.kept.delete(key);
  }

  private usualWeight(): number {
    const { records, weight } = this.usual;
    return records === 0 ? usualAtFirst : weight / records;
  }
}

const isSame = (one: unknown, other: unknown) => one === other || (!differAtOnce(one, other) && JSON.stringify(one) === JSON.stringify(other));

/** What a fold has changed is mostly a text or a number right in the record: then nothing has to be written out to be told apart. */
function differAtOnce(one: unknown, other: unknown): boolean {
  if (!isRecord(one) || !isRecord(other)) return false;
  for (const field in one) {
    const is = one[field];
    if (is !== other[field] && (typeof is === 'string' || Number.isFinite(is))) return true;
  }
  return false;
}
const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const storedOf = ({ json, hasOnlyBegun }: Kept) => (hasOnlyBegun ? undefined : json);

type Written = {
  readonly documents: Commit['documents'][number][];
  readonly changes: Folded['changes'][number][];
  readonly parked: Folded['parked'][number][];
  readonly sums: Map<string, Record<string, number>>;
};

const nothingWritten = (): Written => ({ documents: [], changes: [], parked: [], sums: new Map() });

function add(sums: Written['sums'], prefix: string, { key, amounts }: Count, sign: 1 | -1): void {
  const id = `${prefix}_${key}`;
  const sum = sums.get(id) ?? {};
  for (const [name, amount] of Object.entries(amounts)) {
    sum[name] = (sum[name] ?? 0) + sign * amount;
    if (sum[name] === 0) delete sum[name];
  }
  if (Object.keys(sum).length > 0) sums.set(id, sum);
  else sums.delete(id);
}
