import { languages } from '#domain/accounts/account.values.js';
import {
  type AuditExportParams,
  type AuditParams,
  type LinkedAuditParams,
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
import { Clock } from '#platform/common/clock.js';
import { Controller, Get, Module, Param, Query, StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { AccessLog } from '../api/access/access-log.js';
import { AccessModule } from '../api/access/access.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { AsMember, type Asker, type Caller, SignedIn } from '../auth/caller.js';
import { SchemaPipe } from '../http/schema.pipe.js';
import { zipOf } from '../http/zip.js';
import { AuditCsv } from './audit-csv.js';
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
  chosenOf,
} from './audit.query.js';
import { PeopleAsOf } from './people-as-of.js';
import { RecordNames } from './record-names.js';
import {
  GetAuditStatements,
  GetAuditStatementsHandler,
  ListErasures,
  ListErasuresHandler,
  StatementsAccess,
} from './statements.query.js';

const {
  GetAuditFeed: feed,
  ExportAuditFeed: zip,
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
    private readonly csv: AuditCsv,
    private readonly access: AccessLog,
    private readonly auditLinks: AuditLinks,
    private readonly clock: Clock,
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

  @Get(zip.path)
  async export(
    @AsMember() asker: Asker,
    @SignedIn() { account: { language = languages[0] } }: Caller,
    @Query(new SchemaPipe(zip.params)) params: AuditExportParams,
  ): Promise<StreamableFile> {
    const filters = chosenOf(params);
    await this.access.record(asker, { type: 'ExportAudit', data: { export: 'feed', filters } });
    const csv = { name: 'audit.csv', read: () => this.csv.text(asker, filters, language) };
    return new StreamableFile(zipOf([csv], this.clock.now()), {
      type: 'application/zip',
      disposition: 'attachment; filename="audit.zip"',
    });
  }
}

/** Everything that happened in an organization, for auditors. */
@Module({
  imports: [AuthModule, AccessModule],
  controllers: [AuditController],
  providers: [
    AuditFeed,
    AuditCsv,
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
