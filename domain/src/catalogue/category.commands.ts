import { z } from 'zod';
import {
  type CommandDefinitions,
  type CommandsIn,
  type EventDefinitions,
  type EventsIn,
  id,
  required,
} from '../kernel/schema.js';
import { itemKinds } from './catalogue.values.js';

const name = required('Enter a name', 60);
const category = z.object({ kind: z.enum(itemKinds), name });

/** Designers manage only the categories of offers. */
const managers = ['admin', 'designer'] as const;

export const categoryCommands = {
  AddCategory: { may: managers, data: z.strictObject({ categoryId: id, ...category.shape }) },
  RenameCategory: { may: managers, data: z.strictObject({ categoryId: id, name }) },
  /** Claims the folded name of a category from before text folding. */
  FoldCategory: { may: 'internal', data: z.strictObject({ categoryId: id }) },
} as const satisfies CommandDefinitions;

export type CategoryCommand = CommandsIn<typeof categoryCommands>;

/** Folded name, if it differs from the spelling. Events before 2026-11-28 have none. */
const key = z.string().optional();
export const categoryEvents = {
  CategoryAdded: category.extend({ key }),
  CategoryRenamed: z.object({ name, key }),
} as const satisfies EventDefinitions;
export type CategoryEvent = EventsIn<typeof categoryEvents>;
