import type { Column, SqliteFile } from '../embedded/sqlite-file.js';
import { cursorAt, keyIn } from './cursor.js';
import { columnOf, conditionsOf, equalFields, keyColumnOf, pageStatement, planOf, sorts } from './page-statement.js';
import { BadQuestion, type Collection, type Commit, type Filter, type Found, type Page, type Stored, type Value } from './read-store.js';
import { foldedText, gramsOf, searchText } from './search-text.js';
import { type Fields, sortKey } from './sort-key.js';

/** A row's number is its organization's number and a count: rows of an organization lie together, and a search reads no other's. */
export const rowsPerOrganization = 2 ** 30;
/** Up to so many found by their text are put in order; of more, the list is read in order until there are enough. */
const mostSorted = 2_000;
/** A short term begins so many three-character pieces at most; one that begins more is so common that reading the list finds it. */
const mostGrams = 64;

type PageRow = [id: string, json: string, key: Uint8Array];
/** An expression of the text index with the rows of an organization, and the terms that it does not prove. */
type ByText = { readonly parameters: readonly [string, number, number]; readonly unproven: readonly string[] };
type Existing = { readonly row: number; readonly json: string };
type Statements = { readonly reader: SqliteFile['reader']; readonly writer: SqliteFile['writer'] };

/**
 * One collection: a table with a column for each field that is asked for by value and for each order, its sums, and the
 * index of its texts. Only what differs is written, because each index costs as much as the document.
 */
export class CollectionOnSqlite {
  private readonly table: string;
  private readonly texts: string;
  private readonly grams: string;
  private readonly sumsTable: string;
  private readonly equal: readonly string[];
  private readonly sorts: readonly (readonly string[])[];
  private readonly isPlain: boolean;
  private readonly lastRows = new Map<number, number>();
  private readonly knownGrams = new Set<string>();

  constructor(
    readonly declared: Collection,
    private readonly file: Statements,
    /** Number of an organization; undefined if it has nothing here and none is to be given. */
    private readonly organization: (id: string, make: boolean) => number | undefined,
  ) {
    [this.table, this.texts, this.grams, this.sumsTable] = tablesOf(declared.name);
    this.equal = equalFields(declared);
    this.sorts = sorts(declared);
    this.isPlain = this.sorts.length === 0 && !declared.search;
  }

  /** Statements that make its tables where they are not there yet. */
  schema(): readonly string[] {
    const columns = [...this.equal.map(columnOf), ...this.sorts.map((sort) => `${keyColumnOf(sort)} BLOB`)];
    const search = this.declared.search ? ['search TEXT'] : [];
    const indexes = this.declared.indexes.map(({ equal, sort }) => {
      const fields = ['organization', ...equal.slice(1).map(columnOf), keyColumnOf(sort)];
      return `CREATE INDEX IF NOT EXISTS ${quoted(`${this.declared.name}/${equal.join()}/${sort.join()}`)} ON ${this.table} (${fields.join()})`;
    });
    return [
      `CREATE TABLE IF NOT EXISTS ${this.table} (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, organization INTEGER NOT NULL, json TEXT NOT NULL${['', ...columns, ...search].join(', ')})`,
      ...indexes,
      `CREATE TABLE IF NOT EXISTS ${this.sumsTable} (key TEXT, name TEXT, amount INTEGER NOT NULL, PRIMARY KEY (key, name)) WITHOUT ROWID`,
      ...(this.declared.search
        ? [
            `CREATE VIRTUAL TABLE IF NOT EXISTS ${this.texts} USING fts5(text, content='', tokenize='trigram case_sensitive 1')`,
            // What is taken out is overwritten at once: it may have been a person's name.
            `INSERT INTO ${this.texts} (${this.texts}, rank) VALUES ('secure-delete', 1)`,
            `CREATE TABLE IF NOT EXISTS ${this.grams} (gram TEXT PRIMARY KEY) WITHOUT ROWID`,
          ]
        : []),
    ];
  }

