import type { z } from 'zod';
import { accountCommands } from './accounts/account.commands.js';
import { billCommands } from './bills/bill.commands.js';
import { offerCommands, packageCommands, productCommands } from './catalogue/catalogue.commands.js';
import { categoryCommands } from './catalogue/category.commands.js';
import { shareCommands } from './catalogue/share.commands.js';
import { customerCommands } from './customers/customer.commands.js';
import type { CommandsIn } from './kernel/schema.js';
import { leadCommands } from './leads/lead.commands.js';
import { alertsCommands } from './notifications/alerts.commands.js';
import { organizationCommands } from './organizations/organization.commands.js';

/** Every command by its name, with its own types: what a form checks and a client sends. */
export const commands = {
  ...accountCommands,
  ...organizationCommands,
  ...leadCommands,
  ...customerCommands,
  ...alertsCommands,
  ...billCommands,
  ...productCommands,
  ...packageCommands,
  ...offerCommands,
  ...categoryCommands,
  ...shareCommands,
} as const;
type Commands = typeof commands;

/** Any of them with its data: what endpoints and reactors send. */
export type AnyCommand = CommandsIn<Commands>;

/** Commands that a client may send. Endpoints and reactors send the internal ones. */
export type CommandName = {
  [Name in keyof Commands]: Commands[Name]['may'] extends 'internal' ? never : Name;
}[keyof Commands];
/** A command's data as a client says it. */
export type CommandInput<Name extends CommandName> = z.input<Commands[Name]['data']>;
