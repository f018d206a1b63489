import type {
  AnyBulkWriteOperation,
  ClientSession,
  Collection as Records,
  Db,
  Document,
  Filter as Query,
  FindOptions,
  IndexDescription,
} from 'mongodb';
import { bytesOf, orderedText } from '../mongo/ordered-text.js';
import { cursorAt, keyIn, keyText } from './cursor.js';
import { equalFields, planOf, sorts } from './page-statement.js';
import {
  BadQuestion,
  type Collection,
  type Condition,
  type Filter,
  type Found,
  type Page,
  type Sort,
  type Value,
  type Written,
} from './read-store.js';
import { lookedUp, placesOf } from './search-places.js';
import { foldedText, searchText } from './search-text.js';
import { type Bounds, type Fields, boundsOf, nameOf, sortKey } from './sort-key.js';

/** Up to so many found by their text are put in order; of more, the list is read in order until there are enough. */
const mostSorted = 2_000;
const leastSorted = 100;
/** How many documents there are is asked this often: it only decides which way is the shorter. */
const betweenEstimates = 60_000;
const longestQuestion = 5_000;

/** `json` as it was written, and beside it only what it is found by: fields asked for by value, orders, and its text. */
export type Kept = {
  readonly _id: string;
  readonly json: string;
  readonly organizationId?: string;
  readonly equal?: Readonly<Record<string, Value | null>>;
  readonly order?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly places?: readonly string[];
};
type Asked = { readonly query: Query<Kept>; readonly options: FindOptions };

/** One collection: what its documents are found by, and how they are asked for. Values of a question are literals, never operators. */
export class CollectionOnMongo {
  readonly records: Records<Kept>;
  readonly indexes: readonly (IndexDescription & { readonly name: string })[];
  private readonly equal: readonly string[];
  private readonly sorts: readonly Sort[];
  private estimate = { count: 0, until: 0 };

  constructor(
    readonly declared: Collection,
    db: Db,
  ) {
    this.records = db.collection<Kept>(declared.name);
    this.equal = equalFields(declared);
    this.sorts = sorts(declared);
    this.indexes = indexesOf(declared);
  }

  async get(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const wanted = ids.filter((id) => typeof id === 'string'); // Whatever a stranger has sent: nothing else is an id.
    if (wanted.length === 0) return new Map();
    const found = await this.records
      .find({ _id: { $in: wanted } }, { projection: { json: 1 }, batchSize: wanted.length + 1, singleBatch: true, maxTimeMS: longestQuestion })
      .toArray();
    return new Map(found.map(({ _id, json }) => [_id, json]));
  }

  async find(page: Page): Promise<Found> {
    const { sort, limit } = page;
    const { query, options } = (await this.isFew(page)) ? this.byText(page) : this.inOrder(page);
    const found = await this.records.find(query, options).toArray();
    const items = found.slice(0, limit).map(({ _id, json }) => ({ id: _id, json }));
    const last = found[limit - 1]?.order?.[orderName(sort)];
    return found.length > limit && last ? { items, next: cursorAt(viewOf(this.declared.name), page, keyText(bytesOf(last))) } : { items };
  }

  async count({ filter, search = [] }: Pick<Page, 'filter' | 'search'>, most: number): Promise<number> {
    const terms = search.map(foldedText);
    const query = { ...this.conditions(filter), ...(terms.length > 0 && this.withText(terms)) };
    return this.records.countDocuments(query, {
      limit: most + 1,
      maxTimeMS: longestQuestion,
      ...(terms.length > 0 && { hint: searchIndex }),
    });
  }

