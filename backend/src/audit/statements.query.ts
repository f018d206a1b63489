import type { AuditScreen } from '#domain/audit/audit.values.js';
import type { AuditStatements as Statements, ErasureRegister } from '#domain/audit/audit.views.js';
import { Injectable } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { AccessLog } from '../api/access/access-log.js';
import type { Asker } from '../auth/caller.js';
import { problem } from '../http/problems/problem.js';
import { AuditLinks } from './audit-links.js';
import { AuditStatements, type StatementsReader } from './audit-statements.js';
import { RecordNames } from './record-names.js';

/** Member, or token of an auditor's link. */
export type StatementsAsker = Asker | { readonly token: string };

/** Opens pages about a whole organization, once the opening is in the access log. */
@Injectable()
export class StatementsAccess {
  constructor(
    private readonly links: AuditLinks,
    private readonly access: AccessLog,
    private readonly names: RecordNames,
  ) {}

  /** @throws Problem for a link that does not open, as for a missing page */
  async open(asker: StatementsAsker, screen: AuditScreen): Promise<StatementsReader> {
    if (!('token' in asker)) {
      await this.access.record(asker, { type: 'OpenAuditScreen', data: { screen } });
      const name = await this.names.loadOrganizationName(asker.organizationId);
      return { reader: asker, name };
    }
    const openedLink = await this.links.find(asker.token);
    if (!openedLink) throw problem('not-found');
    const { link, organization } = openedLink;
    const { id: organizationId, name, timeZone } = organization;
    const period = { from: link.from, to: link.to };
    await this.access.record(
      { id: link.createdBy, organizationId },
      { type: 'UseAuditLink', data: { linkId: link.linkId, screen, filters: period } },
    );
    return { reader: { organizationId, timeZone, role: undefined }, name, period };
  }
}

export class GetAuditStatements extends Query<Statements> {
  constructor(readonly asker: StatementsAsker) {
    super();
  }
}

@QueryHandler(GetAuditStatements)
export class GetAuditStatementsHandler implements IQueryHandler<GetAuditStatements> {
  constructor(
    private readonly access: StatementsAccess,
    private readonly statements: AuditStatements,
  ) {}

  async execute({ asker }: GetAuditStatements): Promise<Statements> {
    return this.statements.loadStatements(await this.access.open(asker, 'statements'));
  }
}

export class ListErasures extends Query<ErasureRegister> {
  constructor(
    readonly asker: StatementsAsker,
    readonly after: string | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListErasures)
export class ListErasuresHandler implements IQueryHandler<ListErasures> {
  constructor(
    private readonly access: StatementsAccess,
    private readonly statements: AuditStatements,
  ) {}

  async execute({ asker, after }: ListErasures): Promise<ErasureRegister> {
    return this.statements.loadErasures(await this.access.open(asker, 'erasures'), after);
  }
}
