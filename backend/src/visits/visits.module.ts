import { Controller, Get, Module, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FollowUpList, VisitList, VisitPins } from '#domain/visits/visit.views.js';
import {
  type FollowUpListParams,
  type VisitListParams,
  type VisitPinParams,
  visitQueries,
} from '#domain/visits/visit.queries.js';
import { AuthModule } from '../auth/auth.module.js';
import { AsMember, type Asker } from '../auth/caller.js';
import { SchemaPipe } from '../http/schema.pipe.js';
import {
  Figures,
  FiguresController,
  GetChartsHandler,
  GetLeaderboardHandler,
  GetNeedsHelpHandler,
  GetTeamWorkHandler,
} from './figures.query.js';
import {
  ListFollowUps,
  ListFollowUpsHandler,
  ListVisitPins,
  ListVisitPinsHandler,
  ListVisits,
  ListVisitsHandler,
} from './visits.query.js';

const { ListVisits: visits, ListVisitPins: pins, ListFollowUps: followUps } = visitQueries;

@Controller()
class VisitsController {
  constructor(private readonly queries: QueryBus) {}

  @Get(visits.path)
  visits(
    @AsMember() asker: Asker,
    @Query(new SchemaPipe(visits.params)) params: VisitListParams,
  ): Promise<VisitList> {
    return this.queries.execute(new ListVisits(asker, params));
  }

  @Get(pins.path)
  pins(
    @AsMember() asker: Asker,
    @Query(new SchemaPipe(pins.params)) params: VisitPinParams,
  ): Promise<VisitPins> {
    return this.queries.execute(new ListVisitPins(asker, params));
  }

  @Get(followUps.path)
  followUps(
    @AsMember() asker: Asker,
    @Query(new SchemaPipe(followUps.params)) params: FollowUpListParams,
  ): Promise<FollowUpList> {
    return this.queries.execute(new ListFollowUps(asker, params));
  }
}

@Module({
  imports: [AuthModule],
  controllers: [VisitsController, FiguresController],
  providers: [
    Figures,
    ListVisitsHandler,
    ListVisitPinsHandler,
    ListFollowUpsHandler,
    GetLeaderboardHandler,
    GetChartsHandler,
    GetNeedsHelpHandler,
    GetTeamWorkHandler,
  ],
})
export class VisitsModule {}
