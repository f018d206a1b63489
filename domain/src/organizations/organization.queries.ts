import { type QueryDefinitions, query } from '../kernel/query.js';
import type { Team } from './organization.views.js';

export const organizationQueries = { GetTeam: query<Team>()('/api/team', 'member') } as const satisfies QueryDefinitions;
