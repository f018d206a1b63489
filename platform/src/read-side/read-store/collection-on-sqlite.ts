import type { Column, SqliteFile } from '../../storage/embedded/sqlite-file.js';
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
} from './read-store.js';

type Statements = Pick<SqliteFile, 'reader' | 'writer'>;
type Sql = { readonly sql: string; readonly parameters: readonly Column[] };

/**
 * Table of one collection: JSON documents, with columns for filters, sort keys and folded search
 * text.
 * Each index holds its order and all filters, so a mismatch is skipped without reading the
 * document. The first index also holds all orders and the text, for searches.
 */
export class CollectionOnSqlite {
  protected readonly table: string;
  private readonly fields: IndexedFields;
  private readonly columns: readonly string[];
  protected readonly key: readonly string[] = ['id'];
  /** Columns of the days on which a row is valid; empty if rows have no such days. */
  protected readonly validity: readonly string[] = [];

  constructor(
    readonly declaration: Collection,
    protected readonly file: Statements,
  ) {
    this.table = quote(declaration.name);
    const { equal, sorts, search } = (this.fields = indexedFields(declaration));
    this.columns =
      declaration.indexes.length === 0
        ? []
        : [
            'organization',
            ...equal.map(columnName),
            ...sorts.map(keyColumnName),
            ...(search ? ['search'] : []),
          ];
  }

  schema(): readonly string[] {
    const columns = ['id TEXT', 'json TEXT NOT NULL', ...this.validity, ...this.columns];
    return [
      `CREATE TABLE ${this.table} (${columns.join()}, PRIMARY KEY (${this.key.join()}))`,
      ...this.declaration.indexes.map(
        (index) =>
          `CREATE INDEX ${this.indexName(index)} ON ${this.table} (${this.indexColumns(index).join()})`,
      ),
    ];
  }

  get(ids: readonly string[]): ReadonlyMap<string, string> {
    const { sql, parameters } = this.validRows();
    const statement = `
      SELECT ${asOneText(['id', 'json'])} FROM ${this.table}
      WHERE id IN (SELECT value FROM json_each(?)) AND ${sql}`;
    return new Map(
      this.rows<[id: string, json: string]>(statement, [JSON.stringify(ids), ...parameters]),
    );
  }

  readIds(after: string, limit: number): readonly string[] {
    const { sql, parameters } = this.validRows();
    const statement = `SELECT id FROM ${this.table} WHERE id > ? AND ${sql} ORDER BY id LIMIT ?`;
    return this.file
      .reader<[id: string]>(statement)
      .all(after, ...parameters, limit)
      .map(([id]) => id);
  }

  /** Condition of the rows that are read. */
  protected validRows(): Sql {
    return { sql: 'true', parameters: [] };
  }

  find(page: Page): FoundPage {
    const { limit } = page;
    // Sorts row ids only, so no document outside the page is read.
    const { sql, parameters } = this.sortedRows(page);
    const statement = `
      SELECT ${asOneText(['id', 'json', 'hex(sort_key)'], 'ORDER BY sort_key')} FROM (${sql}) AS found
      CROSS JOIN ${this.table} AS documents ON documents.rowid = found.row`;
    const rows = this.rows<[id: string, json: string, sortKey: string]>(statement, parameters);
    const items = rows.slice(0, limit).map(([id, json]) => ({ id, json }));
    return rows.length > limit
      ? {
          items,
          next: encodeCursor(this.declaration, page, Buffer.from(rows[limit - 1]![2], 'hex')),
        }
      : { items };
  }

  /** Rows of a statement that selects `asOneText`, in their order. */
  private rows<Row extends readonly string[]>(
    statement: string,
    parameters: readonly Column[],
  ): readonly Row[] {
    const [text] = this.file.reader<[string | null]>(statement).first(...parameters) ?? [];
    if (text === undefined || text === null) return [];
    return text.split(ROW_END).map((row) => row.split(FIELD_END) as unknown as Row);
  }

  /**
   * SQL of a page and one more row.
   * @throws InvalidQuery
   */
  sortedRows(page: Page): Sql {
    const { index, ...conditions } = planPage(this.declaration, page);
    const { sql, parameters } = this.matchingSql(
      page,
      conditions,
      page.search?.length ? undefined : index,
    );
    return {
      sql: `SELECT rowid AS row, ${keyColumnName(page.sort)} AS sort_key ${sql} ORDER BY sort_key LIMIT ?`,
      parameters: [...parameters, page.limit + 1],
    };
  }

  countEach(query: CountQuery, field: string): Amounts {
    return this.aggregate(query, field, 'count(*)');
  }