  get(ids: readonly string[]): ReadonlyMap<string, string> {
    if (ids.length === 0) return new Map();
    if (ids.length === 1) return new Map(this.file.reader<[string, string]>(`SELECT id, json FROM ${this.table} WHERE id = ?`).all(ids[0]!));
    return new Map(
      this.file.reader<[string, string]>(`SELECT id, json FROM ${this.table} WHERE id IN (SELECT value FROM json_each(?))`).all(JSON.stringify(ids)),
    );
  }

  find(page: Page): Found {
    const { filter, limit, after } = page;
    const search = (page.search ?? []).map(foldedText);
    const view = viewOf(this.declared.name);
    const from = after === undefined ? undefined : keyIn(view, page, after);
    const plan = planOf(this.declared, page);
    const organization = this.organization(filter.organizationId, false);
    if (organization === undefined) return { items: [] };

    const byText = this.byText(organization, search);
    const rows =
      byText && this.isFew(byText) ? this.foundByText(page, organization, byText, from) : this.foundInOrder(plan, organization, search, limit, from);
    const items = rows.slice(0, limit).map(([id, json]): Stored => ({ id, json }));
    const last = rows[limit - 1];
    return rows.length > limit && last ? { items, next: cursorAt(view, page, Buffer.from(last[2])) } : { items };
  }

  count(filter: Filter, terms: readonly string[], most: number): number {
    const search = terms.map(foldedText);
    const organization = this.organization(filter.organizationId, false);
    if (organization === undefined) return 0;
    const byText = this.byText(organization, search);
    const { sql, values } = this.conditions(filter, byText ? byText.unproven : search);
    const [from, parameters] = byText
      ? [`${this.texts} AS f CROSS JOIN ${this.table} AS t ON t.row = f.rowid WHERE f.text MATCH ? AND f.rowid BETWEEN ? AND ?`, byText.parameters]
      : [`${this.table} AS t WHERE organization = ?`, [organization]];
    const statement = `SELECT count(*) FROM (SELECT 1 FROM ${from}${sql} LIMIT ?)`;
    return this.file.reader<[number]>(statement).first(...parameters, ...values.map(columnValue), most + 1)![0];
  }

  sums(keys: readonly string[]): ReadonlyMap<string, Readonly<Record<string, number>>> {
    const found = new Map<string, Record<string, number>>();
    const statement = `SELECT key, name, amount FROM ${this.sumsTable} WHERE key IN (SELECT value FROM json_each(?))`;
    for (const [key, name, amount] of this.file.reader<[string, string, number]>(statement).all(JSON.stringify(keys)))
      found.set(key, Object.assign(found.get(key) ?? {}, { [name]: amount }));
    return found;
  }

  /** Adds differences; what comes to nothing goes. */
  add(sums: Commit['sums']): void {
    const rows = sums.flatMap(({ key, amounts }) => Object.entries(amounts).map(([name, amount]) => [key, name, amount] as const));
    const added = `SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?) WHERE TRUE`;
    this.file.writer(`INSERT INTO ${this.sumsTable} ${added} ON CONFLICT DO UPDATE SET amount = amount + excluded.amount`)(JSON.stringify(rows));
    const keys = JSON.stringify([...new Set(sums.map(({ key }) => key))]);
    this.file.writer(`DELETE FROM ${this.sumsTable} WHERE key IN (SELECT value FROM json_each(?)) AND amount = 0`)(keys);
  }

  /** Writes documents; undefined: it goes. */
  put(documents: readonly { readonly id: string; readonly json: string | undefined }[]): void {
    const last = new Map(documents.map(({ id, json }) => [id, json]));
    const there = this.existing([...last.keys()]);
    const inserted: Column[][] = [];
    for (const [id, json] of last) {
      const before = there.get(id);
      if (json === undefined) {
        if (before) this.remove(id, before);
      } else if (before) this.replace(id, before, json);
      else inserted.push(this.insertion(id, json));
    }
    const width = inserted[0]?.length ?? 0;
    if (width === 0) return;
    for (let start = 0; start < inserted.length;) {
      const rows = inserted.length - start >= rowsAtOnce ? rowsAtOnce : 1;
      const places = Array.from({ length: rows }, () => `(${Array.from({ length: width }, () => '?').join()})`).join();
      this.file.writer(`INSERT INTO ${this.table} VALUES ${places}`)(...inserted.slice(start, start + rows).flat());
      start += rows;
    }
  }

