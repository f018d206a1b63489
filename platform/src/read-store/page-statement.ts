import { BadQuestion, type Collection, type Condition, type Filter, type Index, type Page, type Range, type Value } from './read-store.js';
import { type Bounds, boundsOf, nameOf } from './sort-key.js';

/** More lists than this are not merged for one page. */
const mostArms = 64;

/** How a question is answered by an index: one list for each combination of the values of its fields, merged in the order of their keys. */
export type Plan = {
  readonly index: Index;
  /** What each field that the index is asked for by value may be, in their order, `organizationId` left out. */
  readonly values: readonly (readonly Value[])[];
  readonly bounds: Bounds | undefined;
};

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

  const plan = {
    index,
    values: index.equal.slice(1).map((field) => values.get(field) ?? collection.few![field]!),
    bounds: ranges[0] && boundsOf(first!, ranges[0][1]),
  };
  const lists = listsOf(plan);
  if (lists > mostArms) throw new BadQuestion(`${lists} lists are too many to merge`);
  return plan;
}

/** How many lists are merged. */
export const listsOf = ({ values }: Pick<Plan, 'values'>): number => values.reduce((product, { length }) => product * length, 1);

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
 * Rows in order, as one text: the library takes as long for each row it answers as for finding three of them. They are read from
 * one index in each list and merged, never sorted, and nothing but the index is read. Its parameters are the organization, the
 * values of each field, `from` and `before` where there are bounds, each of `terms`, and the limit.
 */
export function pageStatement(table: string, { index, values, bounds }: Plan, after: boolean, terms: number): string {
  const key = keyColumnOf(index.sort);
  let parameters = 1;
  const next = () => `?${++parameters}`;
  const lists = values.reduce<readonly (readonly string[])[]>(
    (conditions, possible, place) => {
      const each = possible.map(() => `${columnOf(index.equal[place + 1]!)} = ${next()}`);
      return conditions.flatMap((list) => each.map((condition) => [...list, condition]));
    },
    [['organization = ?1']],
  );
  const shared: string[] = [];
  if (bounds || after) shared.push(`${key} ${after ? '>' : '>='} ${next()}`);
  if (bounds) shared.push(`${key} < ${next()}`);
  for (let term = 0; term < terms; term++) shared.push(`instr(search, ${next()}) > 0`);
  const arms = lists.map((list) => `SELECT row, ${key} AS k FROM ${table} WHERE ${[...list, ...shared].join(' AND ')}`);
  return `SELECT group_concat(row) FROM (${arms.join(' UNION ALL ')} ORDER BY k LIMIT ${next()})`;
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
