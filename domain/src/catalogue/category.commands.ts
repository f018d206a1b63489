import { z } from 'zod';
import { type CommandDefinitions, type CommandsIn, type EventDefinitions, type EventsIn, id, required } from '../kernel/schema.js';
import { itemKinds } from './catalogue.values.js';

const category = z.object({ kind: z.enum(itemKinds), name: required('Enter a name', 60) });
export type Category = z.output<typeof category>;

export const categoryCommands = {
  /** Designers manage offers, and only their categories. */
  AddCategory: { may: ['admin', 'designer'], data: z.strictObject({ categoryId: id, ...category.shape }) },
} as const satisfies CommandDefinitions;

export type CategoryCommand = CommandsIn<typeof categoryCommands>;

export const categoryEvents = { CategoryAdded: category } as const satisfies EventDefinitions;
export type CategoryEvent = EventsIn<typeof categoryEvents>;
