import type { Pace } from '../../common/pace.js';
import type { PastClock } from '#domain/kernel/query.js';
import { dayIn } from '#domain/kernel/values/days.js';
import {
  DamagedStream,
  withPlaceholders,
  type EventLog,
  type Position,
  type RecordedEvent,
  logPositionOf,
} from '../../event-log/event-log.js';
import type { EventReader } from '../../sealing/sealing.js';
import { createCheckpoint } from '../projections/checkpoints.js';
import { type ProjectedEvent, toProjectedEvent } from '../projections/projected-event.js';
import { ProjectionProcessor, type RecordSource } from '../projections/projection-processor.js';
import type { Projection } from '../projections/projection.js';
import { mergeResults } from '../projections/projector.js';
import { type Checkpoint, NO_CHANGES, type Parked } from '../read-store/read-store.js';
import type { DatedStore } from './dated-store.js';

/** Days of an organization that a store is filled with. */
export type PastRange = {
  readonly organizationId: string;
  readonly timeZone: string;
  readonly clock: PastClock;
  /** Account streams of everybody who ever was a member. */
  readonly accounts: readonly string[];
  /** Accounts that were not in earlier fillings. */
  readonly newAccounts: readonly string[];
  /** Day that the last filling had reached; empty for the first one. */
  readonly from: string;
  /** Last day. */
  readonly until: string;
};

/** Day that is read now; all earlier ones are complete. */
export type PastProgress = { readonly day: string; readonly percent: number };

type Parts = {
  readonly log: Pick<EventLog, 'readIdentity' | 'read' | 'readSelected' | 'readLastPosition'>;
  readonly reader: EventReader;
  readonly store: DatedStore;
  readonly projections: readonly Projection[];
};
type Options = {
  readonly signal: AbortSignal;
  /** Events projected at once. */
  readonly partEvents: number;
  /** Events that are read at most. */
  readonly maxEvents?: number;
  readonly onProgress: (progress: PastProgress) => void;
  /** Called after each part. */
  readonly pace: Pace;
};

/** `more` if the log is longer than `maxEvents`: another filling continues from there. */
export type PastFilled = 'all' | 'more';

/** Track of a store's checkpoint. */
export const PAST_TRACK = 'past';
/** Events read at once. Claims and other types are left out, so that a part may have fewer. */
const READ_EVENTS = 2_000;
/** After every position. */
const LAST_POSITION: Position = '~';

/**
 * Fills a store with the views of an organization as of the end of each day, by the projections'
 * own folds.
 *
 * By the clock `recorded`, a day ends with the first event of a later day in the log. By the clock
 * `happened`, an event that was recorded late is folded on the day of its capture. Streams with
 * such events are folded again on each day, in the order of the stream.
 */
export class PastFilling {
  private readonly processors: readonly ProjectionProcessor[];
  /** Known types that no projection reads. Events of a newer build are read, to park them. */
  private readonly skippedTypes: ReadonlySet<string>;
  private readonly parked: Parked[] = [];
  private readonly erased = new Set<string>();
  private checkpoint!: Checkpoint;
  private day: string;
  private pending: RecordedEvent[] = [];
  /** By the clock `happened`: events of streams with late events. */
  private readonly lateStreams = new Map<string, readonly RecordedEvent[]>();
  /** Late streams by the days on which they changed. */
  private readonly lateDays = new Map<string, Set<string>>();
  /** Time of the first event that was read. */
  private firstAt: string | undefined;
  /** Last minute whose day was computed, which takes long for each event. */
  private lastMinute = '';
  private lastMinuteDay = '';

  constructor(
    private readonly parts: Parts,
    private readonly range: PastRange,
    private readonly options: Options,
  ) {
    this.processors = parts.projections.map((projection) => new ProjectionProcessor(projection));
    const isRead = (type: string) => this.processors.some((processor) => processor.reads(type));
    this.skippedTypes = new Set([...parts.reader.types].filter((type) => !isRead(type)));
    this.day = range.from;
  }

