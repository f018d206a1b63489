import { defineAggregate } from '../kernel/aggregate.js';
import { unreachable } from '../kernel/decider.js';
import { isEqual } from '../kernel/equality.js';
import { refuse } from '../kernel/refusal.js';
import { foldText } from '../kernel/texts/text-folding.js';
import { categoryExamples } from './catalogue.examples.js';
import { type ItemKind, defaultCategories } from './catalogue.values.js';
import {
  type CategoryCommand,
  type CategoryEvent,
  categoryCommands,
  categoryEvents,
} from './category.commands.js';

export type Category = {
  readonly kind: ItemKind;
  readonly name: string;
  /** Folded name, if it differs from the spelling. */
  readonly key?: string | undefined;
  /** First name of the category, with which a repeated `AddCategory` is compared. */
  readonly addedAs: string;
};

/** Claim key of earlier builds. It is still claimed, so that new names conflict with old ones. */
const spellingKey = (name: string): string => name.normalize('NFKC').toLowerCase();
function nameWithKey(name: string): { readonly name: string; readonly key?: string } {
  const key = foldText(name);
  return key === spellingKey(name) ? { name } : { name, key };
}

export const categoryAggregate = defineAggregate({
  category: 'category',
  commands: categoryCommands,
  events: categoryEvents,
  examples: categoryExamples,
  initialState: undefined,
  evolve(category: Category | undefined, { type, data }: CategoryEvent): Category | undefined {
    if (type === 'CategoryAdded') return { ...data, addedAs: data.name };
    return category && { ...category, ...data, key: data.key };
  },
  decide(command: CategoryCommand, category, { member }): CategoryEvent[] {
    if (command.type === 'FoldCategory') {
      const folded = category && nameWithKey(category.name);
      const isUpToDate = folded?.key === undefined || folded.key === category?.key;
      return isUpToDate ? [] : [{ type: 'CategoryRenamed', data: folded }];
    }
    const { name } = command.data;
    const kind = command.type === 'AddCategory' ? command.data.kind : category?.kind;
    if (!kind) return refuse('category-not-found');
    if (member.role === 'designer' && kind !== 'offer') return refuse('not-allowed', 'kind');
    const isDefaultName = foldText(name) === foldText(defaultCategories[kind]);
    switch (command.type) {
      case 'AddCategory':
        if (category)
          return isEqual({ kind: category.kind, name: category.addedAs }, { kind, name })
            ? []
            : refuse('category-exists', 'name');
        return isDefaultName
          ? refuse('category-exists', 'name')
          : [{ type: 'CategoryAdded', data: { kind, ...nameWithKey(name) } }];
      case 'RenameCategory':
        if (category?.name === name) return [];
        return isDefaultName
          ? refuse('category-exists', 'name')
          : [{ type: 'CategoryRenamed', data: nameWithKey(name) }];
      default:
        return unreachable(command);
    }
  },
  uniqueValues(category) {
    if (!category) return [];
    const { kind, name, key } = category;
    const values = [spellingKey(name), ...(key === undefined ? [] : [key])];
    return values.map((value) => ({
      kind: `${kind}-category`,
      value,
      refusalIfTaken: 'category-exists',
      field: 'name',
    }));
  },
});
