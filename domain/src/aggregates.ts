import { accountAggregate, asAccount } from './accounts/account.aggregate.js';
import { customerAggregate } from './customers/customer.aggregate.js';
import type { AnyAggregate } from './kernel/aggregate.js';
import type { CommandDefinitions } from './kernel/schema.js';
import { leadAggregate } from './leads/lead.aggregate.js';
import { alertsAggregate } from './notifications/alerts.aggregate.js';
import { organizationAggregate } from './organizations/organization.aggregate.js';
import { asOrganization } from './organizations/organization.js';

/** All there are: what handles commands, reads events, authorizes, and checks stored events is made of this list. */
export const aggregates = [
  accountAggregate,
  organizationAggregate,
  leadAggregate,
  customerAggregate,
  alertsAggregate,
] as const satisfies readonly AnyAggregate[];

/** Every command by its name; `commands.ts` has the same with their types and without their rules, for the browser. */
export const commandDefinitions: CommandDefinitions = Object.assign({}, ...aggregates.map(({ commands }) => commands)) as CommandDefinitions;

/** What every process that handles commands or reads events has to know: all aggregates, and what of them accounts and organizations are. */
export const domain = {
  aggregates,
  accounts: { aggregate: accountAggregate, mapper: asAccount },
  organizations: { aggregate: organizationAggregate, mapper: asOrganization },
};
