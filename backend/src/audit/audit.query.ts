import type { AuditFilters } from '#domain/audit/access.commands.js';
import type { AuditParams, LinkedAuditParams } from '#domain/audit/audit.queries.js';
import type { AuditFeed, LinkedAudit } from '#domain/audit/audit.views.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { AccessLog } from '../api/access/access-log.js';
import type { Asker } from '../auth/caller.js';
import { problem } from '../http/problems/problem.js';
import { AuditCursors } from './audit-cursors.js';
import { AuditLinks } from './audit-links.js';
import { AuditPages } from './audit-pages.js';

export class GetAuditFeed extends Query<AuditFeed> {
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
    private readonly pages: AuditPages,
    private readonly cursors: AuditCursors,
    private readonly access: AccessLog,
    private readonly log: EventLog,
  ) {}

  async execute({ asker, params }: GetAuditFeed): Promise<AuditFeed> {
    const { after, since, ...requested } = params;
    const filters = withoutUndefined(requested);
    const openedFeed = { reader: asker.id, filters };
    const before = this.cursors.read(after, openedFeed);
    const known = this.cursors.read(since, openedFeed);
    if (before === undefined && known === undefined)
      await this.access.record(asker, {
        type: 'OpenAuditScreen',
        data: { screen: 'feed', filters },
      });
    // A later event is at a later position, so nothing is missed between two reads.
    const lastPosition = await this.log.readLastPosition();
    const toCursor = (position: string) => this.cursors.create(position, openedFeed);
    return {
      ...(await this.pages.read({ reader: asker, filters, before, known, toCursor })),
      newest: toCursor(lastPosition),
    };
  }
}

export class GetLinkedAudit extends Query<LinkedAudit> {
  constructor(
    readonly token: string,
    readonly params: LinkedAuditParams,
  ) {
    super();
  }
}

@QueryHandler(GetLinkedAudit)
export class GetLinkedAuditHandler implements IQueryHandler<GetLinkedAudit> {
  constructor(
    private readonly links: AuditLinks,
    private readonly pages: AuditPages,
    private readonly cursors: AuditCursors,
    private readonly access: AccessLog,
  ) {}

  /** @throws Problem for a link that does not open, as for a missing page */
  async execute({ token, params: { after, kind } }: GetLinkedAudit): Promise<LinkedAudit> {
    const openedLink = await this.links.find(token);
    if (!openedLink) throw problem('not-found');
    const {
      link: { linkId, from, to, expiresOn, createdBy },
      organization: { id: organizationId, name, timeZone },
    } = openedLink;
    const filters = withoutUndefined({ kind, from, to });
    const openedFeed = { reader: linkId, filters };
    const before = this.cursors.read(after, openedFeed);
    if (before === undefined)
      await this.access.record(
        { id: createdBy, organizationId },
        { type: 'UseAuditLink', data: { linkId, filters } },
      );
    const page = await this.pages.read({
      reader: { organizationId, timeZone, role: undefined },
      filters,
      before,
      toCursor: (position) => this.cursors.create(position, openedFeed),
    });
    return { ...page, organization: { name, timeZone }, from, to, expiresOn };
  }
}

/** Filters that were chosen, without undefined ones. */
export const withoutUndefined = (filters: AuditFilters): AuditFilters =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
