import type { AuditKind } from '#domain/audit/audit.values.js';
import { dayIn } from '#domain/kernel/values/days.js';
import { pause } from '#platform/common/clock.js';
import type { Position, RecordedEvent } from '#platform/event-log/event-log.js';
import { isErasure } from '#platform/sealing/platform-events.js';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AuditFeed, type AuditReader } from './audit-feed.js';

/** Organizations whose totals are kept. */
const MAX_ORGANIZATIONS = 200;
/** Time that an answer waits for a count. Later answers find it more complete. */
const WAIT_MS = 2_000;

/** Days of recording, inclusive. */
export type Period = { readonly from: string; readonly to: string };
type DayTotals = { readonly kinds: Map<AuditKind, number>; readonly newest: RecordedEvent };

/** Totals of events, added from the newest to the oldest. */
export class Totals {
  private readonly days = new Map<string, DayTotals>();
  private readonly erased: (readonly [day: string, event: RecordedEvent])[] = [];
  /** Oldest event of all. */
  oldest: RecordedEvent | undefined;
  /** Newest event of all. */
  newest: RecordedEvent | undefined;

  add(event: RecordedEvent, timeZone: string): void {
    const kind = event.stream.slice(0, event.stream.indexOf('-')) as AuditKind;
    // A damaged event has no time.
    const day = event.damage === undefined ? dayIn(timeZone, event.metadata.at) : '';
    this.addToDay(day, event, new Map([[kind, 1]]));
    this.newest ??= event;
    this.oldest = event;
    if (isErasure(event)) this.erased.push([day, event]);
  }

  appendOlder(older: Totals): void {
    for (const [day, { newest, kinds }] of older.days) this.addToDay(day, newest, kinds);
    this.erased.push(...older.erased);
    this.newest ??= older.newest;
    this.oldest = older.oldest ?? this.oldest;
  }

  /** Events by kind of record. */
  countByKind(period?: Period): ReadonlyMap<AuditKind, number> {
    const sums = new Map<AuditKind, number>();
    for (const [day, { kinds }] of this.days)
      if (isWithin(day, period))
        for (const [kind, events] of kinds) sums.set(kind, (sums.get(kind) ?? 0) + events);
    return sums;
  }

  findNewest(period: Period): RecordedEvent | undefined {
    const days = [...this.days.keys()].filter((day) => isWithin(day, period)).sort();
    return this.days.get(days.at(-1) ?? '')?.newest;
  }

  listErasures(period?: Period): readonly RecordedEvent[] {
    return this.erased.filter(([day]) => isWithin(day, period)).map(([, event]) => event);
  }

  private addToDay(day: string, newest: RecordedEvent, kinds: DayTotals['kinds']): void {
    const totals = this.days.get(day) ?? { newest, kinds: new Map<AuditKind, number>() };
    this.days.set(day, totals);
    for (const [kind, events] of kinds)
      totals.kinds.set(kind, (totals.kinds.get(kind) ?? 0) + events);
  }
}

const isWithin = (day: string, period: Period | undefined): boolean =>
  period === undefined || (day >= period.from && day <= period.to);

type CountState = {
  /** Totals of the last count that ended. */
  readonly done: Totals | undefined;
  /** Totals of newer events, and the count that adds to them. */
  readonly recent: Totals;
  readonly running: Promise<void> | undefined;
};

/**
 * Counts events and erasures of organizations from the log. The first count of a process reads
 * everything, later ones what is new.
 */
@Injectable()
export class AuditTotals {
  private readonly countStates = new LRUCache<string, CountState>({ max: MAX_ORGANIZATIONS });

  constructor(private readonly feed: AuditFeed) {}

  /** Totals as far as they are counted within two seconds. */
  async load(
    reader: AuditReader,
  ): Promise<{ readonly totals: Totals; readonly isCounting: boolean }> {
    const key = `${reader.organizationId} ${reader.timeZone}`;
    const running = this.countStates.get(key)?.running ?? this.startCount(key, reader);
    const waiting = new AbortController();
    await Promise.race([running, pause(WAIT_MS, waiting.signal)]);
    waiting.abort();
    const totals = new Totals();
    const state = this.countStates.get(key);
    // Counts of many other organizations have evicted this one: the next request counts again.
    if (!state) return { totals, isCounting: true };
    const { done, recent, running: isCounting } = state;
    totals.appendOlder(recent);
    if (done) totals.appendOlder(done);
    return { totals, isCounting: isCounting !== undefined };
  }

  private startCount(key: string, reader: AuditReader): Promise<void> {
    const previous = this.countStates.get(key)?.done;
    const recent = new Totals();
    const settle = (done: Totals | undefined) =>
      this.countStates.set(key, { done, recent: new Totals(), running: undefined });
    const running = this.addNewer(reader, recent, previous?.newest?.position).then(
      () => {
        if (previous) recent.appendOlder(previous);
        settle(recent);
      },
      (error: unknown) => {
        settle(previous);
        throw error;
      },
    );
    // A count may fail after `load` has answered without it. The next request counts again.
    running.catch(() => undefined);
    this.countStates.set(key, { done: previous, recent, running });
    return running;
  }

  private async addNewer(
    reader: AuditReader,
    totals: Totals,
    known: Position | undefined,
  ): Promise<void> {
    const people = await this.feed.loadPeople(reader);
    const isKnown = ({ position }: RecordedEvent) => known !== undefined && position <= known;
    for await (const { events, oldest } of this.feed.readStoredPortions(reader, people, {})) {
      for (const event of events) if (!isKnown(event)) totals.add(event, reader.timeZone);
      if (oldest && isKnown(oldest)) return;
    }
  }
}
