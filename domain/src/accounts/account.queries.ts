import { type QueryDefinitions, query } from '../kernel/query.js';
import { me, profile, installationFeatures } from './account.views.js';

export const accountQueries = {
  GetSite: query('/api/site', 'anyone', installationFeatures),
  GetMe: query('/api/me', 'account', me),
  GetProfile: query('/api/profile', 'account', profile),
} as const satisfies QueryDefinitions;