  private existing(ids: readonly string[]): ReadonlyMap<string, Existing> {
    const statement = `SELECT id, row, json FROM ${this.table} WHERE id IN (SELECT value FROM json_each(?))`;
    return new Map(
      this.file
        .reader<[string, number, string]>(statement)
        .all(JSON.stringify(ids))
        .map(([id, row, json]) => [id, { row, json }]),
    );
  }

  private remove(id: string, { row, json }: Existing): void {
    this.file.writer(`DELETE FROM ${this.table} WHERE row = ?`)(row);
    if (this.declared.search) this.unindexText(row, this.values(id, JSON.parse(json) as Fields).at(-1) as string);
  }

  private replace(id: string, { row, json: before }: Existing, after: string): void {
    if (before === after) return;
    const [was, is] = this.isPlain ? [{}, {}] : [JSON.parse(before) as Fields, JSON.parse(after) as Fields];
    const [old, values] = [this.values(id, was), this.values(id, is)];
    const same = values.every((value, index) => equalColumns(value, old[index]));
    if (same) this.file.writer(`UPDATE ${this.table} SET json = ? WHERE row = ?`)(after, row);
    else {
      const columns = [...this.equal.map(columnOf), ...this.sorts.map(keyColumnOf), ...(this.declared.search ? ['search'] : [])];
      const changed = columns.flatMap((column, index) => (equalColumns(values[index], old[index]) ? [] : [[column, values[index]!] as const]));
      const set = changed.map(([column]) => `, ${column} = ?`).join('');
      this.file.writer(`UPDATE ${this.table} SET json = ?${set} WHERE row = ?`)(after, ...changed.map(([, value]) => value), row);
      if (this.declared.search && old.at(-1) !== values.at(-1)) {
        this.unindexText(row, old.at(-1) as string);
        this.indexText(row, values.at(-1) as string);
      }
    }
  }

  private insertion(id: string, json: string): Column[] {
    if (this.isPlain) return [this.nextRow(0), id, 0, json];
    const fields = JSON.parse(json) as Fields;
    const organization = this.organization(textIn(fields, 'organizationId') ?? '', true)!;
    const row = this.nextRow(organization);
    const values = this.values(id, fields);
    if (this.declared.search) this.indexText(row, values.at(-1) as string);
    return [row, id, organization, json, ...values];
  }

  /** In the order of the columns. */
  private values(id: string, fields: Fields): Column[] {
    const values: Column[] = this.equal.map((field) => columnValue(fields[field] as Value | undefined));
    for (const sort of this.sorts) values.push(sortKey(sort, fields, id));
    if (this.declared.search) values.push(searchText(this.declared.search.map((field) => textIn(fields, field))));
    return values;
  }

  private indexText(row: number, text: string): void {
    this.file.writer(`INSERT INTO ${this.texts} (rowid, text) VALUES (?, ?)`)(row, text);
    for (const gram of gramsOf(text)) {
      if (this.knownGrams.has(gram)) continue;
      this.knownGrams.add(gram);
      this.file.writer(`INSERT OR IGNORE INTO ${this.grams} VALUES (?)`)(gram);
    }
  }

  private unindexText(row: number, text: string): void {
    this.file.writer(`INSERT INTO ${this.texts} (${this.texts}, rowid, text) VALUES ('delete', ?, ?)`)(row, text);
  }

  private nextRow(organization: number): number {
    const first = organization * rowsPerOrganization;
    const last = this.lastRows.get(organization) ?? this.lastRow(first);
    this.lastRows.set(organization, last + 1);
    return last + 1;
  }

  private lastRow(first: number): number {
    const statement = `SELECT max(row) FROM ${this.table} WHERE row BETWEEN ? AND ?`;
    return this.file.reader<[number | null]>(statement).first(first, first + rowsPerOrganization - 1)?.[0] ?? first;
  }

  /** Forgets what a transaction that was taken back has taught it. */
  forget(): void {
    this.lastRows.clear();
    this.knownGrams.clear();
  }

