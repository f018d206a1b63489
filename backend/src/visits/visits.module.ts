import { Controller, Get, Module, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FollowUpList, VisitList } from '#domain/visits/visit.views.js';
import { AsMember, type Asker } from '../auth/caller.js';
import { SchemaPipe } from '../http/schema.pipe.js';
import { Board, BoardController, GetChartsHandler, GetLeaderboardHandler } from './board.query.js';
import {
  type FollowUpListForm,
  ListFollowUps,
  ListFollowUpsHandler,
  ListVisits,
  ListVisitsHandler,
  type VisitListForm,
  followUpListForm,
  visitListForm,
} from './visits.query.js';

@Controller('api')
class VisitsController {
  constructor(private readonly queries: QueryBus) {}

  @Get('visits')
  visits(@AsMember() asker: Asker, @Query(new SchemaPipe(visitListForm)) form: VisitListForm): Promise<VisitList> {
    return this.queries.execute(new ListVisits(asker, form));
  }

  @Get('follow-ups')
  followUps(@AsMember() asker: Asker, @Query(new SchemaPipe(followUpListForm)) form: FollowUpListForm): Promise<FollowUpList> {
    return this.queries.execute(new ListFollowUps(asker, form));
  }
}

@Module({
  controllers: [VisitsController, BoardController],
  providers: [Board, ListVisitsHandler, ListFollowUpsHandler, GetLeaderboardHandler, GetChartsHandler],
})
export class VisitsModule {}
