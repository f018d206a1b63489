import type { z } from 'zod';
import { accountCommands } from './accounts/account.commands.js';
import { accessCommands } from './audit/access.commands.js';
import { billCommands } from './bills/bill.commands.js';
import { offerCommands, packageCommands, productCommands } from './catalogue/catalogue.commands.js';
import { categoryCommands } from './catalogue/category.commands.js';
import { shareCommands } from './catalogue/share.commands.js';
import { customerCommands } from './customers/customer.commands.js';
import type { CommandsIn } from './kernel/schema.js';
import { leadCommands } from './leads/lead.commands.js';
import { alertsCommands } from './notifications/alerts.commands.js';
import { quotationCommands } from './quotations/quotation.commands.js';
import { organizationCommands } from './organizations/organization.commands.js';

/** Commands by name with their types, for forms and clients. */
export const commands = {
  ...accountCommands,
  ...organizationCommands,
  ...leadCommands,
  ...customerCommands,
  ...alertsCommands,
  ...billCommands,
  ...quotationCommands,
  ...productCommands,
  ...packageCommands,
  ...offerCommands,
  ...categoryCommands,
  ...shareCommands,
  ...accessCommands,
} as const;
type Commands = typeof commands;

/** Any command with its data. */
export type AnyCommand = CommandsIn<Commands>;

/** Commands that a client may send. Internal ones are sent by endpoints and reactors. */
export type CommandName = {
  [Name in keyof Commands]: Commands[Name]['may'] extends 'internal' ? never : Name;
}[keyof Commands];
/** Input of a command, as a client sends it. */
export type CommandInput<Name extends CommandName> = z.input<Commands[Name]['data']>;
