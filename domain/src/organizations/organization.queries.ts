import { type QueryDefinitions, query } from '../kernel/query.js';
import type { Invitations, OrganizationShown, Team } from './organization.views.js';

export const organizationQueries = {
  GetOrganization: query<OrganizationShown>()('/api/organization', 'member'),
  GetTeam: query<Team>()('/api/team', 'member'),
  ListInvitations: query<Invitations>()('/api/team/invitations', ['admin']),
} as const satisfies QueryDefinitions;
