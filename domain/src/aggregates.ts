import { accountAggregate, toAccount } from './accounts/account.aggregate.js';
import { accessAggregate } from './audit/access.aggregate.js';
import { toRefusalCommand } from './audit/refused-decision.js';
import { billAggregate } from './bills/bill.aggregate.js';
import {
  offerAggregate,
  packageAggregate,
  productAggregate,
} from './catalogue/catalogue.aggregates.js';
import type { ItemKind } from './catalogue/catalogue.values.js';
import { type Category, categoryAggregate } from './catalogue/category.aggregate.js';
import type { Item } from './catalogue/item.js';
import { shareAggregate } from './catalogue/share.aggregate.js';
import { customerAggregate } from './customers/customer.aggregate.js';
import type { AnyAggregate } from './kernel/aggregate.js';
import type { CommandDefinitions, RecordReference } from './kernel/schema.js';
import { leadAggregate } from './leads/lead.aggregate.js';
import type { Lead } from './leads/lead.js';
import { alertsAggregate } from './notifications/alerts.aggregate.js';
import { organizationAggregate } from './organizations/organization.aggregate.js';
import { quotationAggregate } from './quotations/quotation.aggregate.js';
import type { Quotation } from './quotations/quotation.js';
import { toOrganization } from './organizations/organization.js';

/** All aggregates. Command handling, event reading, authorization and checks use this list. */
export const aggregates = [
  accountAggregate,
  organizationAggregate,
  leadAggregate,
  customerAggregate,
  alertsAggregate,
  billAggregate,
  quotationAggregate,
  productAggregate,
  packageAggregate,
  offerAggregate,
  categoryAggregate,
  shareAggregate,
  accessAggregate,
] as const satisfies readonly AnyAggregate[];

/** Event types of a stream's aggregate. Empty for streams of the platform, such as claims. */
export const typesOfStream = (stream: string): readonly string[] =>
  Object.keys(aggregates.find(({ category }) => stream.startsWith(`${category}-`))?.events ?? {});

/**
 * Commands with their rules, by name; `commands.ts` has their types without rules, for the browser.
 */
export const commandDefinitions: CommandDefinitions = Object.assign(
  {},
  ...aggregates.map(({ commands }) => commands),
) as CommandDefinitions;

const isOpen = (record: unknown): boolean => (record as Lead | Quotation).phase === 'open';
/** Whether an item is active. Inactive items are neither shared nor put into a package. */
function isActive(item: unknown): boolean {
  const state = item as Item<object>;
  return state.phase === 'open' && state.isActive;
}
const isCategoryOf = (kind: ItemKind) => (category: unknown) =>
  (category as Category | undefined)?.kind === kind;

/**
 * Kinds of records that commands may refer to, each with a test of the state that a reference
 * requires.
 */
const records: Readonly<
  Record<
    RecordReference,
    { readonly aggregate: AnyAggregate; readonly exists: (state: unknown) => boolean }
  >
> = {
  lead: { aggregate: leadAggregate, exists: isOpen },
  quotation: { aggregate: quotationAggregate, exists: isOpen },
  product: { aggregate: productAggregate, exists: isActive },
  package: { aggregate: packageAggregate, exists: isActive },
  offer: { aggregate: offerAggregate, exists: isActive },
  'product-category': { aggregate: categoryAggregate, exists: isCategoryOf('product') },
  'package-category': { aggregate: categoryAggregate, exists: isCategoryOf('package') },
  'offer-category': { aggregate: categoryAggregate, exists: isCategoryOf('offer') },
};

/** Everything that a process needs to handle commands and read events. */
export const domain = {
  aggregates,
  records,
  accounts: { aggregate: accountAggregate, mapper: toAccount },
  organizations: { aggregate: organizationAggregate, mapper: toOrganization },
  refusals: { aggregate: accessAggregate, toCommand: toRefusalCommand },
};
