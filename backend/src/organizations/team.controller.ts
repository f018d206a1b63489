import { Views } from '#platform/read-side/read-store/views.js';
import { organizationQueries } from '#domain/organizations/organization.queries.js';
import type {
  Invitations,
  OrganizationShown,
  Team,
  TeamMember,
} from '#domain/organizations/organization.views.js';
import { compare, compareNames } from '#domain/kernel/order.js';
import { answersRequests } from '#domain/kernel/policy.js';
import { type NumberDocument, numbers } from '#projections/accounts/numbers.projection.js';
import {
  type RoleRequestDocument,
  roleRequests,
} from '#projections/organizations/team.projection.js';
import { Controller, Get } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { AsMember, type Asker } from '../auth/caller.js';
import { PersonNames } from '../auth/people/names.js';
import { findMembers } from '../auth/people/members.js';
import { GetOrganization, ListInvitations } from './organization.query.js';

export class GetTeam extends Query<Team> {
  constructor(readonly asker: Asker) {
    super();
  }
}

/**
 * Members by name, also for pickers. Only members who assign roles see numbers and requested roles.
 */
@QueryHandler(GetTeam)
export class GetTeamHandler implements IQueryHandler<GetTeam> {
  constructor(
    private readonly views: Views,
    private readonly names: PersonNames,
  ) {}

  async execute({ asker: { organizationId, role } }: GetTeam): Promise<Team> {
    const members = await findMembers(this.views, organizationId);
    const ids = members.map(({ memberId }) => memberId);
    const person = await this.names.load(ids);
    const forAdmins = answersRequests(role)
      ? await this.forAdmins(organizationId, ids)
      : new Map<string, object>();
    const named = members.map(({ memberId, role: has, joinedAt }): TeamMember => ({
      ...{ memberId, name: person(memberId).name, role: has, joinedAt },
      ...forAdmins.get(memberId),
    }));
    return {
      members: named.sort(
        (one, other) => compareNames(one.name, other.name) || compare(one.memberId, other.memberId),
      ),
    };
  }

  private async forAdmins(
    organizationId: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Pick<TeamMember, 'phone' | 'requestedRole'>>> {
    const [accounts, requests] = await Promise.all([
      this.views.get<NumberDocument>(numbers, '', ids),
      this.views.get<RoleRequestDocument>(roleRequests, organizationId, ids),
    ]);
    return new Map(
      ids.map((id) => {
        const [phone, requestedRole] = [accounts.get(id)?.phone, requests.get(id)?.role];
        return [id, { ...(phone && { phone }), ...(requestedRole && { requestedRole }) }];
      }),
    );
  }
}

const {
  GetOrganization: organization,
  GetTeam: team,
  ListInvitations: invitations,
} = organizationQueries;

@Controller()
export class TeamController {
  constructor(private readonly queries: QueryBus) {}

  @Get(organization.path)
  organization(@AsMember() asker: Asker): Promise<OrganizationShown> {
    return this.queries.execute(new GetOrganization(asker));
  }

  @Get(team.path)
  team(@AsMember() asker: Asker): Promise<Team> {
    return this.queries.execute(new GetTeam(asker));
  }

  @Get(invitations.path)
  invitations(@AsMember() asker: Asker): Promise<Invitations> {
    return this.queries.execute(new ListInvitations(asker));
  }
}
