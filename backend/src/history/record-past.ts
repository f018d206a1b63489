import { aggregates } from '#domain/aggregates.js';
import type { HistoryEntry, RecordHistory, RecordState } from '#domain/history/history.views.js';
import { type HistoryKind, HISTORY_PAGE_SIZE } from '#domain/history/history.values.js';
import { type Moment, changesBetween } from '#domain/history/moments.js';
import { Refusal, type RefusalCode, refuse } from '#domain/kernel/refusal.js';
import { parseId } from '#domain/kernel/schema.js';
import { type Clock, pause } from '#platform/common/clock.js';
import { EventLog, type RecordedEvent, requireReadable } from '#platform/event-log/event-log.js';
import type { Projection } from '#platform/read-side/projections/projection.js';
import { StreamViews } from '#platform/read-side/past/stream-views.js';
import { isWholeErasure } from '#platform/sealing/platform-events.js';
import { Sealing } from '#platform/sealing/sealing.js';
import { Injectable } from '@nestjs/common';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Asker } from '../auth/caller.js';
import { PersonNames } from '../auth/people/names.js';
import { toList } from '../http/listed.js';
import { problem } from '../http/problems/problem.js';
import { findRole, toHistoryEvent } from './event-entries.js';
import { HistoryStreams } from './history-streams.js';
import { type Detail, type Past, PastDetails, PastProjections } from './past-details.js';
import { loadRecordEvents } from './record-events.js';

/** Events before the page that are folded before other requests get a turn. */
const EVENTS_PER_TURN = 50;

/** Refusal for a missing record of each kind. */
const NOT_FOUND: Readonly<Record<HistoryKind, RefusalCode>> = {
  lead: 'lead-not-found',
  bill: 'bill-not-found',
  customer: 'customer-not-found',
  quotation: 'quotation-not-found',
  product: 'product-not-found',
  package: 'package-not-found',
  offer: 'offer-not-found',
  member: 'account-not-found',
  organization: 'organization-not-found',
};

/** Clock that shows the time of the event that is read. */
class EventClock implements Clock {
  at = '';
  /** Whether the clock was read since the last reset, so that the state depends on the time. */
  wasRead = false;
  now(): string {
    this.wasRead = true;
    return this.at;
  }
  pause = pause;
}

/** Record that is replayed event by event. */
class ReplayedRecord {
  readonly past: Past;
  private readonly views: StreamViews;
  private readonly clock = new EventClock();
  private readonly detail: Detail;
  private lastMoment: Moment = null;

  constructor(
    readonly streams: HistoryStreams,
    projections: readonly Projection[],
    details: PastDetails,
    private readonly kind: HistoryKind,
    private readonly asker: Asker,
    private readonly id: string,
  ) {
    this.views = new StreamViews({ streams, projections, aggregates });
    const { views } = this.views;
    this.past = { views, names: new PersonNames(views), clock: this.clock };
    this.detail = details.createDetails(this.past)[kind];
  }

  async loadStateBefore({ position, metadata: { at } }: RecordedEvent): Promise<Moment> {
    this.views.moveBefore(position);
    // Usually only this record has changed, so the state after its previous event is still right.
    return this.views.isUnmoved && !this.clock.wasRead ? this.lastMoment : this.loadMoment(at);
  }

  async loadStateAfter({ position, metadata: { at } }: RecordedEvent): Promise<Moment> {
    this.views.moveTo(position);
    return this.loadMoment(at);
  }

  /** Gives other requests a turn after each `EVENTS_PER_TURN` events; null without events. */
  async loadStateAfterAll(events: readonly RecordedEvent[]): Promise<Moment> {
    for (let index = EVENTS_PER_TURN; index < events.length - 1; index += EVENTS_PER_TURN) {
      await this.loadStateAfter(events[index]!);
      await nextTurn();
    }
    const newest = events.at(-1);
    return newest ? this.loadStateAfter(newest) : null;
  }

  private async loadMoment(at: string): Promise<Moment> {
    Object.assign(this.clock, { at, wasRead: false });
    try {
      this.lastMoment = (await this.detail(this.asker, this.id)) as Moment;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.lastMoment = null;
    }
    return this.lastMoment;
  }
}

/** Histories of single records, folded from their streams. */
@Injectable()
export class RecordPast {
  constructor(
    private readonly log: EventLog,
    private readonly sealing: Sealing,
    private readonly details: PastDetails,
    private readonly projections: PastProjections,
  ) {}