  /** @throws AbortError, Unavailable */
  async run(): Promise<PastFilled> {
    const { clock, until } = this.range;
    await this.begin();
    if (clock === 'happened' && (await this.findLateStreams()) === 'more') return 'more';
    let readCount = 0;
    for await (const events of this.read(this.checkpoint.position)) {
      for (const event of events) {
        const day = this.findDay(event);
        if (day > until && clock === 'recorded') return this.end();
        if (day > until || this.lateStreams.has(event.stream)) continue;
        if (day > this.day) await this.startDay(day, event);
        if (this.pending.push(event) >= this.options.partEvents) await this.projectPending();
      }
      readCount += events.length;
      if (clock === 'recorded' && readCount >= this.maxEvents) {
        await this.projectPending();
        return 'more';
      }
    }
    return this.end();
  }

  private get maxEvents(): number {
    return this.options.maxEvents ?? Infinity;
  }

  private async end(): Promise<PastFilled> {
    await this.projectPending();
    await this.projectLate(LAST_POSITION);
    return 'all';
  }

  private async begin(): Promise<void> {
    const { log, store } = this.parts;
    const stored = await store.readCheckpoint(PAST_TRACK);
    if (stored) {
      this.checkpoint = stored;
      this.parked.push(...(stored.parked ?? []));
      await this.addAccounts();
    } else {
      await store.ensure(this.processors.flatMap((processor) => processor.collections()));
      await store.setCurrentCollections(
        Object.fromEntries(
          this.processors.map(({ projection, collection }) => [projection.name, collection]),
        ),
      );
      this.checkpoint = await createCheckpoint(log, 1);
      const { checkpoint } = this;
      await store.commit({ track: PAST_TRACK, expected: undefined, checkpoint, ...NO_CHANGES });
    }
    this.options.onProgress({ day: this.day, percent: 0 });
  }

  /** Projects the earlier events of accounts that have joined since. */
  private async addAccounts(): Promise<void> {
    for (const stream of this.range.newAccounts) {
      const events = await this.readUndamaged(stream);
      this.pending.push(
        ...events.filter(
          ({ position, type }) =>
            position <= this.checkpoint.position && !this.skippedTypes.has(type),
        ),
      );
    }
  }

  /** Events of a stream; none of a damaged one, which no view shows. */
  private async readUndamaged(stream: string): Promise<readonly RecordedEvent[]> {
    try {
      return await this.parts.log.read(stream);
    } catch (error) {
      if (error instanceof DamagedStream) return [];
      throw error;
    }
  }

  private async *read(after: Position): AsyncGenerator<readonly RecordedEvent[]> {
    const { organizationId, accounts } = this.range;
    const { skippedTypes } = this;
    const selection = { organizationId, streams: accounts, skippedTypes };
    let position: Position | undefined = after;
    for (;;) {
      this.options.signal.throwIfAborted();
      const { events, reached } = await this.parts.log.readSelected(
        selection,
        position,
        READ_EVENTS,
      );
      this.firstAt ??= events.find(({ damage }) => damage === undefined)?.metadata.at;
      yield events;
      if (reached === undefined) return;
      position = reached;
    }
  }

  /** Day of an event; by the clock `recorded` never before that of an earlier event. */
  private findDay({ damage, metadata: { at, on } }: RecordedEvent): string {
    // A damaged event has no time, and parks its stream on the day of the event before it.
    if (damage !== undefined) return this.day;
    if (this.range.clock === 'happened') return on;
    const minute = at.slice(0, '2026-11-29T10:00'.length);
    if (minute !== this.lastMinute) {
      this.lastMinute = minute;
      this.lastMinuteDay = dayIn(this.range.timeZone, at);
    }
    return this.lastMinuteDay > this.day ? this.lastMinuteDay : this.day;
  }

  private async startDay(day: string, { metadata: { at } }: RecordedEvent): Promise<void> {
    await this.projectPending();
    await this.projectLate(day);
    this.day = day;
    const firstMs = Date.parse(this.firstAt ?? at);
    const wholeMs = Math.max(1, Date.parse(this.range.until) - firstMs);
    const percent = Math.floor((100 * (Date.parse(at) - firstMs)) / wholeMs);
    this.options.onProgress({ day, percent: Math.max(0, Math.min(99, percent)) });
  }

