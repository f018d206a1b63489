import type { AuditFilters } from '#domain/audit/access.commands.js';
import type { AuditParams } from '#domain/audit/audit.queries.js';
import type { AuditFeed as AuditFeedAnswer } from '#domain/audit/audit.views.js';
import { BEFORE_ALL, EventLog, type RecordedEvent } from '#platform/event-log/event-log.js';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { AccessLog } from '../api/access/access-log.js';
import type { Asker } from '../auth/caller.js';
import { toList } from '../http/listed.js';
import { AuditCursors } from './audit-cursors.js';
import { AuditFeed } from './audit-feed.js';

const PAGE_EVENTS = 50;
/** Events that one page looks through, about a third of a second's work. */
const MAX_LOOKED_THROUGH = 10_000;

export class GetAuditFeed extends Query<AuditFeedAnswer> {
  constructor(
    readonly asker: Asker,
    readonly params: AuditParams,
  ) {
    super();
  }
}

@QueryHandler(GetAuditFeed)
export class GetAuditFeedHandler implements IQueryHandler<GetAuditFeed> {
  constructor(
    private readonly feed: AuditFeed,
    private readonly cursors: AuditCursors,
    private readonly access: AccessLog,
    private readonly log: EventLog,
  ) {}

  async execute({ asker, params }: GetAuditFeed): Promise<AuditFeedAnswer> {
    const { after, since, ...filters } = params;
    const opened = { reader: asker.id, filters: chosenOf(filters) };
    const before = this.cursors.read(after, opened);
    const known = this.cursors.read(since, opened);
    if (before === undefined && known === undefined)
      await this.access.record(asker, {
        type: 'OpenAuditScreen',
        data: { screen: 'feed', filters: opened.filters },
      });
    // A later event is at a later position, so nothing is missed between two reads.
    const head = await this.log.head();
    const people = await this.feed.people(asker);
    const found: RecordedEvent[] = [];
    let looked = 0;
    let oldest: RecordedEvent | undefined;
    let next: string | undefined;
    for await (const portion of this.feed.portions(asker, people, opened.filters, before)) {
      ({ next } = portion);
      looked += portion.looked;
      oldest = portion.oldest ?? oldest;
      const isKnown = ({ position }: RecordedEvent) => known !== undefined && position <= known;
      found.push(...portion.events.filter((event) => !isKnown(event)));
      if (oldest && isKnown(oldest)) next = undefined;
      if (found.length > PAGE_EVENTS) {
        next = found[PAGE_EVENTS - 1]!.position;
        break;
      }
      if (next === undefined || looked >= MAX_LOOKED_THROUGH) break;
    }
    const page = found.slice(0, PAGE_EVENTS);
    const isCut = next !== undefined && found.length <= PAGE_EVENTS;
    return {
      ...toList(
        await this.feed.present(asker, people, page),
        next && this.cursors.create(next, opened),
      ),
      newest: this.cursors.create(head || BEFORE_ALL, opened),
      ...(isCut && oldest && { lookedTo: oldest.metadata.at }),
    };
  }
}

/** Filters without the ones that nobody chose. */
export const chosenOf = (filters: AuditFilters): AuditFilters =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
