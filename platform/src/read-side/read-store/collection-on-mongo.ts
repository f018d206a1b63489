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
  type FoundBy,
  checkCounted,
  conditionsOf,
  cursorAt,
  entryOf,
  foundBy,
  planOf,
  termsOf,
} from './question.js';
import {
  type Collection,
  type CountQuestion,
  type Found,
  type Index,
  type Page,
  type Sort,
  type Value,
  type Written,
} from './read-store.js';

const longestQuestion = 5_000;

/**
 * `json` as it was written, and beside it only what it is found by: fields asked for by value,
 * orders, and its text.
 */
export type StoredRecord = {
  readonly _id: string;
  readonly json: string;
  readonly organizationId?: string;
  readonly equal?: Readonly<Record<string, Value | null>>;
  readonly order?: Readonly<Record<string, string>>;
  readonly text?: string;
};

/** Indexes and queries of one collection. Values of a question are literals, never operators. */
export class CollectionOnMongo {
  readonly records: Records<StoredRecord>;
  readonly indexes: readonly (IndexDescription & { readonly name: string })[];
  private readonly by: FoundBy;

  constructor(
    readonly declared: Collection,
    db: Db,
  ) {
    this.records = db.collection<StoredRecord>(declared.name);
    this.by = foundBy(declared);
    this.indexes = declared.indexes.map((index, number) => {
      const paths = [
        ...index.equal.slice(1).map(equalPath),
        orderPath(index.sort),
        ...this.by.equal.map(equalPath),
      ];
      const all = [
        'organizationId',
        ...paths,
        ...(number === 0 && declared.search ? ['text'] : []),
      ];
      return {
        name: nameOfIndex(index),
        key: Object.fromEntries(all.map((path) => [path, 1 as const])),
      };
    });
  }

  async get(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const wanted = ids.filter((id) => typeof id === 'string'); // An id from a request may be anything.
    if (wanted.length === 0) return new Map();
    const found = await this.records
      .find(
        { _id: { $in: wanted } },
        { projection: { json: 1 }, batchSize: wanted.length + 1, maxTimeMS: longestQuestion },
      )
      .toArray();
    return new Map(found.map(({ _id, json }) => [_id, json]));
  }

  async find(page: Page): Promise<Found> {
    const { sort, limit } = page;
    const { query, options } = this.pageQuery(page);
    const found = await this.records.find(query, options).toArray();
    const items = found.slice(0, limit).map(({ _id, json }) => ({ id: _id, json }));
    const last = found[limit - 1]?.order?.[sort.join()];
    return found.length > limit && last
      ? { items, next: cursorAt(this.declared, page, Buffer.from(last, 'hex')) }
      : { items };
  }

  countEach(question: CountQuestion, field: string): Promise<Readonly<Record<string, number>>> {
    return this.aggregated(question, field, 1);
  }

  async sumEach(
    question: CountQuestion,
    field: string,
    amount: string,
  ): Promise<Readonly<Record<string, number>>> {
    checkCounted(this.declared, amount);
    return this.aggregated(question, field, `$${equalPath(amount)}`);
  }

  /**
   * A page is read from one index, in order, and only documents of the page are. A search reads the
   * first, which has the texts.
   */
  pageQuery(page: Page): { readonly query: Query<StoredRecord>; readonly options: FindOptions } {
    const { index, ...conditions } = planOf(this.declared, page);
    const { sort, limit, search = [] } = page;
    const options = {
      sort: { [orderPath(sort)]: 1 as const },
      limit: limit + 1,
      batchSize: limit + 2,
      projection: { json: 1, [orderPath(sort)]: 1 },
      maxTimeMS: longestQuestion,
      hint: search.length > 0 ? this.indexes[0]!.name : nameOfIndex(index),
    };
    return { query: this.matching(page, conditions), options };
  }

  /** Writes documents, the last word on each: undefined, and it goes. */
  async put(documents: readonly Written[], session: ClientSession): Promise<void> {
    const operations = [...new Map(documents.map(({ id, json }) => [id, json]))].map(
      ([id, json]) =>
        json === undefined
          ? { deleteOne: { filter: { _id: id } } }
          : {
              replaceOne: { filter: { _id: id }, replacement: this.stored(id, json), upsert: true },
            },
    );
    if (operations.length > 0)
      await this.records.bulkWrite(operations, { session, ordered: false });
  }

  private async aggregated(
    question: CountQuestion,
    field: string,
    summed: 1 | string,
  ): Promise<Readonly<Record<string, number>>> {
    checkCounted(this.declared, field);
    const matching = this.matching(question, conditionsOf(this.declared, question.filter));
    const stages = [
      { $match: matching },
      { $group: { _id: `$${equalPath(field)}`, sum: { $sum: summed } } },
    ];
    const options = { maxTimeMS: longestQuestion, hint: this.indexes[0]!.name };
    const groups = await this.records
      .aggregate<{ readonly _id: string; readonly sum: number }>(stages, options)
      .toArray();
    return Object.fromEntries(groups.map(({ _id, sum }) => [_id, sum]));
  }

  private stored(id: string, json: string): StoredRecord {
    if (this.by.sorts.length === 0) return { _id: id, json };
    const { organizationId, values, keys, text } = entryOf(this.by, id, json);
    return {
      ...{ _id: id, json, organizationId },
      equal: Object.fromEntries(this.by.equal.map((field, number) => [field, values[number]!])),
      order: Object.fromEntries(
        this.by.sorts.map((sort, number) => [sort.join(), hexOf(keys[number]!)]),
      ),
      ...(text !== undefined && { text }),
    };
  }

  /** Everything that the conditions and all terms fit. @throws BadQuestion */
  private matching(
    { filter, search = [] }: CountQuestion,
    { equal, ranges }: Conditions,
  ): Query<StoredRecord> {
    const terms = termsOf(this.declared, search);
    const bounded = ranges.map(({ sort, after, before }) => ({
      sort,
      within: { ...(after && { $gt: hexOf(after) }), ...(before && { $lt: hexOf(before) }) },
    }));
    return {
      organizationId: { $eq: filter.organizationId },
      ...Object.fromEntries(equal.map(({ field, values }) => [equalPath(field), among(values)])),
      ...Object.fromEntries(
        bounded.flatMap(({ sort, within }) =>
          Object.keys(within).length > 0 ? [[orderPath(sort), within]] : [],
        ),
      ),
      ...(terms.length > 0 && {
        $and: terms.map(({ text, or }) => {
          const found = { text: containing(text) };
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

/** In the order of the bytes, which the server itself compares by their length first. */
const hexOf = (bytes: Buffer) => bytes.toString('hex');
const nameOfIndex = ({ equal, sort }: Index) => `${equal.join()}/${sort.join()}`;
const equalPath = (field: string) => `equal.${field}`;
const orderPath = (sort: Sort) => `order.${sort.join()}`;
const among = (values: readonly Value[]) =>
  values.length === 1 ? { $eq: values[0]! } : { $in: [...values] };

/** A substring, letter by letter. */
const containing = (term: string) => ({
  $regex: term.replace(/[^\p{L}\p{N}\s]/gu, (character) =>
    character < '\u0080' ? `\\${character}` : character,
  ),
});
