import { auditQueries } from './audit/audit.queries.js';
import { accountQueries } from './accounts/account.queries.js';
import { billQueries } from './bills/bill.queries.js';
import { catalogueQueries } from './catalogue/catalogue.queries.js';
import { customerQueries } from './customers/customer.queries.js';
import { historyQueries } from './history/history.queries.js';
import { fileQueries } from './kernel/files/file.queries.js';
import type { Answer } from './kernel/views.js';
import { leadQueries } from './leads/lead.queries.js';
import { alertsQueries } from './notifications/alerts.queries.js';
import { organizationQueries } from './organizations/organization.queries.js';
import { quotationQueries } from './quotations/quotation.queries.js';
import { visitQueries } from './visits/visit.queries.js';
import type { z } from 'zod';

/** All queries by name. Policy, limits, endpoints and API description are derived from it. */
export const queries = {
  ...accountQueries,
  ...fileQueries,
  ...organizationQueries,
  ...leadQueries,
  ...visitQueries,
  ...customerQueries,
  ...alertsQueries,
  ...billQueries,
  ...quotationQueries,
  ...catalogueQueries,
  ...historyQueries,
  ...auditQueries,
} as const;
type Query = (typeof queries)[keyof typeof queries];
export type QueryPath = Query['path'];
/** Row of a query in the table of permissions. */
export type QueryRow = `GET ${QueryPath}`;

type QueryAt<Path extends QueryPath> = Extract<Query, { readonly path: Path }>;
export type AnswerAt<Path extends QueryPath> = Answer<QueryAt<Path>['answer']>;

type PathParameter<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameter<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
/** Parameters of a query: those of its path, and the query string. */
export type ParamsAt<Path extends QueryPath> = Readonly<
  Record<PathParameter<Path>, string> & z.input<QueryAt<Path>['params']>
>;
