import { type QueryDefinitions, query } from '../kernel/query.js';
import type { Profile } from './account.views.js';

export const accountQueries = { GetProfile: query<Profile>()('/api/profile', 'account') } as const satisfies QueryDefinitions;
