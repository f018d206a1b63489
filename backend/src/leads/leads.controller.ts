import type { Activity, Dashboard, LeadDetail, LeadList, TimelineEntry } from '#domain/leads/lead.views.js';
import type { List } from '#domain/kernel/views.js';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { AsMember, type Asker } from '../auth/caller.js';
import { SchemaPipe } from '../http/schema.pipe.js';
import { GetDashboard, ListActivity } from './dashboard.query.js';
import { type LeadListForm, ListLeads, leadListForm } from './lead-list.query.js';
import { GetLead, GetTimeline } from './lead.query.js';

const pageForm = z.strictObject({ after: z.string().max(500).optional() });
type PageForm = z.output<typeof pageForm>;

@Controller('api')
export class LeadsController {
  constructor(private readonly queries: QueryBus) {}

  @Get('leads')
  list(@AsMember() asker: Asker, @Query(new SchemaPipe(leadListForm)) form: LeadListForm): Promise<LeadList> {
    return this.queries.execute(new ListLeads(asker, form));
  }

  @Get('leads/:leadId')
  lead(@AsMember() asker: Asker, @Param('leadId') leadId: string): Promise<LeadDetail> {
    return this.queries.execute(new GetLead(asker, leadId));
  }

  @Get('leads/:leadId/timeline')
  timeline(
    @AsMember() asker: Asker,
    @Param('leadId') leadId: string,
    @Query(new SchemaPipe(pageForm)) { after }: PageForm,
  ): Promise<List<TimelineEntry>> {
    return this.queries.execute(new GetTimeline(asker, leadId, after));
  }

  @Get('dashboard')
  dashboard(@AsMember() asker: Asker): Promise<Dashboard> {
    return this.queries.execute(new GetDashboard(asker));
  }

  @Get('activity')
  activity(@AsMember() asker: Asker, @Query(new SchemaPipe(pageForm)) { after }: PageForm): Promise<List<Activity>> {
    return this.queries.execute(new ListActivity(asker, after));
  }
}
