import { type QueryDefinitions, asOfOnly, query } from '../kernel/query.js';
import { invitations, organizationShown, team } from './organization.views.js';

export const organizationQueries = {
  GetOrganization: query('/api/organization', 'member', organizationShown),
  GetTeam: query('/api/team', 'member', team, asOfOnly),
  ListInvitations: query('/api/team/invitations', ['admin'], invitations),
} as const satisfies QueryDefinitions;
