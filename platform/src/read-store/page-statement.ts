import { BadQuestion, type Collection, type Condition, type Filter, type Index, type Page, type Range, type Sort, type Value } from './read-store.js';
import { type Bounds, boundsOf, nameOf } from './sort-key.js';

/** More lists than this are not merged for one page. */
const mostArms = 64;

/** How a question is answered by an index: one list for each combination of the values of its fields, merged in the order of their keys. */
export type Plan = {
  readonly index: Index;
  /** What each field that the index is asked for by value may be, in their order, `organizationId` left out. */
  readonly values: readonly (readonly Value[])[];
  /** Of each of these fields, whether it is not asked for: then its values are those it can have, the same each time. */
  readonly isLeftOut: readonly boolean[];
  readonly bounds: Bounds | undefined;
};

/** Fields that are asked for by value in some index, each a column of its own. */
export const equalFields = ({ indexes }: Collection) =>
  [...new Set(indexes.flatMap(({ equal }) => equal))].filter((field) => field !== 'organizationId');

/** Every order there is, each a column of its own. */
export const sorts = ({ indexes }: Collection) => [...new Map(indexes.map(({ sort }) => [sort.join(), sort])).values()];

/** @throws BadQuestion if no declared index answers it */
export function planOf(collection: Collection, { filter, sort }: Pick<Page, 'filter' | 'sort'>): Plan {
  const first = sort[0];
  const values = new Map<string, readonly Value[]>();
  let range: Range | undefined;
  for (const field in filter) {
    const condition = filter[field];
    if (field === 'organizationId' || condition === undefined) continue;
    if (!isRange(condition)) values.set(field, valuesOf(condition));
    else if (range || !first || field !== nameOf(first)) throw new BadQuestion('A range only on the first field of the order');
    else range = condition;
  }
  const index = indexFor(collection, [...values.keys()], sort);
  const fields = index.equal.slice(1);
  const plan = {
    index,
    values: fields.map((field) => values.get(field) ?? collection.few![field]!),
    isLeftOut: fields.map((field) => !values.has(field)),
    bounds: range && boundsOf(first!, range),
  };
  const lists = listsOf(plan);
  if (lists > mostArms) throw new BadQuestion(`${lists} lists are too many to merge`);
  return plan;
}

/** The shortest that answers who asks for these fields by value. Found once for each kind of question. */
function indexFor(collection: Collection, asked: readonly string[], sort: Sort): Index {
  const kind = `${asked.join()} ${sort.join()}`;
  const known = indexesOf.get(collection) ?? new Map<string, Index>();
  indexesOf.set(collection, known);
  const index =
    known.get(kind) ??
    collection.indexes
      .filter((each) => each.sort.join() === sort.join())
      .filter(({ equal }) => asked.every((field) => equal.includes(field)))
      .filter(({ equal }) => equal.slice(1).every((field) => asked.includes(field) || collection.few?.[field]))
      .sort((one, other) => one.equal.length - other.equal.length)[0];
  if (!index) throw new BadQuestion(`No index of ${collection.name} answers ${asked.join(', ')} in the order of ${sort.join(', ')}`);
  known.set(kind, index);
  return index;
}
const indexesOf = new WeakMap<Collection, Map<string, Index>>();

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
 * values of each field that is asked for, `from` and `before` where there are bounds, each of `terms`, and the limit. Each of them
 * takes as long to hand over as a row to find.
 */
export function pageStatement(table: string, { index, values, isLeftOut, bounds }: Plan, after: boolean, terms: number): string {
  const key = keyColumnOf(index.sort);
  let parameters = 1;
  const next = () => `?${++parameters}`;
  const lists = values.reduce<readonly (readonly string[])[]>(
    (conditions, possible, place) => {
      const each = possible.map((value) => `${columnOf(index.equal[place + 1]!)} = ${isLeftOut[place] ? literal(value) : next()}`);
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

/** A value that a collection declares. */
const literal = (value: Value): string => `'${String(value).replaceAll("'", "''")}'`;

/** What a filter asks for by value. @throws BadQuestion for a range: neither a search nor a count has one */
export function wantedOf(filter: Filter): readonly { readonly field: string; readonly values: readonly Value[] }[] {
  const { organizationId: _, ...rest } = filter;
  const asked = Object.entries(rest).filter((entry): entry is [string, Condition] => entry[1] !== undefined);
  return asked.map(([field, condition]) => {
    if (isRange(condition)) throw new BadQuestion('A search has no range');
    return { field, values: valuesOf(condition) };
  });
}
