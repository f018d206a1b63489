import type { Column, SqliteFile } from '../../storage/embedded/sqlite-file.js';
import { type FoundBy, type Plan, conditionsOf, cursorAt, entryOf, foundBy, listsOf, planOf, termsOf } from './question.js';
import { BadQuestion, type Collection, type Count, type Filter, type Found, type Page, type Sort, type Term, type Value } from './read-store.js';

type Statements = Pick<SqliteFile, 'reader' | 'writer'>;
type Sql = { readonly sql: string; readonly parameters: readonly Column[] };

/**
 * One collection: a table of JSON documents with a column for each field that is asked for by value, one for each order, and
 * the folded text that is searched. A search scans an index that has all of these columns, where an organization's entries
 * lie together.
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
      declared.indexes.length === 0 ? [] : ['organization', ...equal.map(columnOf), ...sorts.map(keyColumnOf), ...(search ? ['search'] : [])];
  }

  schema(): readonly string[] {
    const index = (name: string, columns: readonly string[]) =>
      `CREATE INDEX ${quoted(`${this.declared.name}/${name}`)} ON ${this.table} (${columns.join()})`;
    return [
      `CREATE TABLE ${this.table} (${['id TEXT PRIMARY KEY', 'json TEXT NOT NULL', ...this.columns].join()})`,
      ...this.declared.indexes.map(({ equal, sort }) =>
        index(`${equal.join()}/${sort.join()}`, ['organization', ...equal.slice(1).map(columnOf), keyColumnOf(sort)]),
      ),
      ...(this.declared.search ? [index('search', this.columns)] : []),
    ];
  }

  get(ids: readonly string[]): ReadonlyMap<string, string> {
    const statement = `SELECT id, json FROM ${this.table} WHERE id IN (SELECT value FROM json_each(?))`;
    return new Map(this.file.reader<[string, string]>(statement).all(JSON.stringify(ids)));
  }

  find(page: Page): Found {
    const { filter, limit, search = [] } = page;
    const plan = planOf(this.declared, page);
    if (listsOf(plan) === 0) return { items: [] };
    const places = search.length > 0 ? this.scanned(filter, search, plan) : mergedLists(this.table, plan, filter.organizationId);
    // Only documents of the page are read: the lists need nothing but their index.
    const statement = `
      SELECT id, json, place FROM (SELECT * FROM (${places.sql}) ORDER BY place LIMIT ?) AS found
      CROSS JOIN ${this.table} AS documents ON documents.rowid = found.row ORDER BY place`;
    const rows = this.file.reader<[id: string, json: string, place: Uint8Array]>(statement).all(...places.parameters, limit + 1);
    const items = rows.slice(0, limit).map(([id, json]) => ({ id, json }));
    return rows.length > limit ? { items, next: cursorAt(this.declared, page, rows[limit - 1]![2]) } : { items };
  }

  countEach({ filter, search = [] }: Count, field: string): Readonly<Record<string, number>> {
    if (!this.by.equal.includes(field)) throw new BadQuestion(`${this.declared.name} cannot be counted by ${field}`);
    const { sql, parameters } = this.matching(filter, search);
    return Object.fromEntries(this.file.reader<[string, number]>(`SELECT ${columnOf(field)}, count(*) ${sql} GROUP BY 1`).all(...parameters));
  }

  put(id: string, json: string): void {
    const values = this.columns.length > 0 ? this.values(id, json) : [];
    // Most changes leave a document where it is found: then no index is written.
    const isSame = this.columns.map((column) => ` AND ${column} IS ?`).join('');
    if (this.file.writer(`UPDATE ${this.table} SET json = ? WHERE id = ?${isSame}`)(json, id, ...values) > 0) return;
    const placeholders = ['?', '?', ...values.map(() => '?')].join();
    this.file.writer(`INSERT OR REPLACE INTO ${this.table} VALUES (${placeholders})`)(id, json, ...values);
  }

  remove(id: string): void {
    this.file.writer(`DELETE FROM ${this.table} WHERE id = ?`)(id);
  }

  private values(id: string, json: string): Column[] {
    const { organizationId, values, keys, text } = entryOf(this.by, id, json);
    return [organizationId, ...values.map(columnValue), ...keys, ...(text === undefined ? [] : [text])];
  }

  private scanned(filter: Filter, search: readonly Term[], { index, after }: Plan): Sql {
    const { sql, parameters } = this.matching(filter, search);
    const key = keyColumnOf(index.sort);
    const places = `SELECT rowid AS row, ${key} AS place ${sql}`;
    return after ? { sql: `${places} AND ${key} > ?`, parameters: [...parameters, after] } : { sql: places, parameters };
  }

  /** Everything that the filter and all terms fit. @throws BadQuestion */
  private matching(filter: Filter, search: readonly Term[]): Sql {
    const terms = termsOf(this.declared, search);
    const { equal, ranges } = conditionsOf(this.declared, filter);
    const conditions = [
      'organization = ?',
      ...equal.map(({ field, values }) => `${columnOf(field)} IN (${values.map(() => '?').join()})`),
      ...ranges.map(({ sort }) => `${keyColumnOf(sort)} > ? AND ${keyColumnOf(sort)} < ?`),
      ...terms.map(({ or }) => `(${['instr(search, ?) > 0', ...or.map(({ field }) => isAmong(field))].join(' OR ')})`),
    ];
    const index = search.length > 0 ? ` INDEXED BY ${quoted(`${this.declared.name}/search`)}` : '';
    return {
      sql: `FROM ${this.table}${index} WHERE ${conditions.join(' AND ')}`,
      parameters: [
        filter.organizationId,
        ...equal.flatMap(({ values }) => values.map(columnValue)),
        ...ranges.flatMap(({ bounds }) => [bounds.after, bounds.before]),
        ...terms.flatMap(({ text, or }) => [text, ...or.map(({ values }) => JSON.stringify(values))]),
      ],
    };
  }
}

/** One index read in its order, or one list of it for each value that is not asked for: SQLite merges them without sorting. */
export function mergedLists(table: string, { index, values, after, before }: Plan, organizationId: string): Sql {
  const key = keyColumnOf(index.sort);
  const conditions = [
    'organization = ?',
    ...index.equal.slice(1).map((field) => `${columnOf(field)} = ?`),
    ...(after ? [`${key} > ?`] : []),
    ...(before ? [`${key} < ?`] : []),
  ];
  const list = `SELECT rowid AS row, ${key} AS place FROM ${table} WHERE ${conditions.join(' AND ')}`;
  const combinations = values.reduce<Value[][]>((lists, possible) => lists.flatMap((each) => possible.map((value) => [...each, value])), [[]]);
  return {
    sql: combinations.map(() => list).join(' UNION ALL '),
    parameters: combinations.flatMap((each) => [organizationId, ...each.map(columnValue), ...(after ? [after] : []), ...(before ? [before] : [])]),
  };
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const columnOf = (field: string) => `"=${field}"`;
const isAmong = (field: string) => `${columnOf(field)} IN (SELECT value FROM json_each(?))`;
const keyColumnOf = (sort: Sort) => `"<${sort.join()}"`;
const columnValue = (value: Value | null): Column => (typeof value === 'boolean' ? Number(value) : value);
