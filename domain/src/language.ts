import { accountDecider, asAccount } from './accounts/account.decider.js';
import { customerDecider } from './customers/customer.decider.js';
import { ofEachDecider, vocabulary } from './deciders.js';
import type { AccountContext, Decider } from './kernel/decider.js';
import type { Message } from './kernel/message.js';
import type { Account, Organization } from './kernel/policy.js';
import { leadDecider } from './leads/lead.decider.js';
import { organizationDecider } from './organizations/organization.decider.js';
import { asOrganization } from './organizations/organization.js';

/** A decider, and what is to be known of each of its records; given with its own types, so that its users need no cast. */
type Known<Entry> = <Result>(
  make: <State, Command extends Message, Event extends Message, Knows extends AccountContext>(
    decider: Decider<State, Command, Event, Knows>,
    see: (id: string, state: State) => Entry | undefined,
  ) => Result,
) => Result;

const accounts: Known<Account> = (make) => make(accountDecider, asAccount);
const organizations: Known<Organization & { readonly locations: ReadonlySet<string> }> = (make) =>
  make(organizationDecider, (id, state) => {
    const known = asOrganization(id, state);
    return known && state.phase === 'founded' ? { ...known, locations: new Set(state.locations.map(({ locationId }) => locationId)) } : undefined;
  });

/** What every process that handles commands or reads events has to know: all commands and events there are, and who is who. */
export const language = {
  commands: ofEachDecider,
  events: vocabulary.map(({ events }) => events),
  accounts,
  organizations,
  /** A customer's personal data is the lead's. */
  erasedAlong: { [leadDecider.category]: [customerDecider.category] },
};
