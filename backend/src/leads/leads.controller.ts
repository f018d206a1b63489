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
  type ActivityParams,
  type LeadExportParams,
  type LeadListParams,
  type MoneyParams,
  type NumberParams,
  type PageParams,
  leadQueries,
} from '#domain/leads/lead.queries.js';
import { languages } from '#domain/accounts/account.values.js';
import type { List } from '#domain/kernel/views.js';
import { Controller, Get, Param, Query, StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { AsMember, type Asker, type Caller, SignedIn } from '../auth/caller.js';
import { SchemaPipe } from '../http/schema.pipe.js';
import { AccessLog } from '../api/access/access-log.js';
import { csvFile } from '../http/csv.js';
import { LeadsCsv } from './leads-csv.js';
import { FindLeadByNumber } from './existing-leads.js';
import { GetDashboard, ListActivity } from './dashboard.query.js';
import { ListLeads } from './lead-list.query.js';
import { GetMoney } from './money.query.js';
import { GetLead, GetTimeline } from './lead.query.js';

const {
  ListLeads: list,
  ExportLeads: csv,
  GetLead: detail,
  GetTimeline: timeline,
  GetDashboard: dashboard,
  GetMoney: money,
  ListActivity: activity,
  FindLeadByNumber: byNumber,
} = leadQueries;

@Controller()
export class LeadsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly csv: LeadsCsv,
    private readonly access: AccessLog,
  ) {}

  @Get(list.path)
  list(
    @AsMember() asker: Asker,
    @Query(new SchemaPipe(list.params)) params: LeadListParams,
  ): Promise<LeadList> {
    return this.queries.execute(new ListLeads(asker, params));
  }

  @Get(csv.path)
  async export(
    @AsMember() asker: Asker,
    @SignedIn() { account: { language = languages[0] } }: Caller,
    @Query(new SchemaPipe(csv.params)) params: LeadExportParams,
  ): Promise<StreamableFile> {
    await this.access.record(asker, { type: 'ExportAudit', data: { export: 'leads' } });
    return csvFile(this.csv.generate(asker, params, language), 'leads.csv', asker.id);
  }

  @Get(detail.path)
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
    @Query(new SchemaPipe(activity.params)) params: ActivityParams,
  ): Promise<List<Activity>> {
    return this.queries.execute(new ListActivity(asker, params));
  }
}
