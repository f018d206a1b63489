import { languages } from '#domain/accounts/account.values.js';
import {
  type BillExportParams,
  type BillListParams,
  type BillTotalsParams,
  type SimilarBillParams,
  billQueries,
} from '#domain/bills/bill.queries.js';
import type {
  BillDetail,
  BillList,
  BillTotals,
  SamePicture,
  SimilarBill,
} from '#domain/bills/bill.views.js';
import { Controller, Get, Module, Param, Query, StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { AccessLog } from '../api/access/access-log.js';
import { AccessModule } from '../api/access/access.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { AsMember, type Asker, type Caller, SignedIn } from '../auth/caller.js';
import { SchemaPipe } from '../http/schema.pipe.js';
import { BillQueries } from './bill-queries.js';
import { csvFile } from '../http/csv.js';
import { BillsCsv } from './bills-csv.js';
import {
  FindSamePicture,
  FindSamePictureHandler,
  FindSimilarBill,
  FindSimilarBillHandler,
  GetBill,
  GetBillHandler,
  GetBillTotals,
  GetBillTotalsHandler,
  ListBills,
  ListBillsHandler,
} from './bills.query.js';

const {
  ListBills: list,
  GetBill: detail,
  FindSimilarBill: similar,
  FindSamePicture: samePicture,
  GetBillTotals: totals,
  ExportBills: csv,
} = billQueries;

@Controller()
class BillsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly csv: BillsCsv,
    private readonly access: AccessLog,
  ) {}

  @Get(list.path)
  list(
    @AsMember() asker: Asker,
    @Query(new SchemaPipe(list.params)) params: BillListParams,
  ): Promise<BillList> {
    return this.queries.execute(new ListBills(asker, params));
  }

  @Get(detail.path)
  bill(@AsMember() asker: Asker, @Param('billId') billId: string): Promise<BillDetail> {
    return this.queries.execute(new GetBill(asker, billId));
  }

  @Get(samePicture.path)
  samePicture(@AsMember() asker: Asker, @Param('billId') billId: string): Promise<SamePicture> {
    return this.queries.execute(new FindSamePicture(asker, billId));
  }

  @Get(similar.path)
  similar(
    @AsMember() asker: Asker,
    @Query(new SchemaPipe(similar.params)) params: SimilarBillParams,
  ): Promise<{ readonly bill?: SimilarBill }> {
    return this.queries.execute(new FindSimilarBill(asker, params));
  }

  @Get(totals.path)
  totals(
    @AsMember() asker: Asker,
    @Query(new SchemaPipe(totals.params)) params: BillTotalsParams,
  ): Promise<BillTotals> {
    return this.queries.execute(new GetBillTotals(asker, params));
  }

  @Get(csv.path)
  async export(
    @AsMember() asker: Asker,
    @SignedIn() { account: { language = languages[0] } }: Caller,
    @Query(new SchemaPipe(csv.params)) params: BillExportParams,
  ): Promise<StreamableFile> {
    await this.access.record(asker, { type: 'ExportAudit', data: { export: 'bills' } });
    return csvFile(this.csv.generate(asker, params, language), 'bills.csv', asker.id);
  }
}

@Module({
  imports: [AuthModule, AccessModule],
  controllers: [BillsController],
  providers: [
    BillQueries,
    BillsCsv,
    ListBillsHandler,
    GetBillHandler,
    FindSimilarBillHandler,
    FindSamePictureHandler,
    GetBillTotalsHandler,
  ],
})
export class BillsModule {}
