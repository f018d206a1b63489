import { Module } from '@nestjs/common';
import { GetDashboardHandler, ListActivityHandler } from './dashboard.query.js';
import { ListLeadsHandler } from './lead-list.query.js';
import { GetLeadHandler, GetTimelineHandler } from './lead.query.js';
import { LeadsController } from './leads.controller.js';

@Module({
  controllers: [LeadsController],
  providers: [ListLeadsHandler, GetLeadHandler, GetTimelineHandler, GetDashboardHandler, ListActivityHandler],
})
export class LeadQueriesModule {}
