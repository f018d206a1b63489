import { accountCommands } from './accounts/account.commands.js';
import { accountDecider } from './accounts/account.decider.js';
import { accountEvents } from './accounts/account.events.js';
import { commands } from './commands.js';
import { customerCommands } from './customers/customer.commands.js';
import { customerDecider } from './customers/customer.decider.js';
import { customerEvents } from './customers/customer.events.js';
import type { AccountContext, Decider } from './kernel/decider.js';
import type { Message } from './kernel/message.js';
import type { CommandDefinitions, EventDefinitions } from './kernel/schema.js';
import { leadCommands } from './leads/lead.commands.js';
import { leadDecider } from './leads/lead.decider.js';
import { leadEvents } from './leads/lead.events.js';
import { alertsCommands, alertsEvents } from './notifications/alerts.commands.js';
import { alertsDecider } from './notifications/alerts.decider.js';
import { organizationCommands } from './organizations/organization.commands.js';
import { organizationDecider } from './organizations/organization.decider.js';
import { organizationEvents } from './organizations/organization.events.js';

/** The whole language: for every kind of stream its name, what may be asked of it, and what can have happened on it. */
export const vocabulary = [
  { category: accountDecider.category, commands: accountCommands, events: accountEvents },
  { category: organizationDecider.category, commands: organizationCommands, events: organizationEvents },
  { category: leadDecider.category, commands: leadCommands, events: leadEvents },
  { category: customerDecider.category, commands: customerCommands, events: customerEvents },
  { category: alertsDecider.category, commands: alertsCommands, events: alertsEvents },
] as const satisfies readonly { readonly category: string; readonly commands: CommandDefinitions; readonly events: EventDefinitions }[];

/** The same for who runs them, each decider with its own types, so that what registers them needs no cast. */
export const ofEachDecider = <Result>(
  make: <State, Command extends Message, Event extends Message, Knows extends AccountContext>(
    definitions: CommandDefinitions,
    decider: Decider<State, Command, Event, Knows>,
  ) => Result,
): readonly Result[] => [
  make(accountCommands, accountDecider),
  make(organizationCommands, organizationDecider),
  make(leadCommands, leadDecider),
  make(customerCommands, customerDecider),
  make(alertsCommands, alertsDecider),
];

/** Every command by its name. Two of one name would be one endpoint. */
export const commandDefinitions: CommandDefinitions = commands;