  sumEach(query: CountQuery, field: string, amount: string): Amounts {
    assertFilterField(this.declaration, amount);
    return this.aggregate(query, field, `total(${columnName(amount)})`);
  }

  put(id: string, json: string): void {
    const columnValues = this.columnValues(id, json);
    // Most changes touch no indexed column, so they write no index.
    const ifUnchanged = this.columns.map((column) => ` AND ${column} IS ?`).join('');
    if (
      this.file.writer(`UPDATE ${this.table} SET json = ? WHERE id = ?${ifUnchanged}`)(
        json,
        id,
        ...columnValues,
      ) > 0
    )
      return;
    const placeholders = ['?', '?', ...columnValues.map(() => '?')].join();
    this.file.writer(`INSERT OR REPLACE INTO ${this.table} VALUES (${placeholders})`)(
      id,
      json,
      ...columnValues,
    );
  }

  remove(id: string): void {
    this.file.writer(`DELETE FROM ${this.table} WHERE id = ?`)(id);
  }

  private aggregate(query: CountQuery, field: string, aggregate: string): Amounts {
    assertFilterField(this.declaration, field);
    const { sql, parameters } = this.matchingSql(
      query,
      splitConditions(this.declaration, query.filter),
    );
    return Object.fromEntries(
      this.file
        .reader<[string, number]>(`SELECT ${columnName(field)}, ${aggregate} ${sql} GROUP BY 1`)
        .all(...parameters),
    );
  }

  protected columnValues(id: string, json: string): readonly Column[] {
    if (this.columns.length === 0) return [];
    const { organizationId, values, keys, text } = indexEntry(this.fields, id, json);
    return [
      organizationId,
      ...values.map(columnValue),
      ...keys,
      ...(text === undefined ? [] : [text]),
    ];
  }

  private indexName({ equal, sort }: Index): string {
    return quote(`${this.declaration.name}/${equal.join()}/${sort.join()}`);
  }

  private indexColumns(index: Index): readonly string[] {
    const first = ['organization', ...index.equal.slice(1).map(columnName)];
    const key = keyColumnName(index.sort);
    const further =
      this.fields.search && index === this.declaration.indexes[0]
        ? this.columns
        : this.fields.equal.map(columnName);
    // Descending, because most pages start with the newest document. Inserts at the end of the
    // index fill its pages.
    return [
      ...first,
      `${key} DESC`,
      ...further.filter((column) => column !== key && !first.includes(column)),
      ...this.validity,
    ];
  }

  /**
   * FROM and WHERE of all conditions and terms.
   * @throws InvalidQuery
   */
  private matchingSql(
    { filter, search = [] }: CountQuery,
    { equal, ranges }: Conditions,
    index = this.declaration.indexes[0]!,
  ): Sql {
    const terms = foldTerms(this.declaration, search);
    const bounds = ranges.flatMap(({ sort, after, before }) => [
      ...(after ? [{ condition: `${keyColumnName(sort)} > ?`, parameter: after }] : []),
      ...(before ? [{ condition: `${keyColumnName(sort)} < ?`, parameter: before }] : []),
    ]);
    const valid = this.validRows();
    const conditions = [
      'organization = ?',
      ...equal.map(
        ({ field, values }) => `${columnName(field)} IN (${values.map(() => '?').join()})`,
      ),
      ...bounds.map(({ condition }) => condition),
      ...terms.map(
        ({ or }) =>
          `(${['instr(search, ?) > 0', ...or.map(({ field }) => fieldIsIn(field))].join(' OR ')})`,
      ),
      valid.sql,
    ];
    return {
      sql: `FROM ${this.table} INDEXED BY ${this.indexName(index)} WHERE ${conditions.join(' AND ')}`,
      parameters: [
        filter.organizationId,
        ...equal.flatMap(({ values }) => values.map(columnValue)),
        ...bounds.map(({ parameter }) => parameter),
        ...terms.flatMap(({ text, or }) => [
          text,
          ...or.map(({ values }) => JSON.stringify(values)),
        ]),
        ...valid.parameters,
      ],
    };
  }
}

/** Control characters that neither ids nor JSON texts contain. */
const [FIELD_END, ROW_END] = ['\x1f', '\x1e'];
/** Selects all rows as one text, because returning single rows is slower than finding them. */
const asOneText = (fields: readonly string[], order = ''): string =>
  `group_concat(${fields.join(' || char(31) || ')}, char(30) ${order})`;

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const columnName = (field: string) => `"=${field}"`;
const fieldIsIn = (field: string) => `${columnName(field)} IN (SELECT value FROM json_each(?))`;
const keyColumnName = (sort: Sort) => `"<${sort.join()}"`;
const columnValue = (value: Value | null): Column =>
  typeof value === 'boolean' ? Number(value) : value;
