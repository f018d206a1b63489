import { languages } from '#domain/accounts/account.values.js';
import { Controller, Get, Module, Query, type StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FollowUpList, VisitList, VisitPins } from '#domain/visits/visit.views.js';
import {
  type FollowUpExportParams,
  type FollowUpListParams,
  type VisitExportParams,
  type VisitListParams,
  type VisitPinParams,
  visitQueries,
} from '#domain/visits/visit.queries.js';
import { AuthModule } from '../auth/auth.module.js';
import { AccessLog } from '../api/access/access-log.js';
import { AccessModule } from '../api/access/access.module.js';
import { AsMember, type Asker, type Caller, SignedIn } from '../auth/caller.js';
import { csvFile } from '../http/csv.js';
import { SchemaPipe } from '../http/schema.pipe.js';
import {
  Figures,
  FiguresController,
  GetChartsHandler,
  GetLeaderboardHandler,
  GetNeedsHelpHandler,
  GetTeamWorkHandler,
} from './figures.query.js';
import { FollowUpsCsv } from './follow-ups-csv.js';
import { VisitsCsv } from './visits-csv.js';
import {
  ListFollowUps,
  ListFollowUpsHandler,
  ListVisitPins,
  ListVisitPinsHandler,
  ListVisits,
  ListVisitsHandler,
} from './visits.query.js';

const {
  ListVisits: visits,
  ListVisitPins: pins,
  ListFollowUps: followUps,
  ExportVisits: visitsCsv,
  ExportFollowUps: followUpsCsv,
} = visitQueries;

@Controller()
class VisitsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly visitsCsv: VisitsCsv,
    private readonly followUpsCsv: FollowUpsCsv,
    private readonly access: AccessLog,
  ) {}

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

  @Get(visitsCsv.path)
  async exportVisits(
    @AsMember() asker: Asker,
    @SignedIn() { account: { language = languages[0] } }: Caller,
    @Query(new SchemaPipe(visitsCsv.params)) params: VisitExportParams,
  ): Promise<StreamableFile> {
    await this.access.record(asker, { type: 'ExportAudit', data: { export: 'visits' } });
    return csvFile(this.visitsCsv.generate(asker, params, language), 'visits.csv', asker.id);
  }

  @Get(followUpsCsv.path)
  async exportFollowUps(
    @AsMember() asker: Asker,
    @SignedIn() { account: { language = languages[0] } }: Caller,
    @Query(new SchemaPipe(followUpsCsv.params)) params: FollowUpExportParams,
  ): Promise<StreamableFile> {
    await this.access.record(asker, { type: 'ExportAudit', data: { export: 'follow-ups' } });
    return csvFile(this.followUpsCsv.generate(asker, params, language), 'follow-ups.csv', asker.id);
  }
}

@Module({
  imports: [AuthModule, AccessModule],
  controllers: [VisitsController, FiguresController],
  providers: [
    Figures,
    VisitsCsv,
    FollowUpsCsv,
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
