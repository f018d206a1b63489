import { defineAggregate } from '../kernel/aggregate.js';
import { same } from '../kernel/equality.js';
import { refuse } from '../kernel/refusal.js';
import { defaultCategories } from './catalogue.values.js';
import { type Category, type CategoryEvent, categoryCommands, categoryEvents } from './category.commands.js';
import { categoryExamples } from './catalogue.examples.js';

const spelling = (name: string): string => name.normalize('NFKC').toLowerCase();

export const categoryAggregate = defineAggregate({
  category: 'category',
  commands: categoryCommands,
  events: categoryEvents,
  examples: categoryExamples,
  notFound: 'unknown-reference',
  initialState: undefined,
  evolve: (_: Category | undefined, { data }: CategoryEvent): Category | undefined => data,
  decide({ data: { kind, name } }, known, { member }): CategoryEvent[] {
    if (member.role === 'designer' && kind !== 'offer') return refuse('not-allowed', 'kind');
    if (known) return same(known, { kind, name }) ? [] : refuse('category-exists', 'name');
    if (spelling(name) === spelling(defaultCategories[kind])) return refuse('category-exists', 'name');
    return [{ type: 'CategoryAdded', data: { kind, name } }];
  },
  uniqueValues: (known) => (known ? [{ kind: `${known.kind}-category`, value: spelling(known.name), taken: 'category-exists', field: 'name' }] : []),
});
