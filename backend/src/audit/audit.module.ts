import { languages } from '#domain/accounts/account.values.js';
import {
  type AuditExportParams,
  type AuditParams,
  type LinkedAuditParams,
  type PackageParams,
  type RegisterParams,
  auditQueries,
} from '#domain/audit/audit.queries.js';
import type {
  AuditFeed as AuditFeedAnswer,
  AuditLinks as AuditLinksAnswer,
  AuditStatements as AuditStatementsAnswer,
  ErasureRegister,
  LinkedAudit,
} from '#domain/audit/audit.views.js';
import { daysOfFinancialYear } from '#domain/kernel/values/financial-year.js';
import { Controller, Get, Module, Param, Query, StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Readable } from 'node:stream';
import { AccessLog } from '../api/access/access-log.js';
import { AccessModule } from '../api/access/access.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { AsMember, type Asker, type Caller, SignedIn } from '../auth/caller.js';
import { SchemaPipe } from '../http/schema.pipe.js';
import { AuditCsv } from './audit-csv.js';
import { AuditExports } from './audit-exports.js';
import { AuditCursors } from './audit-cursors.js';
import { AuditFeed } from './audit-feed.js';
import { AuditLinks } from './audit-links.js';
import { AuditPages } from './audit-pages.js';
import { AuditStatements } from './audit-statements.js';
import { AuditTotals } from './audit-totals.js';
import {
  GetAuditFeed,
  GetAuditFeedHandler,
  GetLinkedAudit,
  GetLinkedAuditHandler,
  withoutUndefined,
} from './audit.query.js';
import { LogFilesController } from './log-files.controller.js';
import { PeopleAsOf } from './people-as-of.js';
import { Proofs } from './proofs.js';
import { ProofsController } from './proofs.controller.js';
import { RecordNames } from './record-names.js';
import {
  GetAuditStatements,
  GetAuditStatementsHandler,
  ListErasures,
  ListErasuresHandler,
  StatementsAccess,
} from './statements.query.js';
import { VerifierPage } from './verifier-page.js';

const {
  GetAuditFeed: feed,
  ExportAuditFeed: feedExport,
  ExportAuditPackage: yearlyExport,
  ListAuditLinks: links,
  GetAuditStatements: statements,
  ListErasures: erasures,
  GetLinkedAudit: linked,
  GetLinkedStatements: linkedStatements,
  ListLinkedErasures: linkedErasures,
} = auditQueries;

@Controller()
class AuditController {
  constructor(
    private readonly queries: QueryBus,
    private readonly exports: AuditExports,
    private readonly access: AccessLog,
    private readonly auditLinks: AuditLinks,
  ) {}

  @Get(feed.path)
  feed(
    @AsMember() asker: Asker,
    @Query(new SchemaPipe(feed.params)) params: AuditParams,
  ): Promise<AuditFeedAnswer> {
    return this.queries.execute(new GetAuditFeed(asker, params));
  }

  @Get(links.path)
  links(@AsMember() asker: Asker): Promise<AuditLinksAnswer> {
    return this.auditLinks.list(asker);
  }

  @Get(statements.path)
  statements(@AsMember() asker: Asker): Promise<AuditStatementsAnswer> {
    return this.queries.execute(new GetAuditStatements(asker));
  }

  @Get(erasures.path)
  erasures(
    @AsMember() asker: Asker,
    @Query(new SchemaPipe(erasures.params)) { after }: RegisterParams,
  ): Promise<ErasureRegister> {
    return this.queries.execute(new ListErasures(asker, after));
  }

  /** Open to everybody who has the link. */
  @Get(linked.path)
  linked(
    @Param('token') token: string,
    @Query(new SchemaPipe(linked.params)) params: LinkedAuditParams,
  ): Promise<LinkedAudit> {
    return this.queries.execute(new GetLinkedAudit(token, params));
  }

  @Get(linkedStatements.path)
  linkedStatements(@Param('token') token: string): Promise<AuditStatementsAnswer> {
    return this.queries.execute(new GetAuditStatements({ token }));
  }

  @Get(linkedErasures.path)
  linkedErasures(
    @Param('token') token: string,
    @Query(new SchemaPipe(linkedErasures.params)) { after }: RegisterParams,
  ): Promise<ErasureRegister> {
    return this.queries.execute(new ListErasures({ token }, after));
  }

  @Get(feedExport.path)
  async export(
    @AsMember() asker: Asker,
    @SignedIn() { account: { language = languages[0] } }: Caller,
    @Query(new SchemaPipe(feedExport.params)) params: AuditExportParams,
  ): Promise<StreamableFile> {
    const filters = withoutUndefined(params);
    await this.access.record(asker, { type: 'ExportAudit', data: { export: 'feed', filters } });
    return zipFile(await this.exports.packFeed(asker, filters, language), 'audit.zip');
  }

  @Get(yearlyExport.path)
  async yearlyPackage(
    @AsMember() asker: Asker,
    @SignedIn() { account: { language = languages[0] } }: Caller,
    @Query(new SchemaPipe(yearlyExport.params)) { year }: PackageParams,
  ): Promise<StreamableFile> {
    const filters = daysOfFinancialYear(year);
    await this.access.record(asker, { type: 'ExportAudit', data: { export: 'package', filters } });
    return zipFile(await this.exports.packYear(asker, year, language), `audit-package-${year}.zip`);
  }
}

const zipFile = (file: Readable, name: string): StreamableFile =>
  new StreamableFile(file, {
    type: 'application/zip',
    disposition: `attachment; filename="${name}"`,
  });

/** Everything that happened in an organization, for auditors. */
@Module({
  imports: [AuthModule, AccessModule],
  controllers: [AuditController, ProofsController, LogFilesController],
  providers: [
    AuditFeed,
    AuditCsv,
    AuditExports,
    Proofs,
    VerifierPage,
    AuditCursors,
    PeopleAsOf,
    RecordNames,
    AuditPages,
    AuditLinks,
    AuditTotals,
    AuditStatements,
    StatementsAccess,
    GetAuditFeedHandler,
    GetLinkedAuditHandler,
    GetAuditStatementsHandler,
    ListErasuresHandler,
  ],
})
export class AuditModule {}
