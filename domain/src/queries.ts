import type { z } from 'zod';
import { customerQueries } from './customers/customer.queries.js';
import { leadQueries } from './leads/lead.queries.js';
import { alertsQueries } from './notifications/alerts.queries.js';
import { organizationQueries } from './organizations/organization.queries.js';
import { visitQueries } from './visits/visit.queries.js';

/** Every question about records by its name: the policy, the limits, the endpoints and their description are made of it. */
export const queries = { ...organizationQueries, ...leadQueries, ...visitQueries, ...customerQueries, ...alertsQueries } as const;
type Queries = typeof queries;
export type QueryName = keyof Queries;
export type QueryRow = `GET ${Queries[QueryName]['path']}`;

/** What a question is answered with. */
export type AnswerTo<Name extends QueryName> = NonNullable<Queries[Name]['answer']>;
/** What it may be asked with, as it stands in its address. */
export type ParamsOf<Name extends QueryName> = z.input<Queries[Name]['params']>;
