import type { Activity, Dashboard, LeadDetail, LeadList, TimelineEntry } from '#domain/leads/lead.views.js';
import type { List } from '#domain/kernel/views.js';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { AsMember, type Asker } from '../http/caller.js';
import type { JsonText } from '../http/json-text.js';
import { parsed } from '../http/parsed.js';
import { GetDashboard, ListActivity } from './dashboard.query.js';
import { ListLeads, leadListForm } from './lead-list.query.js';
import { GetLead, GetTimeline } from './lead.query.js';

const pageForm = z.strictObject({ after: z.string().max(500).optional() });

/** What may be asked, for its description. */
export const leadQuestions = {
  'GET /api/leads': leadListForm,
  'GET /api/leads/:leadId/timeline': pageForm,
  'GET /api/activity': pageForm,
};

@Controller('api')
export class LeadsController {
  constructor(private readonly queries: QueryBus) {}

  @Get('leads')
  list(@AsMember() asker: Asker, @Query() query: unknown): Promise<JsonText<LeadList> | LeadList> {
    return this.queries.execute(new ListLeads(asker, parsed(leadListForm, { ...(query as object) })));
  }

  @Get('leads/:leadId')
  lead(@AsMember() asker: Asker, @Param('leadId') leadId: string): Promise<LeadDetail> {
    return this.queries.execute(new GetLead(asker, leadId));
  }

  @Get('leads/:leadId/timeline')
  timeline(@AsMember() asker: Asker, @Param('leadId') leadId: string, @Query() query: unknown): Promise<List<TimelineEntry>> {
    return this.queries.execute(new GetTimeline(asker, leadId, parsed(pageForm, { ...(query as object) }).after));
  }

  @Get('dashboard')
  dashboard(@AsMember() asker: Asker): Promise<Dashboard> {
    return this.queries.execute(new GetDashboard(asker));
  }

  @Get('activity')
  activity(@AsMember() asker: Asker, @Query() query: unknown): Promise<List<Activity>> {
    return this.queries.execute(new ListActivity(asker, parsed(pageForm, { ...(query as object) }).after));
  }
}
