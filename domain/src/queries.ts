import { accountQueries } from './accounts/account.queries.js';
import { billQueries } from './bills/bill.queries.js';
import { catalogueQueries } from './catalogue/catalogue.queries.js';
import { customerQueries } from './customers/customer.queries.js';
import { leadQueries } from './leads/lead.queries.js';
import { alertsQueries } from './notifications/alerts.queries.js';
import { organizationQueries } from './organizations/organization.queries.js';
import { visitQueries } from './visits/visit.queries.js';

/** Every question about records by its name: the policy, the limits, the endpoints and their description are made of it. */
export const queries = {
  ...accountQueries,
  ...organizationQueries,
  ...leadQueries,
  ...visitQueries,
  ...customerQueries,
  ...alertsQueries,
  ...billQueries,
  ...catalogueQueries,
} as const;
type Query = (typeof queries)[keyof typeof queries];
export type QueryPath = Query['path'];
export type QueryRow = `GET ${QueryPath}`;

/** What a question is answered with, by its path. */
export type AnswerAt<Path extends QueryPath> = NonNullable<Extract<Query, { readonly path: Path }>['answer']>;
