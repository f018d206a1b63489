import { Clock } from '#platform/common/clock.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { alertsQueries } from '#domain/notifications/alerts.queries.js';
import type { AlertCounts } from '#domain/leads/lead.views.js';
import { dayIn } from '#domain/kernel/days.js';
import { dueBetween, followUpCountKey, followUps } from '#projections/leads/follow-ups.projection.js';
import { type AlertsSeenDocument, alertsSeen } from '#projections/notifications/alerts-seen.projection.js';
import { leadAssignments } from '#projections/notifications/lead-assignments.projection.js';
import { Controller, Get } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { AsMember, type Asker } from '../auth/caller.js';

/** The bell shows "99+" above. */
const mostCounted = 100;

export class CountAlerts extends Query<AlertCounts> {
  constructor(readonly asker: Asker) {
    super();
  }
}

/** Since the bell was last opened: leads that others gave to the member, and follow-ups whose day has come since. */
@QueryHandler(CountAlerts)
export class CountAlertsHandler implements IQueryHandler<CountAlerts> {
  constructor(
    private readonly views: Views,
    private readonly clock: Clock,
  ) {}

  async execute({ asker: { id, organizationId, timeZone } }: CountAlerts): Promise<AlertCounts> {
    const { views, clock } = this;
    const [last] = (await views.find(alertsSeen, organizationId, { filter: { memberId: id }, sort: ['-seenAt'], limit: 1 })).items;
    const seen = last && (JSON.parse(last.json) as AlertsSeenDocument);
    const given = { filter: { assignedTo: id }, sort: ['-assignedAt'], limit: mostCounted };
    const [assigned, due] = await Promise.all([
      views.find(leadAssignments, organizationId, given),
      views.sums(followUps, organizationId, [followUpCountKey(id)]),
    ]);
    const assignedAts = assigned.items.map(({ json }) => (JSON.parse(json) as { readonly assignedAt: string }).assignedAt);
    return {
      newLeads: assignedAts.filter((at) => at > (seen?.seenAt ?? '')).length,
      dueFollowUps: dueBetween(due.get(followUpCountKey(id)) ?? {}, seen?.seenOn ?? '', dayIn(timeZone, clock.now())),
    };
  }
}

@Controller()
export class AlertCountsController {
  constructor(private readonly queries: QueryBus) {}

  @Get(alertsQueries.CountAlerts.path)
  counts(@AsMember() asker: Asker): Promise<AlertCounts> {
    return this.queries.execute(new CountAlerts(asker));
  }
}
