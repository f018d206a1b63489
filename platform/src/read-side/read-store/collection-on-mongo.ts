import type {
  ClientSession,
  Collection as Records,
  Db,
  Filter as Query,
  FindOptions,
  IndexDescription,
} from 'mongodb';
import {
  type Conditions,
  type IndexedFields,
  assertFilterField,
  splitConditions,
  encodeCursor,
  indexEntry,
  indexedFields,
  planPage,
  foldTerms,
} from './query-plan.js';
import {
  type Amounts,
  type Collection,
  type CountQuery,
  type FoundPage,
  type Index,
  type Page,
  type Sort,
  type Value,
  type Written,
} from './read-store.js';

const QUERY_TIMEOUT_MS = 5_000;

/**
 * Document as stored: `json` unchanged, with the fields that queries filter, sort and search by.
 */
export type StoredRecord = {
  readonly _id: string;
  readonly json: string;
  readonly organizationId?: string;
  readonly equal?: Readonly<Record<string, Value | null>>;
  readonly order?: Readonly<Record<string, string>>;
  readonly text?: string;
};

/** Indexes and queries of one collection. Query values are literals, never operators. */
export class CollectionOnMongo {
  readonly records: Records<StoredRecord>;
  readonly indexes: readonly (IndexDescription & { readonly name: string })[];
  private readonly fields: IndexedFields;

  constructor(
    readonly declaration: Collection,
    db: Pick<Db, 'collection'>,
  ) {
    this.records = db.collection<StoredRecord>(declaration.name);
    this.fields = indexedFields(declaration);
    this.indexes = declaration.indexes.map((index, number) => {
      const paths = [
        ...index.equal.slice(1).map(equalPath),
        orderPath(index.sort),
        ...this.fields.equal.map(equalPath),
      ];
      const all = [
        'organizationId',
        ...paths,
        ...(number === 0 && declaration.search ? ['text'] : []),
      ];
      return {
        name: indexName(index),
        key: Object.fromEntries(all.map((path) => [path, 1 as const])),
      };
    });
  }

  async get(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const textIds = ids.filter((id) => typeof id === 'string'); // A request may send anything as an id.
    if (textIds.length === 0) return new Map();
    const found = await this.records
      .find(
        { _id: { $in: textIds } },
        { projection: { json: 1 }, batchSize: textIds.length + 1, maxTimeMS: QUERY_TIMEOUT_MS },
      )
      .toArray();
    return new Map(found.map(({ _id, json }) => [_id, json]));
  }

  async readIds(after: string, limit: number): Promise<readonly string[]> {
    const found = await this.records
      .find({ _id: { $gt: after } }, { projection: { _id: 1 }, maxTimeMS: QUERY_TIMEOUT_MS })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    return found.map(({ _id }) => _id);
  }

  async find(page: Page): Promise<FoundPage> {
    const { sort, limit } = page;
    const { query, options } = this.pageQuery(page);
    const found = await this.records.find(query, options).toArray();
    const items = found.slice(0, limit).map(({ _id, json }) => ({ id: _id, json }));
    const last = found[limit - 1]?.order?.[sort.join()];
    return found.length > limit && last
      ? { items, next: encodeCursor(this.declaration, page, Buffer.from(last, 'hex')) }
      : { items };
  }

  countEach(query: CountQuery, field: string): Promise<Amounts> {
    return this.aggregate(query, field, 1);
  }

  async sumEach(query: CountQuery, field: string, amount: string): Promise<Amounts> {
    assertFilterField(this.declaration, amount);
    return this.aggregate(query, field, `$${equalPath(amount)}`);
  }

  /**
   * Query for a page that reads one index in order, and only the page's documents. A search uses
   * the first index, which holds the texts.
   */
  pageQuery(page: Page): { readonly query: Query<StoredRecord>; readonly options: FindOptions } {
    const { index, ...conditions } = planPage(this.declaration, page);
    const { sort, limit, search = [] } = page;
    const options = {
      sort: { [orderPath(sort)]: 1 as const },
      limit: limit + 1,
      batchSize: limit + 2,
      projection: { json: 1, [orderPath(sort)]: 1 },
      maxTimeMS: QUERY_TIMEOUT_MS,
      hint: search.length > 0 ? this.indexes[0]!.name : indexName(index),
    };
    return { query: this.matchingQuery(page, conditions), options };
  }

