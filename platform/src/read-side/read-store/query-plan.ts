import { hash } from 'node:crypto';
import {
  InvalidQuery,
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
import { foldText } from '#domain/kernel/texts/text-folding.js';
import { searchText } from '#domain/kernel/texts/search-text.js';
import { type Bounds, type Fields, toBounds, fieldName, sortKey } from './sort-key.js';

/** Filters of a query besides the organization. */
export type Conditions = {
  readonly equal: readonly { readonly field: string; readonly values: readonly Value[] }[];
  readonly ranges: readonly ({ readonly sort: Sort } & Partial<Bounds>)[];
};

/** Plan of a page: one index range, and filters on the rows in it. */
export type Plan = Conditions & { readonly index: Index };

/** Fields of a collection that queries use: filters, orders and search text. */
export type IndexedFields = {
  readonly equal: readonly string[];
  readonly sorts: readonly Sort[];
  readonly search: readonly string[] | undefined;
};
/** Column values of one document. */
type IndexEntry = {
  readonly organizationId: string;
  readonly values: readonly (Value | null)[];
  readonly keys: readonly Buffer[];
  readonly text: string | undefined;
};

export function indexEntry(
  { equal, sorts, search }: IndexedFields,
  id: string,
  json: string,
): IndexEntry {
  const fields = JSON.parse(json) as Fields;
  const textOf = (field: string) => (typeof fields[field] === 'string' ? fields[field] : undefined);
  return {
    organizationId: textOf('organizationId') ?? '',
    values: equal.map((field) => (isValue(fields[field]) ? fields[field] : null)),
    keys: sorts.map((sort) => sortKey(sort, fields, id)),
    text: search && searchText(search.map(textOf)),
  };
}

/** Fields that a query may filter by. */
const filterFields = ({ indexes, filters = [] }: Collection) => [
  ...new Set(
    [...indexes.flatMap(({ equal }) => equal), ...filters].filter(
      (field) => field !== 'organizationId',
    ),
  ),
];

/** Distinct orders of all indexes. */
const distinctSorts = ({ indexes }: Collection) => [
  ...new Map(indexes.map(({ sort }) => [sort.join(), sort])).values(),
];

export const indexedFields = (collection: Collection): IndexedFields => ({
  equal: filterFields(collection),
  sorts: distinctSorts(collection),
  search: collection.search,
});

/** @throws InvalidQuery if no declared index answers it */
export function planPage(collection: Collection, page: Page): Plan {
  const { sort } = page;
  const { equal, ranges } = splitConditions(collection, page.filter, sort);
  const filteredFields = new Set(equal.map(({ field }) => field));
  const [index] = collection.indexes
    .filter(
      (each) =>
        each.sort.join() === sort.join() &&
        each.equal.slice(1).every((field) => filteredFields.has(field)),
    )
    .sort((one, other) => other.equal.length - one.equal.length);
  if (!index)
    throw new InvalidQuery(
      `No index of ${collection.name} answers ${[...filteredFields].join(', ')} in the order of ${sort.join(', ')}`,
    );
  const pageRange = ranges.find((range) => range.sort === sort);
  // The page starts after its cursor, or at the start of its range if that is later.
  const after = [decodeCursor(collection, page), pageRange?.after]
    .filter((key) => key !== undefined)
    .toSorted(Buffer.compare)
    .at(-1);
  return {
    index,
    equal,
    ranges: [
      { sort, after, before: pageRange?.before },
      ...ranges.filter((range) => range !== pageRange),
    ],
  };
}

/**
 * @param preferred order whose sort key bounds a range, if it starts with that field
 * @throws InvalidQuery for a field without filter or order
 */
export function splitConditions(
  collection: Collection,
  filter: Filter,
  preferred: Sort = [],
): Conditions {
  const equal: Conditions['equal'][number][] = [];
  const ranges: Conditions['ranges'][number][] = [];
  for (const [field, condition] of Object.entries(filter)) {
    if (field === 'organizationId' || condition === undefined) continue;
    const sort = [preferred, ...distinctSorts(collection)].find(
      ([first]) => first !== undefined && fieldName(first) === field,
    );
    if (isRange(condition) && sort) ranges.push({ sort, ...toBounds(sort[0]!, condition) });
    else if (!isRange(condition) && filterFields(collection).includes(field))
      equal.push({ field, values: toValues(condition) });
    else throw new InvalidQuery(`${collection.name} cannot be asked for ${field}`);
  }
  return { equal, ranges };
}

/** @throws InvalidQuery for a field that is no filter */
export function assertFilterField(collection: Collection, field: string): void {
  if (!filterFields(collection).includes(field))
    throw new InvalidQuery(`${collection.name} cannot be counted by ${field}`);
}

/**
 * Terms with folded text.
 * @throws InvalidQuery if the collection has no search text, or for a field that is no filter
 */
export function foldTerms(collection: Collection, search: readonly Term[]) {
  if (search.length > 0 && !collection.search)
    throw new InvalidQuery(`${collection.name} cannot be searched`);
  return search.map((term) => {
    const { text, or } = typeof term === 'string' ? { text: term, or: [] } : term;
    const unknown = or.find(({ field }) => !filterFields(collection).includes(field));
    if (unknown) throw new InvalidQuery(`${collection.name} cannot be asked for ${unknown.field}`);
    return { text: foldText(text), or };
  });
}

const isValue = (value: unknown): value is Value =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const isRange = (condition: Condition): condition is Range =>
  typeof condition === 'object' && !('in' in condition);

/** @throws InvalidQuery for anything but plain values, because a request may send anything */
function toValues(condition: Exclude<Condition, Range>): readonly Value[] {
  const values: readonly Value[] =
    typeof condition === 'object' ? [...new Set(condition.in)] : [condition];
  if (!values.every(isValue)) throw new InvalidQuery('Only plain values can be asked for');
  return values;
}

/** Opaque cursor of a page's end: a hash of the query and a sort key. */
export const encodeCursor = (collection: Collection, page: Page, key: Uint8Array): string =>
  queryHash(collection, page) + Buffer.from(key).toString('base64url');

/**
 * Sort key after which the page starts.
 * @throws InvalidQuery for a malformed cursor, or one of another query
 */
function decodeCursor(collection: Collection, page: Page): Buffer | undefined {
  if (page.after === undefined) return undefined;
  const expectedHash = queryHash(collection, page);
  if (!page.after.startsWith(expectedHash))
    throw new InvalidQuery('The cursor is of another query');
  return Buffer.from(page.after.slice(expectedHash.length), 'base64url');
}

/** A multiple of three, so that the hash fills whole base64 characters. */
const HASH_BYTES = 9;

/**
 * Hash of a query. Excludes range bounds and looked-up values, which may change between pages
 * (midnight, a new name).
 */
function queryHash({ name }: Collection, { filter, sort, search = [] }: Page): string {
  const filters = Object.entries(filter).flatMap(([field, condition]) =>
    condition === undefined ? [] : [[field, isRange(condition) ? 'range' : condition] as const],
  );
  const terms = search.map((term) => (typeof term === 'string' ? term : term.text));
  const text = JSON.stringify([
    name.split('@', 1)[0],
    filters.sort(([one], [other]) => (one < other ? -1 : 1)),
    sort,
    terms,
  ]);
  return hash('sha256', text, 'buffer').subarray(0, HASH_BYTES).toString('base64url');
}