  /** Read from one index, in order: where a field may have several values, the server merges their lists. */
  inOrder(page: Page): Asked {
    const { filter, sort, search = [] } = page;
    const { index, values, bounds } = planOf(this.declared, page);
    const query: Query<Kept> = {
      organizationId: { $eq: filter.organizationId },
      ...Object.fromEntries(values.map((possible, place) => [equalPath(index.equal[place + 1]!), among(possible)])),
      ...this.within(page, bounds),
      ...(search.length > 0 && { $and: search.map((term) => ({ text: containing(foldedText(term)) })) }),
    };
    return { query, options: { ...this.paging(page), hint: nameOfIndex(index.equal, sort) } };
  }

  /** Looked up by its text and then put in order, because they are few. */
  byText(page: Page): Asked {
    const { filter, search = [] } = page;
    const { bounds } = planOf(this.declared, page);
    const query = { ...this.conditions(filter), ...this.withText(search.map(foldedText)), ...this.within(page, bounds) };
    return { query, options: { ...this.paging(page), hint: searchIndex } };
  }

  /** A document as it is kept. */
  kept({ id, json, document }: Pick<Written, 'id' | 'document'> & { readonly json: string }): Kept {
    if (this.sorts.length === 0 && !this.declared.search) return { _id: id, json };
    const fields = (document ?? JSON.parse(json)) as Fields;
    const { search } = this.declared;
    const texts = search?.map((field) => textIn(fields, field));
    return {
      _id: id,
      json,
      organizationId: textIn(fields, 'organizationId') ?? '',
      equal: Object.fromEntries(this.equal.map((field) => [field, valueIn(fields, field)])),
      order: Object.fromEntries(this.sorts.map((sort) => [orderName(sort), orderedText(sortKey(sort, fields, id))])),
      ...(texts && { text: searchText(texts), places: placesOf(texts) }),
    };
  }

  /** Writes documents. What is known to be new is inserted, which costs less. @throws MongoError for a duplicate, where that was wrong */
  async put(documents: readonly Written[], session: ClientSession): Promise<void> {
    const first = new Map<string, Written>();
    const last = new Map<string, Written>();
    for (const written of documents) {
      if (!first.has(written.id)) first.set(written.id, written);
      last.set(written.id, written);
    }
    const operations = [...last].flatMap(([id, { json, document }]): AnyBulkWriteOperation<Kept>[] => {
      const isNew = first.get(id)!.before === null;
      if (json === undefined) return isNew ? [] : [{ deleteOne: { filter: { _id: id } } }];
      const kept = this.kept({ id, json, document });
      return [isNew ? { insertOne: { document: kept } } : { replaceOne: { filter: { _id: id }, replacement: kept, upsert: true } }];
    });
    if (operations.length > 0) await this.records.bulkWrite(operations, { session, ordered: false });
  }

  /** Where the page begins, and where the range ends. */
  private within(page: Page, bounds: Bounds | undefined): Query<Kept> {
    const { sort, after } = page;
    const from = after === undefined ? undefined : keyIn(viewOf(this.declared.name), page, after);
    const isAfter = from !== undefined && !(bounds && Buffer.compare(from, bounds.from) < 0);
    const ends = {
      ...(isAfter ? { $gt: orderedText(from) } : bounds && { $gte: orderedText(bounds.from) }),
      ...(bounds && { $lt: orderedText(bounds.before) }),
    };
    return Object.keys(ends).length > 0 ? { [orderPath(sort)]: ends } : {};
  }

  private paging({ sort, limit }: Page): FindOptions {
    return {
      sort: { [orderPath(sort)]: 1 },
      limit: limit + 1,
      batchSize: limit + 2,
      projection: { json: 1, [orderPath(sort)]: 1 },
      maxTimeMS: longestQuestion,
    };
  }

  private async isFew(page: Page): Promise<boolean> {
    const search = (page.search ?? []).map(foldedText);
    if (search.length === 0) return false;
    planOf(this.declared, page); // Refused before anything is read.
    const { from, before } = this.looking(search);
    const found = { organizationId: { $eq: page.filter.organizationId }, places: { $elemMatch: { $gte: from, $lt: before } } };
    const most = Math.min(mostSorted, Math.max(leastSorted, Math.round(Math.sqrt((page.limit + 1) * (await this.size())))));
    return (await this.records.countDocuments(found, { limit: most + 1, hint: searchIndex, maxTimeMS: longestQuestion })) <= most;
  }

