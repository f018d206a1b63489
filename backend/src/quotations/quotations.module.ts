import {
  type QuotationListParams,
  quotationQueries,
} from '#domain/quotations/quotation.queries.js';
import type {
  QuotationDetail,
  QuotationHistory,
  QuotationList,
  QuotationSettingsShown,
} from '#domain/quotations/quotation.views.js';
import { Controller, Get, Module, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CommandsModule } from '../api/commands/commands.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { AsMember, type Asker } from '../auth/caller.js';
import { SchemaPipe } from '../http/schema.pipe.js';
import { PublicQuotationController } from './public/public-quotation.controller.js';
import { PublicQuotations } from './public/public-quotations.js';
import {
  GetQuotation,
  GetQuotationHandler,
  GetQuotationHistory,
  GetQuotationHistoryHandler,
  GetQuotationSettings,
  GetQuotationSettingsHandler,
  ListQuotations,
  ListQuotationsHandler,
} from './quotations.query.js';

const {
  ListQuotations: list,
  GetQuotation: detail,
  GetQuotationHistory: history,
  GetQuotationSettings: settings,
} = quotationQueries;

@Controller()
class QuotationsController {
  constructor(private readonly queries: QueryBus) {}

  @Get(list.path)
  list(
    @AsMember() asker: Asker,
    @Query(new SchemaPipe(list.params)) params: QuotationListParams,
  ): Promise<QuotationList> {
    return this.queries.execute(new ListQuotations(asker, params));
  }

  @Get(detail.path)
  quotation(
    @AsMember() asker: Asker,
    @Param('quotationId') quotationId: string,
  ): Promise<QuotationDetail> {
    return this.queries.execute(new GetQuotation(asker, quotationId));
  }

  @Get(history.path)
  history(
    @AsMember() asker: Asker,
    @Param('quotationId') quotationId: string,
    @Query(new SchemaPipe(history.params)) { after }: { readonly after?: string },
  ): Promise<QuotationHistory> {
    return this.queries.execute(new GetQuotationHistory(asker, quotationId, after));
  }

  @Get(settings.path)
  settings(@AsMember() asker: Asker): Promise<QuotationSettingsShown> {
    return this.queries.execute(new GetQuotationSettings(asker));
  }
}

@Module({
  imports: [AuthModule, CommandsModule],
  controllers: [QuotationsController, PublicQuotationController],
  providers: [
    ListQuotationsHandler,
    GetQuotationHandler,
    GetQuotationHistoryHandler,
    GetQuotationSettingsHandler,
    PublicQuotations,
  ],
})
export class QuotationsModule {}
