import { defineAggregate } from '../kernel/aggregate.js';
import { unreachable } from '../kernel/decider.js';
import { same } from '../kernel/equality.js';
import { refuse } from '../kernel/refusal.js';
import { categoryExamples } from './catalogue.examples.js';
import { type ItemKind, defaultCategories } from './catalogue.values.js';
import { type CategoryCommand, type CategoryEvent, categoryCommands, categoryEvents } from './category.commands.js';

export type Category = {
  readonly kind: ItemKind;
  readonly name: string;
  /** As it was added: what is added again is compared with that, whatever it is called since. */
  readonly addedAs: string;
};

const spelling = (name: string): string => name.normalize('NFKC').toLowerCase();

export const categoryAggregate = defineAggregate({
  category: 'category',
  commands: categoryCommands,
  events: categoryEvents,
  examples: categoryExamples,
  initialState: undefined,
  evolve(known: Category | undefined, { type, data }: CategoryEvent): Category | undefined {
    if (type === 'CategoryAdded') return { ...data, addedAs: data.name };
    return known && { ...known, name: data.name };
  },
  decide(command: CategoryCommand, known, { member }): CategoryEvent[] {
    const { name } = command.data;
    const kind = command.type === 'AddCategory' ? command.data.kind : known?.kind;
    if (!kind) return refuse('category-not-found');
    if (member.role === 'designer' && kind !== 'offer') return refuse('not-allowed', 'kind');
    const isDefault = spelling(name) === spelling(defaultCategories[kind]);
    switch (command.type) {
      case 'AddCategory':
        if (known) return same({ kind: known.kind, name: known.addedAs }, { kind, name }) ? [] : refuse('category-exists', 'name');
        return isDefault ? refuse('category-exists', 'name') : [{ type: 'CategoryAdded', data: { kind, name } }];
      case 'RenameCategory':
        if (known?.name === name) return [];
        return isDefault ? refuse('category-exists', 'name') : [{ type: 'CategoryRenamed', data: { name } }];
      default:
        return unreachable(command);
    }
  },
  uniqueValues: (known) => (known ? [{ kind: `${known.kind}-category`, value: spelling(known.name), taken: 'category-exists', field: 'name' }] : []),
});
