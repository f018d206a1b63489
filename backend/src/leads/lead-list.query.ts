import { type LeadStatus, leadStatuses, leadTypes } from '#domain/leads/lead.commands.js';
import { type LeadList, leadSorts } from '#domain/leads/lead.views.js';
import { seesEverything } from '#domain/kernel/policy.js';
import { id } from '#domain/kernel/schema.js';
import { searchTerms } from '#platform/read-store/search-text.js';
import { leadCountKey, leadCounts } from '#projections/leads/lead-counts.projection.js';
import { type LeadListItem, leadList, leadOrders } from '#projections/leads/lead-list.projection.js';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { z } from 'zod';
import type { Asker } from '../http/caller.js';
import { optional } from '../http/parsed.js';
import { PARTS, type Parts } from '../parts.js';
import { Names } from '../sessions/names.js';
import { leadItem } from './lead.presenters.js';

/** Document 1 §9. */
const pageSize = 12;
/** With a search the total is exact up to here, and then "1,000+". */
const mostCounted = 1_000;

export const leadListForm = z.strictObject({
  status: optional(z.enum(leadStatuses)),
  type: optional(z.enum(leadTypes)),
  assignedTo: optional(id),
  q: z.string().max(200).optional(),
  sort: optional(z.enum(leadSorts)),
  after: optional(z.string().max(500)),
});
export type LeadListForm = z.output<typeof leadListForm>;

export class ListLeads extends Query<LeadList> {
  constructor(
    readonly asker: Asker,
    readonly form: LeadListForm,
  ) {
    super();
  }
}

/** Which leads. Sales are asked for their own, whatever they ask. */
@QueryHandler(ListLeads)
export class ListLeadsHandler implements IQueryHandler<ListLeads> {
  private readonly names: Names;

  constructor(@Inject(PARTS) private readonly parts: Parts) {
    this.names = new Names(parts.views);
  }

  async execute({ asker, form }: ListLeads): Promise<LeadList> {
    const { status, type, sort = 'created', after, q = '' } = form;
    const assignedTo = seesEverything(asker.role) ? form.assignedTo : asker.id;
    // Somebody else's leads are like leads that there are not.
    if (form.assignedTo !== undefined && form.assignedTo !== assignedTo) return nobodys;
    const search = q.trim() === '' ? undefined : searchTerms(q);
    // What has no letter and no digit finds nothing.
    if (q.trim() !== '' && !search) return nobodys;

    const { views } = this.parts;
    const filter = { assignedTo, status, type };
    const [found, counts] = await Promise.all([
      views.find(leadList, asker.organizationId, { filter, sort: leadOrders[sort], limit: pageSize, after, search }),
      search ? this.counted(asker.organizationId, { assignedTo, type }, search) : this.summed(asker.organizationId, { assignedTo, type }),
    ]);
    const documents = found.items.map(({ json }) => JSON.parse(json) as LeadListItem);
    return {
      items: await this.names.shown(documents, leadItem),
      ...(found.next !== undefined && { next: found.next }),
      hasMore: found.next !== undefined,
      counts,
      total: counts[status ?? 'All'],
    };
  }

  /** Kept, not counted. */
  private async summed(organizationId: string, of: Pick<LeadListForm, 'assignedTo' | 'type'>) {
    const key = leadCountKey(of);
    return withAll((await this.parts.views.sums(leadCounts, organizationId, [key])).get(key) ?? {});
  }

  private async counted(organizationId: string, filter: Pick<LeadListForm, 'assignedTo' | 'type'>, search: readonly string[]) {
    const each = leadStatuses.map(async (status) => {
      return [status, await this.parts.views.count(leadList, organizationId, { filter: { ...filter, status }, search }, mostCounted)] as const;
    });
    const counts = withAll(Object.fromEntries(await Promise.all(each)));
    return { ...counts, All: Math.min(counts.All, mostCounted + 1) };
  }
}

export const withAll = (byStatus: Readonly<Record<string, number>>): Record<LeadStatus | 'All', number> => {
  const counts = Object.fromEntries(leadStatuses.map((status) => [status, byStatus[status] ?? 0])) as Record<LeadStatus, number>;
  return { ...counts, All: leadStatuses.reduce((sum, status) => sum + counts[status], 0) };
};

const nobodys: LeadList = { items: [], hasMore: false, counts: withAll({}), total: 0 };
