import { Views } from '#platform/read-side/read-store/views.js';
import { organizationQueries } from '#domain/organizations/organization.queries.js';
import type {
  Invitations,
  OrganizationShown,
  Team,
} from '#domain/organizations/organization.views.js';
import { compare, compareNames } from '#domain/kernel/order.js';
import { Controller, Get } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { AsMember, type Asker } from '../auth/caller.js';
import { PersonNames } from '../auth/people/names.js';
import { findMembers } from '../auth/people/members.js';
import { GetOrganization, ListInvitations } from './organization.query.js';
import { loadTeamMembers } from './team-members.js';

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

  async execute({ asker }: GetTeam): Promise<Team> {
    const { views, names } = this;
    const documents = await findMembers(views, asker.organizationId);
    const members = await loadTeamMembers({ views, names }, documents, asker);
    return {
      members: members.toSorted(
        (one, other) => compareNames(one.name, other.name) || compare(one.memberId, other.memberId),
      ),
    };
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
