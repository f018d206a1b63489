import type { AuditFilters } from '#domain/audit/access.commands.js';
import type { AuditItem } from '#domain/audit/audit.views.js';
import type { List } from '#domain/kernel/views.js';
import type { Position, RecordedEvent } from '#platform/event-log/event-log.js';
import { Injectable } from '@nestjs/common';
import { toList } from '../http/listed.js';
import { AuditFeed, type AuditReader } from './audit-feed.js';

const PAGE_EVENTS = 50;
/** Limit of events that one page examines, about a third of a second's work. */
const MAX_EXAMINED_EVENTS = 10_000;

type Page = {
  readonly reader: AuditReader;
  readonly filters: AuditFilters;
  /** Position before which the page begins; undefined for the newest events. */
  readonly before: Position | undefined;
  /** Position of the newest event that the reader has already; older ones are left out. */
  readonly known?: Position | undefined;
  readonly toCursor: (position: Position) => string;
};

/** Pages of the feed. */
@Injectable()
export class AuditPages {
  constructor(private readonly feed: AuditFeed) {}

  /**
   * @returns the page. `lookedTo` is set if the search stopped early: time of the oldest event that
   * it examined
   */
  async read({
    reader,
    filters,
    before,
    known,
    toCursor,
  }: Page): Promise<List<AuditItem> & { readonly lookedTo?: string }> {
    const people = await this.feed.loadPeople(reader);
    const found: RecordedEvent[] = [];
    let examined = 0;
    let oldest: RecordedEvent | undefined;
    let next: Position | undefined;
    const isKnown = ({ position }: RecordedEvent) => known !== undefined && position <= known;
    for await (const portion of this.feed.readPortions(reader, people, filters, before)) {
      ({ next } = portion);
      examined += portion.examined;
      oldest = portion.oldest ?? oldest;
      found.push(...portion.events.filter((event) => !isKnown(event)));
      if (oldest && isKnown(oldest)) next = undefined;
      const isFull = found.length > PAGE_EVENTS;
      if (isFull) next = found[PAGE_EVENTS - 1]!.position;
      if (next === undefined || isFull || examined >= MAX_EXAMINED_EVENTS) break;
    }
    const isCut = next !== undefined && found.length <= PAGE_EVENTS;
    const items = await this.feed.present(reader, people, found.slice(0, PAGE_EVENTS));
    return {
      ...toList(items, next && toCursor(next)),
      ...(isCut && oldest && { lookedTo: oldest.metadata.at }),
    };
  }
}
