import { type QueryDefinitions, query } from '../kernel/query.js';
import type { AlertCounts } from '../leads/lead.views.js';

export const alertsQueries = { CountAlerts: query<AlertCounts>()('/api/alerts/counts', 'member') } as const satisfies QueryDefinitions;