  /**
   * @param after number of the oldest event of the page before
   * @throws Refusal if no such record ever existed
   */
  async loadHistory(
    asker: Asker,
    kind: HistoryKind,
    id: string,
    after: string | undefined,
  ): Promise<RecordHistory> {
    const { streams, events } = await this.open(asker, kind, id);
    // Readers count events from 1.
    const getEvent = (number: number) => events[number - 1]!;
    const newest = after === undefined ? events.length : firstEventOfPage(after, events.length) - 1;
    const oldest = Math.max(1, newest - HISTORY_PAGE_SIZE + 1);
    const replayed = this.startReplay(streams, kind, asker, id);
    const entries: HistoryEntry[] = [];
    const eventsBeforePage = events.slice(0, oldest - 1);
    let record = await replayed.loadStateAfterAll(eventsBeforePage);
    for (let revision = oldest; revision <= newest; revision++) {
      const event = getEvent(revision);
      const stateBefore = await replayed.loadStateBefore(event);
      const roleBefore = await findRole(replayed.past, asker, event.metadata.actorId);
      const stateAfter = await replayed.loadStateAfter(event);
      const fieldsOfEvent = new Set(
        changesBetween(stateBefore, stateAfter).map(({ field }) => field),
      );
      const changes = changesBetween(record, stateAfter).map((change) =>
        fieldsOfEvent.has(change.field) ? change : { ...change, derived: true as const },
      );
      const entry = await toHistoryEvent(event, {
        asker,
        streams,
        roleBefore,
        past: replayed.past,
      });
      entries.push({ ...entry, revision, changes });
      record = stateAfter;
      // A command in this process therefore waits for at most one event.
      await nextTurn();
    }
    const isErased = events.some((event) => !event.isNewer && isWholeErasure(event));
    const newerFrom = events.findIndex(({ isNewer }) => isNewer) + 1;
    const present =
      newest === events.length ? record : await replayed.loadStateAfter(events.at(-1)!);
    const lastKnown =
      present ?? (isErased ? null : await this.findLastMoment(streams, events, kind, asker, id));
    return {
      ...toList(entries.reverse(), oldest > 1 ? String(oldest) : undefined),
      total: events.length,
      record,
      recordName: pickName(kind, lastKnown),
      ...(newerFrom > 0 && { newerFrom }),
      ...(isErased ? { erased: true as const } : present === null && { deleted: true as const }),
    };
  }

  /**
   * @throws Refusal if no such record ever existed; Problem for an event that is not there;
   * NewerEvent if it follows one that only a newer build knows
   */
  async loadState(
    asker: Asker,
    kind: HistoryKind,
    id: string,
    revision: number,
  ): Promise<RecordState> {
    const { streams, events } = await this.open(asker, kind, id);
    const event = events[revision - 1];
    if (!event) throw problem('not-found');
    requireReadable(events.slice(0, revision));
    const record = await this.startReplay(streams, kind, asker, id).loadStateAfter(event);
    return { revision, at: event.metadata.at, record };
  }

  /**
   * Events of a record, in the order of its history.
   * @throws Refusal if no such record ever existed
   */
  async loadEvents(asker: Asker, kind: HistoryKind, id: string): Promise<readonly RecordedEvent[]> {
    return (await this.open(asker, kind, id)).events;
  }

  private async open(asker: Asker, kind: HistoryKind, id: string) {
    const validId = parseId(id);
    const streams = new HistoryStreams(this.log, this.sealing);
    const { organizationId } = asker;
    const events =
      validId === undefined
        ? []
        : await loadRecordEvents(streams, { kind, organizationId, id: validId });
    if (events.length === 0) return refuse(NOT_FOUND[kind]);
    return { streams, events };
  }

  private startReplay(
    streams: HistoryStreams,
    kind: HistoryKind,
    asker: Asker,
    id: string,
  ): ReplayedRecord {
    const { projections, details } = this;
    return new ReplayedRecord(streams, projections.all, details, kind, asker, id);
  }

  /** Last state of a record that no longer exists. */
  private async findLastMoment(
    streams: HistoryStreams,
    events: readonly RecordedEvent[],
    kind: HistoryKind,
    asker: Asker,
    id: string,
  ): Promise<Moment> {
    for (const event of events.toReversed()) {
      const moment = await this.startReplay(streams, kind, asker, id).loadStateAfter(event);
      if (moment) return moment;
    }
    return null;
  }
}

function firstEventOfPage(after: string, total: number): number {
  const first = /^[1-9]\d{0,8}$/.test(after) ? Number(after) : 0;
  if (first < 2 || first > total) throw problem('bad-request');
  return first;
}

/** Name of a record on its screen. */
function pickName(kind: HistoryKind, record: Moment): string {
  const field = (
    {
      lead: 'name',
      customer: 'name',
      bill: 'type',
      quotation: 'customerName',
      product: 'name',
      package: 'name',
      offer: 'title',
      member: 'name',
      organization: 'name',
    } as const
  )[kind];
  return String(record?.[field] ?? '');
}
