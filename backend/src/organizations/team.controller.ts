import { Views } from '#platform/read-side/read-store/views.js';
import { organizationQueries } from '#domain/organizations/organization.queries.js';
import type { Invitations, OrganizationShown, Team, TeamMember } from '#domain/organizations/organization.views.js';
import { answersRequests } from '#domain/kernel/policy.js';
import { type RoleRequestDocument, roleRequests } from '#projections/organizations/team.projection.js';
import { Controller, Get } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { AsMember, type Asker } from '../auth/caller.js';
import { Names } from '../auth/names.js';
import { membersOf } from '../auth/members.js';
import { QueriedPeople } from '../auth/queried-people.js';
import { GetOrganization, ListInvitations } from './organization.query.js';

export class GetTeam extends Query<Team> {
  constructor(readonly asker: Asker) {
    super();
  }
}

/** Who is in the organization, for pickers too. Numbers, and what somebody asked to be, are for those who give roles. */
@QueryHandler(GetTeam)
export class GetTeamHandler implements IQueryHandler<GetTeam> {
  constructor(
    private readonly views: Views,
    private readonly names: Names,
    private readonly people: QueriedPeople,
  ) {}

  async execute({ asker: { organizationId, role } }: GetTeam): Promise<Team> {
    const members = await membersOf(this.views, organizationId);
    const ids = members.map(({ memberId }) => memberId);
    const person = await this.names.of(ids);
    const forAdmins = answersRequests(role) ? await this.forAdmins(organizationId, ids) : new Map<string, object>();
    return {
      members: members.map(({ memberId, role: has, joinedAt }): TeamMember => ({
        ...{ memberId, name: person(memberId).name, role: has, joinedAt },
        ...forAdmins.get(memberId),
      })),
    };
  }

  /** A number stands in its account's own stream and in no view. */
  private async forAdmins(organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Pick<TeamMember, 'phone' | 'requestedRole'>>> {
    const people = this.people.of();
    const requests = await this.views.get<RoleRequestDocument>(roleRequests, organizationId, ids);
    const known = ids.map(async (id) => {
      const phone = (await people.account(id))?.phone;
      const requestedRole = requests.get(id)?.role;
      return [id, { ...(phone && { phone }), ...(requestedRole && { requestedRole }) }] as const;
    });
    return new Map(await Promise.all(known));
  }
}

const { GetOrganization: organization, GetTeam: team, ListInvitations: invitations } = organizationQueries;

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
