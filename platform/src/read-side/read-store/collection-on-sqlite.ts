import type { Column, SqliteFile } from '../../storage/embedded/sqlite-file.js';
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
} from './read-store.js';

type Statements = Pick<SqliteFile, 'reader' | 'writer'>;
type Sql = { readonly sql: string; readonly parameters: readonly Column[] };

/**
 * Table of one collection: JSON documents with columns for filter values, orders and folded search
 * text. Each index holds its order and all filter values, so that a mismatch is skipped without
 * reading its document. The first index also holds the other orders and the text; searches scan it.
 */
export class CollectionOnSqlite {
  private readonly table: string;
  private readonly by: FoundBy;
  private readonly columns: readonly string[];

  constructor(
    readonly declared: Collection,
    private readonly file: Statements,
  ) {
    this.table = quoted(declared.name);
    const { equal, sorts, search } = (this.by = foundBy(declared));
    this.columns =
      declared.indexes.length === 0
        ? []
        : [
            'organization',
            ...equal.map(columnOf),
            ...sorts.map(keyColumnOf),
            ...(search ? ['search'] : []),
          ];
  }

  schema(): readonly string[] {
    return [
      `CREATE TABLE ${this.table} (${['id TEXT PRIMARY KEY', 'json TEXT NOT NULL', ...this.columns].join()})`,
      ...this.declared.indexes.map(
        (index) =>
          `CREATE INDEX ${this.nameOf(index)} ON ${this.table} (${this.columnsOf(index).join()})`,
      ),
    ];
  }

  get(ids: readonly string[]): ReadonlyMap<string, string> {
    const statement = `SELECT id, json FROM ${this.table} WHERE id IN (SELECT value FROM json_each(?))`;
    return new Map(this.file.reader<[string, string]>(statement).all(JSON.stringify(ids)));
  }

  find(page: Page): Found {
    const { limit } = page;
    // Only documents of the page are read.
    const { sql, parameters } = this.sortedRows(page);
    const statement = `
      SELECT id, json, sort_key FROM (${sql}) AS found
      CROSS JOIN ${this.table} AS documents ON documents.rowid = found.row ORDER BY sort_key`;
    const rows = this.file
      .reader<[id: string, json: string, sortKey: Uint8Array]>(statement)
      .all(...parameters);
    const items = rows.slice(0, limit).map(([id, json]) => ({ id, json }));
    return rows.length > limit
      ? { items, next: cursorAt(this.declared, page, rows[limit - 1]![2]) }
      : { items };
  }

  /** Rows of a page and one more. @throws BadQuestion */
  sortedRows(page: Page): Sql {
    const { index, ...conditions } = planOf(this.declared, page);
    const { sql, parameters } = this.matching(
      page,
      conditions,
      page.search?.length ? undefined : index,
    );
    return {
      sql: `SELECT rowid AS row, ${keyColumnOf(page.sort)} AS sort_key ${sql} ORDER BY sort_key LIMIT ?`,
      parameters: [...parameters, page.limit + 1],
    };
  }

  countEach(question: CountQuestion, field: string): Readonly<Record<string, number>> {
    return this.aggregated(question, field, 'count(*)');
  }

  sumEach(
    question: CountQuestion,
    field: string,
    amount: string,
  ): Readonly<Record<string, number>> {
    checkCounted(this.declared, amount);
    return this.aggregated(question, field, `total(${columnOf(amount)})`);
  }

  put(id: string, json: string): void {
    const values = this.columns.length > 0 ? this.values(id, json) : [];
    // Most changes leave a document where it is found: then no index is written.
    const isSame = this.columns.map((column) => ` AND ${column} IS ?`).join('');
    if (
      this.file.writer(`UPDATE ${this.table} SET json = ? WHERE id = ?${isSame}`)(
        json,
        id,
        ...values,
      ) > 0
    )
      return;
    const placeholders = ['?', '?', ...values.map(() => '?')].join();
    this.file.writer(`INSERT OR REPLACE INTO ${this.table} VALUES (${placeholders})`)(
      id,
      json,
      ...values,
    );
  }

  remove(id: string): void {
    this.file.writer(`DELETE FROM ${this.table} WHERE id = ?`)(id);
  }

  private aggregated(
    question: CountQuestion,
    field: string,
    aggregate: string,
  ): Readonly<Record<string, number>> {
    checkCounted(this.declared, field);
    const { sql, parameters } = this.matching(
      question,
      conditionsOf(this.declared, question.filter),
    );
    return Object.fromEntries(
      this.file
        .reader<[string, number]>(`SELECT ${columnOf(field)}, ${aggregate} ${sql} GROUP BY 1`)
        .all(...parameters),
    );
  }

  private values(id: string, json: string): Column[] {
    const { organizationId, values, keys, text } = entryOf(this.by, id, json);
    return [
      organizationId,
      ...values.map(columnValue),
      ...keys,
      ...(text === undefined ? [] : [text]),
    ];
  }

  private nameOf({ equal, sort }: Index): string {
    return quoted(`${this.declared.name}/${equal.join()}/${sort.join()}`);
  }

  private columnsOf(index: Index): readonly string[] {
    const first = ['organization', ...index.equal.slice(1).map(columnOf)];
    const key = keyColumnOf(index.sort);
    const further =
      this.by.search && index === this.declared.indexes[0]
        ? this.columns
        : this.by.equal.map(columnOf);
    // Read backwards: most orders begin with the newest, and what is inserted behind the rest
    // leaves full pages.
    return [
      ...first,
      `${key} DESC`,
      ...further.filter((column) => column !== key && !first.includes(column)),
    ];
  }

  /** Everything that the conditions and all terms fit. @throws BadQuestion */
  private matching(
    { filter, search = [] }: CountQuestion,
    { equal, ranges }: Conditions,
    index = this.declared.indexes[0]!,
  ): Sql {
    const terms = termsOf(this.declared, search);
    const bounds = ranges.flatMap(({ sort, after, before }) => [
      ...(after ? [{ condition: `${keyColumnOf(sort)} > ?`, parameter: after }] : []),
      ...(before ? [{ condition: `${keyColumnOf(sort)} < ?`, parameter: before }] : []),
    ]);
    const conditions = [
      'organization = ?',
      ...equal.map(
        ({ field, values }) => `${columnOf(field)} IN (${values.map(() => '?').join()})`,
      ),
      ...bounds.map(({ condition }) => condition),
      ...terms.map(
        ({ or }) =>
          `(${['instr(search, ?) > 0', ...or.map(({ field }) => isAmong(field))].join(' OR ')})`,
      ),
    ];
    return {
      sql: `FROM ${this.table} INDEXED BY ${this.nameOf(index)} WHERE ${conditions.join(' AND ')}`,
      parameters: [
        filter.organizationId,
        ...equal.flatMap(({ values }) => values.map(columnValue)),
        ...bounds.map(({ parameter }) => parameter),
        ...terms.flatMap(({ text, or }) => [
          text,
          ...or.map(({ values }) => JSON.stringify(values)),
        ]),
      ],
    };
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const columnOf = (field: string) => `"=${field}"`;
const isAmong = (field: string) => `${columnOf(field)} IN (SELECT value FROM json_each(?))`;
const keyColumnOf = (sort: Sort) => `"<${sort.join()}"`;
const columnValue = (value: Value | null): Column =>
  typeof value === 'boolean' ? Number(value) : value;
