import { hash } from 'node:crypto';
import {
  BadQuestion,
  type Collection,
  type Condition,
  type Filter,
  type Index,
  type Page,
  type Range,
  type Sort,
  type Term,
  type Value,
} from './read-store.js';
import { foldText } from '#domain/kernel/text-folding.js';
import { searchText } from './search-text.js';
import { type Bounds, type Fields, boundsOf, nameOf, sortKey } from './sort-key.js';

/** Filters of a question beside its organization: values and ranges of orders. */
export type Conditions = {
  readonly equal: readonly { readonly field: string; readonly values: readonly Value[] }[];
  readonly ranges: readonly ({ readonly sort: Sort } & Partial<Bounds>)[];
};

/** How a page is read: one index from a sort key on, past what else does not fit. */
export type Plan = Conditions & { readonly index: Index };

/** Columns of a collection beside the organization: filter values, orders and search text. */
export type FoundBy = {
  readonly equal: readonly string[];
  readonly sorts: readonly Sort[];
  readonly search: readonly string[] | undefined;
};
/** Column values of one document. */
type Entry = {
  readonly organizationId: string;
  readonly values: readonly (Value | null)[];
  readonly keys: readonly Buffer[];
  readonly text: string | undefined;
};

export function entryOf({ equal, sorts, search }: FoundBy, id: string, json: string): Entry {
  const fields = JSON.parse(json) as Fields;
  const textIn = (field: string) => (typeof fields[field] === 'string' ? fields[field] : undefined);
  return {
    organizationId: textIn('organizationId') ?? '',
    values: equal.map((field) => (isValue(fields[field]) ? fields[field] : null)),
    keys: sorts.map((sort) => sortKey(sort, fields, id)),
    text: search && searchText(search.map(textIn)),
  };
}

/** Fields that may be asked for by value. */
const valueFields = ({ indexes, filters = [] }: Collection) => [
  ...new Set(
    [...indexes.flatMap(({ equal }) => equal), ...filters].filter(
      (field) => field !== 'organizationId',
    ),
  ),
];

/** Every order there is. */
const sorts = ({ indexes }: Collection) => [
  ...new Map(indexes.map(({ sort }) => [sort.join(), sort])).values(),
];

export const foundBy = (collection: Collection): FoundBy => ({
  equal: valueFields(collection),
  sorts: sorts(collection),
  search: collection.search,
});

/** @throws BadQuestion if no declared index answers it */
export function planOf(collection: Collection, page: Page): Plan {
  const { sort } = page;
  const { equal, ranges } = conditionsOf(collection, page.filter, sort);
  const asked = new Set(equal.map(({ field }) => field));
  const [index] = collection.indexes
    .filter(
      (each) =>
        each.sort.join() === sort.join() && each.equal.slice(1).every((field) => asked.has(field)),
    )
    .sort((one, other) => other.equal.length - one.equal.length);
  if (!index)
    throw new BadQuestion(
      `No index of ${collection.name} answers ${[...asked].join(', ')} in the order of ${sort.join(', ')}`,
    );
  const own = ranges.find((range) => range.sort === sort);
  const [after] = [sortKeyAfter(collection, page), own?.after]
    .filter((key) => key !== undefined)
    .sort((one, other) => Buffer.compare(other, one));
  return {
    index,
    equal,
    ranges: [{ sort, after, before: own?.before }, ...ranges.filter((range) => range !== own)],
  };
}

/**
 * @param preferred the order whose places bound a range, where it begins with that field. @throws
 * BadQuestion for a field that is neither a value nor sorted by
 */
export function conditionsOf(
  collection: Collection,
  filter: Filter,
  preferred: Sort = [],
): Conditions {
  const equal: Conditions['equal'][number][] = [];
  const ranges: Conditions['ranges'][number][] = [];
  for (const [field, condition] of Object.entries(filter)) {
    if (field === 'organizationId' || condition === undefined) continue;
    const sort = [preferred, ...sorts(collection)].find(
      ([first]) => first !== undefined && nameOf(first) === field,
    );
    if (isRange(condition) && sort) ranges.push({ sort, ...boundsOf(sort[0]!, condition) });
    else if (!isRange(condition) && valueFields(collection).includes(field))
      equal.push({ field, values: valuesOf(condition) });
    else throw new BadQuestion(`${collection.name} cannot be asked for ${field}`);
  }
  return { equal, ranges };
}

/** @throws BadQuestion for a field that no document is asked for by value */
export function checkCounted(collection: Collection, field: string): void {
  if (!valueFields(collection).includes(field))
    throw new BadQuestion(`${collection.name} cannot be counted by ${field}`);
}

/**
 * The terms of a search. @throws BadQuestion where there are none to be found, or by a field that
 * is not asked for by value
 */
export function termsOf(collection: Collection, search: readonly Term[]) {
  if (search.length > 0 && !collection.search)
    throw new BadQuestion(`${collection.name} cannot be searched`);
  return search.map((term) => {
    const { text, or } = typeof term === 'string' ? { text: term, or: [] } : term;
    const unknown = or.find(({ field }) => !valueFields(collection).includes(field));
    if (unknown) throw new BadQuestion(`${collection.name} cannot be asked for ${unknown.field}`);
    return { text: foldText(text), or };
  });
}

const isValue = (value: unknown): value is Value =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const isRange = (condition: Condition): condition is Range =>
  typeof condition === 'object' && !('in' in condition);

/**
 * @throws BadQuestion for what is no plain value, whatever its declared type says: it may come from
 * a stranger
 */
function valuesOf(condition: Exclude<Condition, Range>): readonly Value[] {
  const values: readonly Value[] =
    typeof condition === 'object' ? [...new Set(condition.in)] : [condition];
  if (!values.every(isValue)) throw new BadQuestion('Only plain values can be asked for');
  return values;
}

/** Cursor of a page end: an opaque text of a hash of its question and a sort key. */
export const cursorAt = (collection: Collection, page: Page, key: Uint8Array): string =>
  hashOf(collection, page) + Buffer.from(key).toString('base64url');

/**
 * The sort key that the page begins after. @throws BadQuestion if the cursor was another
 * question's, or never one
 */
function sortKeyAfter(collection: Collection, page: Page): Buffer | undefined {
  if (page.after === undefined) return undefined;
  const question = hashOf(collection, page);
  if (!page.after.startsWith(question)) throw new BadQuestion('The cursor is of another question');
  return Buffer.from(page.after.slice(question.length), 'base64url');
}

/** A whole number of threes, so that what follows the hash in base64 is written by itself. */
const hashBytes = 9;

/**
 * Bounds of ranges and looked-up values of terms stay out: both may change between two pages, at
 * midnight or by a new name.
 */
function hashOf({ name }: Collection, { filter, sort, search = [] }: Page): string {
  const asked = Object.entries(filter).flatMap(([field, condition]) =>
    condition === undefined ? [] : [[field, isRange(condition) ? 'range' : condition] as const],
  );
  const terms = search.map((term) => (typeof term === 'string' ? term : term.text));
  const question = JSON.stringify([
    name.split('@', 1)[0],
    asked.sort(([one], [other]) => (one < other ? -1 : 1)),
    sort,
    terms,
  ]);
  return hash('sha256', question, 'buffer').subarray(0, hashBytes).toString('base64url');
}
