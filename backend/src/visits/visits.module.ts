import { Controller, Get, Module, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FollowUpList, VisitList } from '#domain/visits/visit.views.js';
import { AsMember, type Asker } from '../http/caller.js';
import { parsed } from '../http/parsed.js';
import { ListFollowUps, ListFollowUpsHandler, ListVisits, ListVisitsHandler, followUpListForm, visitListForm } from './visits.query.js';

/** What may be asked, for its description. */
export const visitQuestions = { 'GET /api/visits': visitListForm, 'GET /api/follow-ups': followUpListForm };

@Controller('api')
export class VisitsController {
  constructor(private readonly queries: QueryBus) {}

  @Get('visits')
  visits(@AsMember() asker: Asker, @Query() query: unknown): Promise<VisitList> {
    return this.queries.execute(new ListVisits(asker, parsed(visitListForm, { ...(query as object) })));
  }

  @Get('follow-ups')
  followUps(@AsMember() asker: Asker, @Query() query: unknown): Promise<FollowUpList> {
    return this.queries.execute(new ListFollowUps(asker, parsed(followUpListForm, { ...(query as object) })));
  }
}

@Module({ controllers: [VisitsController], providers: [ListVisitsHandler, ListFollowUpsHandler] })
export class VisitsModule {}