  /** Writes documents, only the last version of each; `undefined` deletes. */
  async put(documents: readonly Written[], session: ClientSession): Promise<void> {
    const operations = [...new Map(documents.map(({ id, json }) => [id, json]))].map(
      ([id, json]) =>
        json === undefined
          ? { deleteOne: { filter: { _id: id } } }
          : {
              replaceOne: {
                filter: { _id: id },
                replacement: this.toStoredRecord(id, json),
                upsert: true,
              },
            },
    );
    if (operations.length > 0)
      await this.records.bulkWrite(operations, { session, ordered: false });
  }

  private async aggregate(query: CountQuery, field: string, summand: 1 | string): Promise<Amounts> {
    assertFilterField(this.declaration, field);
    const matching = this.matchingQuery(query, splitConditions(this.declaration, query.filter));
    const stages = [
      { $match: matching },
      { $group: { _id: `$${equalPath(field)}`, sum: { $sum: summand } } },
    ];
    const options = { maxTimeMS: QUERY_TIMEOUT_MS, hint: this.indexes[0]!.name };
    const groups = await this.records
      .aggregate<{ readonly _id: string; readonly sum: number }>(stages, options)
      .toArray();
    return Object.fromEntries(groups.map(({ _id, sum }) => [_id, sum]));
  }

  private toStoredRecord(id: string, json: string): StoredRecord {
    if (this.fields.sorts.length === 0) return { _id: id, json };
    const { organizationId, values, keys, text } = indexEntry(this.fields, id, json);
    return {
      _id: id,
      json,
      organizationId,
      equal: Object.fromEntries(this.fields.equal.map((field, number) => [field, values[number]!])),
      order: Object.fromEntries(
        this.fields.sorts.map((sort, number) => [sort.join(), toHex(keys[number]!)]),
      ),
      ...(text !== undefined && { text }),
    };
  }

  /**
   * Filter of all conditions and terms.
   * @throws InvalidQuery
   */
  private matchingQuery(
    { filter, search = [] }: CountQuery,
    { equal, ranges }: Conditions,
  ): Query<StoredRecord> {
    const terms = foldTerms(this.declaration, search);
    const bounded = ranges.map(({ sort, after, before }) => ({
      sort,
      within: { ...(after && { $gt: toHex(after) }), ...(before && { $lt: toHex(before) }) },
    }));
    return {
      organizationId: { $eq: filter.organizationId },
      ...Object.fromEntries(
        equal.map(({ field, values }) => [equalPath(field), equalsAny(values)]),
      ),
      ...Object.fromEntries(
        bounded.flatMap(({ sort, within }) =>
          Object.keys(within).length > 0 ? [[orderPath(sort), within]] : [],
        ),
      ),
      ...(terms.length > 0 && {
        $and: terms.map(({ text, or }) => {
          const found = { text: matchSubstring(text) };
          return or.length > 0
            ? {
                $or: [
                  found,
                  ...or.map(({ field, values }) => ({ [equalPath(field)]: { $in: [...values] } })),
                ],
              }
            : found;
        }),
      }),
    };
  }
}

/** Hex text sorts as the bytes do; MongoDB compares binary values by length first. */
const toHex = (bytes: Buffer) => bytes.toString('hex');
const indexName = ({ equal, sort }: Index) => `${equal.join()}/${sort.join()}`;
const equalPath = (field: string) => `equal.${field}`;
const orderPath = (sort: Sort) => `order.${sort.join()}`;
const equalsAny = (values: readonly Value[]) =>
  values.length === 1 ? { $eq: values[0]! } : { $in: [...values] };

/** Matches a literal substring. */
const matchSubstring = (term: string) => ({
  $regex: term.replace(/[^\p{L}\p{N}\s]/gu, (character) =>
    character < '\u0080' ? `\\${character}` : character,
  ),
});
