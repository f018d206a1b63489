import { BadQuestion, type Collection, type Condition, type Filter, type Index, type Page, type Range, type Value } from './read-store.js';
import { type Bounds, boundsOf, nameOf } from './sort-key.js';

/** More lists than this are not merged for one page. */
const mostArms = 64;

/** How a question is answered by an index: one list for each combination of values, merged in the order of their keys. */
export type Plan = { readonly index: Index; readonly arms: readonly (readonly Value[])[]; readonly bounds: Bounds | undefined };

/** Fields that are asked for by value in some index, each a column of its own. */
export const equalFields = ({ indexes }: Collection) =>
  [...new Set(indexes.flatMap(({ equal }) => equal))].filter((field) => field !== 'organizationId');

/** Every order there is, each a column of its own. */
export const sorts = ({ indexes }: Collection) => [...new Map(indexes.map(({ sort }) => [sort.join(), sort])).values()];

/** @throws BadQuestion if no declared index answers it */
export function planOf(collection: Collection, { filter, sort }: Pick<Page, 'filter' | 'sort'>): Plan {
  const { organizationId: _, ...rest } = filter;
  const asked = Object.entries(rest).filter((entry): entry is [string, Condition] => entry[1] !== undefined);
  const ranges = asked.filter((entry): entry is [string, Range] => isRange(entry[1]));
  const first = sort[0];
  if (ranges.length > 1 || (ranges[0] && (!first || ranges[0][0] !== nameOf(first))))
    throw new BadQuestion('A range only on the first field of the order');
  const values = new Map(asked.filter(([, condition]) => !isRange(condition)).map(([field, condition]) => [field, valuesOf(condition)]));

  const index = collection.indexes
    .filter((each) => each.sort.join() === sort.join())
    .filter(({ equal }) => [...values.keys()].every((field) => equal.includes(field)))
    .filter(({ equal }) => equal.slice(1).every((field) => values.has(field) || collection.few?.[field]))
    .sort((one, other) => one.equal.length - other.equal.length)[0];
  if (!index) throw new BadQuestion(`No index of ${collection.name} answers ${[...values.keys()].join(', ')} in the order of ${sort.join(', ')}`);

  const arms = index.equal.slice(1).reduce<readonly (readonly Value[])[]>(
    (lists, field) => {
      const possible = values.get(field) ?? collection.few![field]!;
      return lists.flatMap((list) => possible.map((value) => [...list, value]));
    },
    [[]],
  );
  if (arms.length > mostArms) throw new BadQuestion(`${arms.length} lists are too many to merge`);
  return { index, arms, bounds: ranges[0] && boundsOf(first!, ranges[0][1]) };
}

const isRange = (condition: Condition): condition is Range =>
  typeof condition === 'object' && !('in' in condition) && (condition.from !== undefined || condition.to !== undefined);

function valuesOf(condition: Condition): readonly Value[] {
  if (typeof condition !== 'object') return [condition];
  if ('in' in condition) return [...new Set(condition.in)];
  throw new BadQuestion('A range without an end');
}

export const columnOf = (field: string) => `"=${field}"`;
export const keyColumnOf = (sort: readonly string[]) => `"<${sort.join()}"`;

/**
 * Documents in order, read from one index in each arm and merged, never sorted. Its parameters are `organization`, then `from`
 * and `before` where there are bounds, each of `terms`, the values of each arm, and the limit.
 */
export function pageStatement(table: string, { index, arms, bounds }: Plan, after: boolean, terms: number): string {
  const key = keyColumnOf(index.sort);
  const conditions = ['organization = ?', ...index.equal.slice(1).map((field) => `${columnOf(field)} = ?`)];
  if (bounds || after) conditions.push(`${key} ${after ? '>' : '>='} ?`);
  if (bounds) conditions.push(`${key} < ?`);
  for (let term = 0; term < terms; term++) conditions.push('instr(search, ?) > 0');
  const arm = `SELECT id, json, ${key} AS k FROM ${table} WHERE ${conditions.join(' AND ')}`;
  return `${arms.map(() => arm).join(' UNION ALL ')} ORDER BY k LIMIT ?`;
}

/** What a filter asks for by value. @throws BadQuestion for a range: neither a search nor a count has one */
export function wantedOf(filter: Filter): readonly { readonly field: string; readonly values: readonly Value[] }[] {
  const { organizationId: _, ...rest } = filter;
  const asked = Object.entries(rest).filter((entry): entry is [string, Condition] => entry[1] !== undefined);
  return asked.map(([field, condition]) => {
    if (isRange(condition)) throw new BadQuestion('A search has no range');
    return { field, values: valuesOf(condition) };
  });
}
