import { ReadSide } from '#platform/live/read-side.js';
import { type LeadDetail, type TimelineEntry } from '#domain/leads/lead.views.js';
import { maySee } from '#domain/kernel/policy.js';
import { refuse } from '#domain/kernel/refusal.js';
import { parseId } from '#domain/kernel/schema.js';
import type { List } from '#domain/kernel/views.js';
import { streamName } from '#platform/event-log/subject.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { type LeadDetailDocument, leadDetail } from '#projections/leads/lead-detail.projection.js';
import {
  type TimelineDocument,
  leadTimeline,
} from '#projections/leads/lead-timeline.projection.js';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Asker } from '../auth/caller.js';
import { outdatedNotice } from '../http/problems/outdated-notice.js';
import { toList } from '../http/listed.js';
import { PersonNames } from '../auth/people/names.js';
import { PageViews } from '../http/page-views.js';
import { timelineEntryPresenter, leadDetailPresenter } from './lead.presenters.js';

const TIMELINE_PAGE_SIZE = 50;

export class GetLead extends Query<LeadDetail> {
  constructor(
    readonly asker: Asker,
    readonly leadId: string,
  ) {
    super();
  }
}

export class GetTimeline extends Query<List<TimelineEntry>> {
  constructor(
    readonly asker: Asker,
    readonly leadId: string,
    readonly after: string | undefined,
  ) {
    super();
  }
}

/**
 * Lead that the asker may see. Any other lead is answered like a missing one.
 * @throws Refusal
 */
async function findLead(views: Views, asker: Asker, leadId: string): Promise<LeadDetailDocument> {
  const validId = parseId(leadId);
  const lead =
    validId && (await views.getOne<LeadDetailDocument>(leadDetail, asker.organizationId, validId));
  if (!lead || !maySee(asker, lead.assignedTo)) return refuse('lead-not-found');
  return lead;
}

@QueryHandler(GetLead)
export class GetLeadHandler implements IQueryHandler<GetLead> {
  constructor(
    private readonly views: Views,
    private readonly names: PersonNames,
    @Inject(ReadSide) private readonly readSide: Pick<ReadSide, 'isParked'>,
  ) {}

  async execute({ asker, leadId }: GetLead): Promise<LeadDetail> {
    const lead = await findLead(this.views, asker, leadId);
    const [shown] = await this.names.present([lead], leadDetailPresenter);
    return {
      ...shown!,
      ...outdatedNotice(this.readSide, streamName('lead', asker.organizationId, lead.leadId)),
    };
  }
}

@QueryHandler(GetTimeline)
export class GetTimelineHandler implements IQueryHandler<GetTimeline> {
  constructor(
    private readonly views: Views,
    private readonly names: PersonNames,
    private readonly pageViews: PageViews,
  ) {}

  async execute({ asker, leadId, after }: GetTimeline): Promise<List<TimelineEntry>> {
    const { views } = this;
    const lead = await findLead(views, asker, leadId);
    const page = {
      filter: { leadId: lead.leadId },
      sort: leadTimeline.indexes[0]!.sort,
      limit: TIMELINE_PAGE_SIZE,
      after,
    };
    const { documents, next } = await views.find<TimelineDocument>(
      leadTimeline,
      asker.organizationId,
      page,
    );
    const entries = await this.names.present(documents, timelineEntryPresenter);
    return toList(await this.addOpenings(asker.organizationId, entries), next);
  }

  private async addOpenings(
    organizationId: string,
    entries: readonly TimelineEntry[],
  ): Promise<readonly TimelineEntry[]> {
    const ids = entries.flatMap((entry) => (entry.type === 'ItemShared' ? entry.data.shareId : []));
    if (ids.length === 0) return entries;
    const openings = await this.pageViews.getViews(organizationId, ids);
    return entries.map((entry) =>
      entry.type === 'ItemShared'
        ? { ...entry, openings: openings.get(entry.data.shareId) ?? 0 }
        : entry,
    );
  }
}