  /** Where so many of all are found, as many are read in order for a page as would have to be put in order: at the root of both. */
  private async size(): Promise<number> {
    if (Date.now() >= this.estimate.until) {
      this.estimate = { count: await this.records.estimatedDocumentCount({ maxTimeMS: longestQuestion }), until: Date.now() + betweenEstimates };
    }
    return this.estimate.count;
  }

  private withText(terms: readonly string[]): Query<Kept> {
    const { from, before, unproven } = this.looking(terms);
    return {
      places: { $elemMatch: { $gte: from, $lt: before } },
      ...(unproven.length > 0 && { $and: unproven.map((term) => ({ text: containing(term) })) }),
    };
  }

  private looking(terms: readonly string[]) {
    if (!this.declared.search) throw new BadQuestion(`${this.declared.name} cannot be searched`);
    return lookedUp(terms);
  }

  /** All conditions of a filter, for what is found by its text and for counting. */
  private conditions({ organizationId, ...rest }: Filter): Query<Kept> {
    const query: Document = { organizationId: { $eq: organizationId } };
    for (const [field, condition] of Object.entries(rest)) {
      if (condition === undefined) continue;
      if (this.equal.includes(field) && !isRange(condition)) query[equalPath(field)] = among(valuesOf(condition));
      else Object.assign(query, this.ranged(field, condition));
    }
    return query;
  }

  private ranged(field: string, condition: Condition): Query<Kept> {
    const sort = this.sorts.find(([first]) => first !== undefined && nameOf(first) === field);
    if (!sort || !isRange(condition)) throw new BadQuestion(`${this.declared.name} cannot be asked for ${field}`);
    const { from, before } = boundsOf(sort[0]!, condition);
    return { [orderPath(sort)]: { $gte: orderedText(from), $lt: orderedText(before) } };
  }
}

function indexesOf({ indexes, search }: Collection) {
  const declared = indexes.map(({ equal, sort }) => ({
    name: nameOfIndex(equal, sort),
    key: Object.fromEntries(['organizationId', ...equal.slice(1).map(equalPath), orderPath(sort)].map((path) => [path, 1])),
  }));
  return search ? [...declared, { name: searchIndex, key: { organizationId: 1, places: 1 } }] : declared;
}

const searchIndex = 'search';
const nameOfIndex = (equal: readonly string[], sort: Sort) => `${equal.join()}/${sort.join()}`;
const equalPath = (field: string) => `equal.${field}`;
const orderName = (sort: Sort) => sort.join();
const orderPath = (sort: Sort) => `order.${orderName(sort)}`;
const viewOf = (collection: string) => collection.replace(/@.*/, '');
const textIn = (fields: Fields, field: string) => (typeof fields[field] === 'string' ? fields[field] : undefined);

function valueIn(fields: Fields, field: string): Value | null {
  const value = fields[field];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

const isRange = (condition: Condition): condition is Extract<Condition, { from?: unknown }> => typeof condition === 'object' && !('in' in condition);
const valuesOf = (condition: Exclude<Condition, { from?: unknown }>) => (typeof condition === 'object' ? condition.in : [condition]);

/** @throws BadQuestion for what is no plain value, whatever its declared type says: it may come from a stranger */
function among(values: readonly Value[]) {
  if (values.some((value) => !['string', 'number', 'boolean'].includes(typeof value))) throw new BadQuestion('Only plain values can be asked for');
  return values.length === 1 ? { $eq: values[0]! } : { $in: [...values] };
}

/** A substring, letter by letter. */
const containing = (term: string) => ({
  $regex: term.replace(/[^\p{L}\p{N}\s]/gu, (character) => (character < '\u0080' ? `\\${character}` : character)),
});
