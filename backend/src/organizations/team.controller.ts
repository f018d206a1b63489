import { Views } from '#platform/read-side/read-store/views.js';
import { organizationQueries } from '#domain/organizations/organization.queries.js';
import type { Team, TeamMember } from '#domain/organizations/organization.views.js';
import { type RoleRequestDocument, roleRequests } from '#projections/organizations/team.projection.js';
import { Controller, Get } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { AsMember, type Asker } from '../auth/caller.js';
import { Names } from '../auth/names.js';
import { membersOf } from '../auth/members.js';

export class GetTeam extends Query<Team> {
  constructor(readonly asker: Asker) {
    super();
  }
}

/** Who is in the organization, for pickers too. What somebody asked to be is for those who give roles. */
@QueryHandler(GetTeam)
export class GetTeamHandler implements IQueryHandler<GetTeam> {
  constructor(
    private readonly views: Views,
    private readonly names: Names,
  ) {}

  async execute({ asker: { organizationId, role } }: GetTeam): Promise<Team> {
    const { views } = this;
    const members = await membersOf(views, organizationId);
    const ids = members.map(({ memberId }) => memberId);
    const [person, requests] = await Promise.all([
      this.names.of(ids),
      role === 'admin' ? views.get<RoleRequestDocument>(roleRequests, organizationId, ids) : new Map<string, RoleRequestDocument>(),
    ]);
    return {
      members: members.map(({ memberId, role: has, joinedAt }): TeamMember => {
        const requestedRole = requests.get(memberId)?.role;
        return { memberId, name: person(memberId).name, role: has, joinedAt, ...(requestedRole && { requestedRole }) };
      }),
    };
  }
}

@Controller()
export class TeamController {
  constructor(private readonly queries: QueryBus) {}

  @Get(organizationQueries.GetTeam.path)
  team(@AsMember() asker: Asker): Promise<Team> {
    return this.queries.execute(new GetTeam(asker));
  }
}