  /** Reads which streams have events that were recorded after an event of a later day. */
  private async findLateStreams(): Promise<PastFilled> {
    let latestDay = '';
    let readCount = 0;
    const late = new Set<string>();
    const withLaterDays = new Set<string>();
    for await (const events of this.read(this.checkpoint.position)) {
      for (const { stream, damage, metadata } of events) {
        if (damage !== undefined) continue;
        if (metadata.on > this.range.until) withLaterDays.add(stream);
        else if (metadata.on < latestDay || withLaterDays.has(stream)) late.add(stream);
        else latestDay = metadata.on;
      }
      readCount += events.length;
      if (readCount >= this.maxEvents) return 'more';
    }
    for (const stream of late) {
      const events = (await this.readUndamaged(stream)).filter(
        ({ type }) => !this.skippedTypes.has(type),
      );
      this.lateStreams.set(stream, await this.openReadable(events));
      for (const { metadata } of events)
        this.lateDays.set(metadata.on, (this.lateDays.get(metadata.on) ?? new Set()).add(stream));
    }
    return 'all';
  }

  /** Projects events of this day whose streams are in order. */
  private async projectPending(): Promise<void> {
    const startedAt = performance.now();
    const events = await this.openReadable(this.pending);
    this.pending = [];
    if (events.length === 0) return;
    await this.project(
      this.day,
      events.map((event) => toProjectedEvent(event)),
    );
    await this.options.pace(performance.now() - startedAt);
    this.options.signal.throwIfAborted();
  }

  /** Projects the days before a day on which streams with late events changed. */
  private async projectLate(before: string): Promise<void> {
    const days = [...this.lateDays.keys()].filter((day) => day < before && day <= this.range.until);
    for (const day of days.toSorted()) {
      const events = [...this.lateDays.get(day)!].flatMap((stream) => {
        const history = this.lateStreams.get(stream)!.filter(({ metadata }) => metadata.on <= day);
        // An event that cannot be read parks the record, whichever follow on the same day.
        const last = history.find(({ damage }) => damage !== undefined) ?? history.at(-1);
        return last ? [toProjectedEvent({ ...last, position: LAST_POSITION }, history)] : [];
      });
      await this.project(day, events);
      this.lateDays.delete(day);
    }
  }

  private async project(day: string, events: readonly ProjectedEvent[]): Promise<void> {
    const { store } = this.parts;
    store.day = day;
    const results = await Promise.all(
      this.processors.map((processor) => {
        const readEvents = events.filter(({ event, history = [event] }) =>
          history.some(({ type, damage }) => damage !== undefined || processor.reads(type)),
        );
        // The state before a late event is folded from all events of earlier days.
        const refolded = readEvents
          .filter(({ history }) => history)
          .map(({ event: { stream } }) => ({
            collection: processor.collection,
            stream,
            position: LAST_POSITION,
          }));
        return processor.project(readEvents, this.createRecordSource(day), this.parked, refolded);
      }),
    );
    const { parked, documents, sums } = mergeResults(results);
    for (const { collection, stream, position } of parked)
      this.parked.push({ collection, stream, position });
    const last = events.findLast(({ history }) => !history)?.event;
    const checkpoint: Checkpoint = {
      ...this.checkpoint,
      ...(last && last.position > this.checkpoint.position && logPositionOf(last)),
      parked: this.parked,
    };
    await store.commit({
      track: PAST_TRACK,
      expected: this.checkpoint,
      checkpoint,
      documents,
      sums,
      changes: [],
    });
    this.checkpoint = JSON.parse(JSON.stringify(checkpoint)) as Checkpoint;
  }

  private createRecordSource(day: string): RecordSource {
    const { log, store } = this.parts;
    return {
      get: (...parameters) => store.get(...parameters),
      readPast: async ({ stream, revision }) => {
        const late = this.lateStreams.get(stream);
        if (late) return late.filter(({ metadata }) => metadata.on < day);
        const before = (await log.read(stream)).filter((event) => event.revision < revision);
        return this.openReadable(before);
      },
    };
  }

  /** Decrypts events. Leaves out events of erased streams, which no view shows. */
  private async openReadable(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
    if (events.length === 0) return events;
    const opened = await withPlaceholders(this.parts.reader.open(events));
    for (const { stream, erased } of opened) if (erased) this.erased.add(stream);
    return opened.filter(({ stream }) => !this.erased.has(stream));
  }
}
