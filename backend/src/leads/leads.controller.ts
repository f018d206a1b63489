import type {
  Activity,
  Dashboard,
  LeadDetail,
  LeadList,
  LeadWithNumber,
  Money,
  TimelineEntry,
} from '#domain/leads/lead.views.js';
import {
  type LeadListParams,
  type MoneyParams,
  type NumberParams,
  type PageParams,
  leadQueries,
} from '#domain/leads/lead.queries.js';
import type { List } from '#domain/kernel/views.js';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { AsMember, type Asker } from '../auth/caller.js';
import { SchemaPipe } from '../http/schema.pipe.js';
import { FindLeadByNumber } from './existing-leads.js';
import { GetDashboard, ListActivity } from './dashboard.query.js';
import { ListLeads } from './lead-list.query.js';
import { GetMoney } from './money.query.js';
import { GetLead, GetTimeline } from './lead.query.js';

const {
  ListLeads: list,
  GetLead: one,
  GetTimeline: timeline,
  GetDashboard: dashboard,
  GetMoney: money,
  ListActivity: activity,
  FindLeadByNumber: byNumber,
} = leadQueries;

@Controller()
export class LeadsController {
  constructor(private readonly queries: QueryBus) {}

  @Get(list.path)
  list(
    @AsMember() asker: Asker,
    @Query(new SchemaPipe(list.params)) params: LeadListParams,
  ): Promise<LeadList> {
    return this.queries.execute(new ListLeads(asker, params));
  }

  @Get(one.path)
  lead(@AsMember() asker: Asker, @Param('leadId') leadId: string): Promise<LeadDetail> {
    return this.queries.execute(new GetLead(asker, leadId));
  }

  @Get(byNumber.path)
  withNumber(
    @AsMember() asker: Asker,
    @Query(new SchemaPipe(byNumber.params)) { phone }: NumberParams,
  ): Promise<LeadWithNumber> {
    return this.queries.execute(new FindLeadByNumber(asker, phone));
  }

  @Get(timeline.path)
  timeline(
    @AsMember() asker: Asker,
    @Param('leadId') leadId: string,
    @Query(new SchemaPipe(timeline.params)) { after }: PageParams,
  ): Promise<List<TimelineEntry>> {
    return this.queries.execute(new GetTimeline(asker, leadId, after));
  }

  @Get(dashboard.path)
  dashboard(@AsMember() asker: Asker): Promise<Dashboard> {
    return this.queries.execute(new GetDashboard(asker));
  }

  @Get(money.path)
  money(
    @AsMember() asker: Asker,
    @Query(new SchemaPipe(money.params)) params: MoneyParams,
  ): Promise<Money> {
    return this.queries.execute(new GetMoney(asker, params));
  }

  @Get(activity.path)
  activity(
    @AsMember() asker: Asker,
    @Query(new SchemaPipe(activity.params)) { after }: PageParams,
  ): Promise<List<Activity>> {
    return this.queries.execute(new ListActivity(asker, after));
  }
}
