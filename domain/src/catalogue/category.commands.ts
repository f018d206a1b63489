import { z } from 'zod';
import { type CommandDefinitions, type CommandsIn, type EventDefinitions, type EventsIn, id, required } from '../kernel/schema.js';
import { itemKinds } from './catalogue.values.js';

const name = required('Enter a name', 60);
const category = z.object({ kind: z.enum(itemKinds), name });

/** Designers manage offers, and only their categories. */
const managers = ['admin', 'designer'] as const;

export const categoryCommands = {
  AddCategory: { may: managers, data: z.strictObject({ categoryId: id, ...category.shape }) },
  RenameCategory: { may: managers, data: z.strictObject({ categoryId: id, name }) },
} as const satisfies CommandDefinitions;

export type CategoryCommand = CommandsIn<typeof categoryCommands>;

export const categoryEvents = { CategoryAdded: category, CategoryRenamed: z.object({ name }) } as const satisfies EventDefinitions;
export type CategoryEvent = EventsIn<typeof categoryEvents>;