  /** How to find rows by their text; undefined where nothing of it can be looked up. */
  private byText(organization: number, search: readonly string[]): ByText | undefined {
    if (search.length === 0) return undefined;
    if (!this.declared.search) throw new BadQuestion(`${this.declared.name} cannot be searched`);
    const parts = search.map((term) => this.expressionOf(term));
    const expression = parts.filter((part) => part !== undefined).join(' AND ');
    if (!expression) return undefined;
    const first = organization * rowsPerOrganization;
    return { parameters: [expression, first, first + rowsPerOrganization - 1], unproven: search.filter((_, index) => parts[index] === undefined) };
  }

  private isFew({ parameters }: ByText): boolean {
    const statement = `SELECT count(*) FROM (SELECT 1 FROM ${this.texts} AS f WHERE f.text MATCH ? AND f.rowid BETWEEN ? AND ? LIMIT ?)`;
    return this.file.reader<[number]>(statement).first(...parameters, mostSorted + 1)![0] <= mostSorted;
  }

  private expressionOf(term: string): string | undefined {
    if ([...term].length >= 3) return phrase(term);
    const statement = `SELECT gram FROM ${this.grams} WHERE gram >= ? AND gram < ? LIMIT ?`;
    const grams = this.file.reader<[string]>(statement).all(term, `${term}\u{10ffff}`, mostGrams + 1);
    if (grams.length > mostGrams) return undefined;
    return `(${grams.length > 0 ? grams.map(([gram]) => phrase(gram)).join(' OR ') : phrase(nowhere)})`;
  }

  private foundByText({ filter, sort, limit }: Page, organization: number, byText: ByText, from?: Buffer) {
    const key = keyColumnOf(sort);
    const { sql, values } = this.conditions(filter, byText.unproven);
    const statement = `SELECT id, json, ${key} FROM ${this.texts} AS f CROSS JOIN ${this.table} AS t ON t.row = f.rowid
      WHERE f.text MATCH ? AND f.rowid BETWEEN ? AND ?${sql} AND ${key} > ? ORDER BY ${key} LIMIT ?`;
    return this.file.reader<PageRow>(statement).all(...byText.parameters, ...values.map(columnValue), from ?? Buffer.alloc(0), limit + 1);
  }

  private foundInOrder(plan: ReturnType<typeof planOf>, organization: number, search: readonly string[], limit: number, from?: Buffer) {
    const { arms, bounds } = plan;
    const isAfter = from !== undefined && !(bounds && Buffer.compare(from, bounds.from) < 0);
    const statement = pageStatement(this.table, plan, isAfter, search.length);
    const shared: Column[] = [...(isAfter ? [from] : bounds ? [bounds.from] : []), ...(bounds ? [bounds.before] : []), ...search];
    const parameters = arms.flatMap((values) => [organization, ...values.map(columnValue), ...shared]);
    return this.file.reader<PageRow>(statement).all(...parameters, limit + 1);
  }

  private conditions(filter: Filter, terms: readonly string[]) {
    const unknown = Object.keys(filter).find((field) => field !== 'organizationId' && filter[field] !== undefined && !this.equal.includes(field));
    if (unknown) throw new BadQuestion(`${this.declared.name} cannot be asked for ${unknown}`);
    return conditionsOf(filter, terms);
  }
}

/** Names of all tables of a collection. */
export const tablesOf = (name: string) => [quoted(name), quoted(`${name}/text`), quoted(`${name}/grams`), quoted(`${name}/sums`)] as const;

const rowsAtOnce = 50;
/** No text has it, because folding takes it out. */
const nowhere = '\u0001\u0001\u0001';
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const phrase = (text: string) => `"${text.replaceAll('"', '""')}"`;
const viewOf = (collection: string) => collection.replace(/@.*/, '');
const textIn = (fields: Fields, field: string) => (typeof fields[field] === 'string' ? fields[field] : undefined);
const columnValue = (value: Value | undefined | null): Column => (typeof value === 'boolean' ? Number(value) : (value ?? null));
const equalColumns = (one: Column | undefined, other: Column | undefined) =>
  one === other || (one instanceof Uint8Array && other instanceof Uint8Array && Buffer.compare(one, other) === 0);
