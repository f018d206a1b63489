import type { Column, SqliteFile } from '../embedded/sqlite-file.js';
import { lastUsed } from '../last-used.js';
import { cursorAt, keyIn, keyText } from './cursor.js';
import type { Shelf } from './documents-at-hand.js';
import { type Plan, columnOf, equalFields, keyColumnOf, pageStatement, planOf, sorts, wantedOf } from './page-statement.js';
import { Matches } from './matches.js';
import { TextPages } from './page-by-text.js';
import {
  BadQuestion,
  type Collection,
  type Commit,
  type Filter,
  type Found,
  type Page,
  type Sort,
  type Stored,
  type Value,
  type Written,
} from './read-store.js';
import { insertAll } from './insert-all.js';
import { foldedText, searchText } from './search-text.js';
import { type Fields, idKey, sortKey } from './sort-key.js';
import { TextIndexOnSqlite } from './text-index-on-sqlite.js';
import { keyOfValue } from './text-keys.js';

/** A row's number is its organization's number and a count: rows of an organization lie together, and a search reads no other's. */
export const rowsPerOrganization = 2 ** 30;
type Existing = { readonly row: number; readonly json: string };
type Statements = { readonly reader: SqliteFile['reader']; readonly writer: SqliteFile['writer'] };

/**
 * One collection: a table with a column for each field that is asked for by value and for each order, its sums, and the
 * index of its texts. Only what differs is written, because each index costs as much as the document.
 */
export class CollectionOnSqlite {
  private readonly table: string;
  private readonly sumsTable: string;
  private readonly equal: readonly string[];
  private readonly sorts: readonly (readonly string[])[];
  private readonly columns: readonly string[];
  private readonly isPlain: boolean;
  private readonly view: string;
  private readonly lastRows = new Map<number, number>();
  /** Those that got rows since it was last looked whether a piece of their text index is full. */
  private readonly grown = new Set<number>();
  private readonly texts: TextIndexOnSqlite | undefined;
  private readonly pageStatements = lastUsed<string>(mostKinds);
  private readonly keys = new WeakMap<Stored, Map<string, string>>();
  private readonly sumsAtHand = lastUsed<Readonly<Record<string, number>>>(mostSums);
  private matched: { readonly question: string; readonly matches: Matches } | undefined;

  constructor(
    readonly declared: Collection,
    private readonly file: Statements,
    /** Number of an organization; undefined if it has nothing here and none is to be given. */
    private readonly organization: (id: string, make: boolean) => number | undefined,
    private readonly atHand: Shelf,
  ) {
    const tables = tablesOf(declared.name);
    [this.table, this.sumsTable] = [tables[0], tables[1]];
    this.view = viewOf(declared.name);
    this.equal = equalFields(declared);
    this.sorts = sorts(declared);
    this.isPlain = this.sorts.length === 0 && !declared.search;
    this.columns = [...this.equal.map(columnOf), ...this.sorts.map(keyColumnOf), ...(declared.search ? ['search'] : [])];
    const names = { table: this.table, keys: tables[2], zones: tables[3], fields: this.equal, valueColumns: this.equal.map(columnOf) };
    this.texts =
      declared.search &&
      new TextIndexOnSqlite({ ...names, orderColumns: this.sorts.map(keyColumnOf) }, file, firstRow, (organization) => this.lastRow(organization));
  }

  /** Statements that make its tables where they are not there yet, all of them or without the indexes that only questions need. */
  schema(filling = false): readonly string[] {
    const columns = [
      ...this.equal.map(columnOf),
      ...this.sorts.map((sort) => `${keyColumnOf(sort)} BLOB`),
      ...(this.declared.search ? ['search TEXT'] : []),
    ];
    return [
      `CREATE TABLE IF NOT EXISTS ${this.table} (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, organization INTEGER NOT NULL, json TEXT NOT NULL${['', ...columns].join(', ')})`,
      `CREATE TABLE IF NOT EXISTS ${this.sumsTable} (key TEXT, name TEXT, amount INTEGER NOT NULL, PRIMARY KEY (key, name)) WITHOUT ROWID`,
      ...(this.texts?.schema() ?? []),
      ...(filling ? [] : this.indexes()),
    ];
  }

  /** Statements that make its indexes where they are not there yet. */
  indexes(): readonly string[] {
    return this.declared.indexes.map(({ equal, sort }) => {
      const fields = ['organization', ...equal.slice(1).map(columnOf), keyColumnOf(sort)];
      return `CREATE INDEX IF NOT EXISTS ${quoted(`${this.declared.name}/${equal.join()}/${sort.join()}`)} ON ${this.table} (${fields.join()})`;
    });
  }

  get(ids: readonly string[]): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    const missing: string[] = [];
    for (const id of ids) {
      const known = this.atHand.get(id);
      if (known) found.set(id, known.json);
      else missing.push(id);
    }
    if (missing.length === 0) return found;
    const statement = `SELECT id, json FROM ${this.table} WHERE id ${missing.length === 1 ? '= ?' : 'IN (SELECT value FROM json_each(?))'}`;
    const asked = missing.length === 1 ? missing[0]! : JSON.stringify(missing);
    for (const [id, json] of this.file.reader<[string, string]>(statement).all(asked)) {
      found.set(id, json);
      // Whoever folds asks for many once.
      if (missing.length <= mostAskedAgain) this.atHand.put(id, { id, json });
    }
    return found;
  }

  find(page: Page): Found {
    const { filter, limit, after } = page;
    const search = (page.search ?? []).map(foldedText);
    const { view } = this;
    const from = after === undefined ? undefined : keyIn(view, page, after);
    const plan = planOf(this.declared, page);
    const organization = this.organization(filter.organizationId, false);
    if (organization === undefined) return { items: [] };

    // Within a range the list is short: its texts are looked at as they come.
    const byText = search.length > 0 && !plan.bounds ? this.foundByText(page, organization, search, from) : undefined;
    const rows = byText ?? this.foundInOrder(plan, organization, search, limit, from);
    const hasMore = rows.length > limit;
    const items = this.documentsIn(hasMore ? rows.slice(0, limit) : rows);
    return hasMore ? { items, next: cursorAt(view, page, this.keyAt(plan.index.sort, rows[limit - 1]!, items[limit - 1]!)) } : { items };
  }

  count(filter: Filter, terms: readonly string[], most: number): number {
    const search = terms.map(foldedText);
    const organization = this.organization(filter.organizationId, false);
    const wanted = this.wanted(filter);
    if (organization === undefined) return 0;
    if (search.length > 0) return this.matches(organization, search).count(wanted, most);
    const asked = wantedOf(filter);
    const conditions = asked.map(({ field, values }) => ` AND ${columnOf(field)} IN (${values.map(() => '?').join()})`).join('');
    const statement = `SELECT count(*) FROM (SELECT 1 FROM ${this.table} WHERE organization = ?${conditions} LIMIT ?)`;
    return this.file.reader<[number]>(statement).first(organization, ...asked.flatMap(({ values }) => values.map(columnValue)), most + 1)![0];
  }

  /** At hand like documents: what is added to is read again. */
  sums(keys: readonly string[]): ReadonlyMap<string, Readonly<Record<string, number>>> {
    const found = new Map<string, Readonly<Record<string, number>>>();
    for (const key of keys) {
      const amounts = this.sumsAtHand.get(key) ?? this.sumsAtHand.put(key, this.amountsOf(key));
      if (amounts !== noAmounts) found.set(key, amounts);
    }
    return found;
  }

  /** As one row: rows take longer to answer than to find. */
  private amountsOf(key: string): Readonly<Record<string, number>> {
    const [json] = this.file.reader<[string]>(`SELECT json_group_object(name, amount) FROM ${this.sumsTable} WHERE key = ?`).first(key)!;
    return json === '{}' ? noAmounts : (JSON.parse(json) as Record<string, number>);
  }

  /** Adds differences; what comes to nothing goes. */
  add(sums: Commit['sums']): void {
    for (const { key } of sums) this.sumsAtHand.drop(key);
    const rows = sums.flatMap(({ key, amounts }) => Object.entries(amounts).map(([name, amount]) => [key, name, amount] as const));
    const added = `SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?) WHERE TRUE`;
    this.file.writer(`INSERT INTO ${this.sumsTable} ${added} ON CONFLICT DO UPDATE SET amount = amount + excluded.amount`)(JSON.stringify(rows));
    // What is added to a sum that is there does not bring it to nothing.
    const keys = JSON.stringify([...new Set(rows.flatMap(([key, , amount]) => (amount > 0 ? [] : [key])))]);
    if (keys === '[]') return;
    this.file.writer(`DELETE FROM ${this.sumsTable} WHERE key IN (SELECT value FROM json_each(?)) AND amount = 0`)(keys);
  }

  /** Writes documents; undefined: it goes. */
  put(documents: readonly Written[]): void {
    this.matched = undefined;
    const isSure = documents.every(({ before }) => before !== undefined);
    // Only who does not know what was there may write one twice.
    const last = isSure ? documents : lastOfEach(documents);
    const there = this.existing(last);
    const inserted: Column[][] = [];
    for (const { id, json, document } of last) {
      const before = there.get(id);
      if (json === undefined) {
        if (before) this.remove(id, before);
      } else if (before) this.replace(id, before, json, document as Fields);
      else inserted.push(this.insertion(id, json, document as Fields));
    }
    insertAll(this.file, this.table, inserted);
  }

  /** Where they are, and as what, unless who writes them knows that they are not. */
  private existing(documents: readonly Written[]): ReadonlyMap<string, Existing> {
    const unsure = documents.filter(({ before }) => before === undefined).map(({ id }) => id);
    const known = documents.filter(({ before }) => before !== undefined && before !== null);
    const existing = new Map<string, Existing>();
    const among = `FROM ${this.table} WHERE id IN (SELECT value FROM json_each(?))`;
    if (unsure.length > 0)
      for (const [id, row, json] of this.file.reader<[string, number, string]>(`SELECT id, row, json ${among}`).all(JSON.stringify(unsure)))
        existing.set(id, { row, json });
    if (known.length > 0) {
      const ids = JSON.stringify(known.map(({ id }) => id));
      const rows = new Map(this.file.reader<[string, number]>(`SELECT id, row ${among}`).all(ids));
      for (const { id, before } of known) {
        const row = rows.get(id);
        if (row === undefined) throw new Error(`${id} is not in ${this.declared.name}, as whoever wrote it says`);
        existing.set(id, { row, json: before! });
      }
    }
    return existing;
  }

  private remove(id: string, { row, json }: Existing): void {
    this.putAway(id, row);
    this.file.writer(`DELETE FROM ${this.table} WHERE row = ?`)(row);
    if (this.texts) this.texts.changed(organizationOf(row), row, this.findable(this.values(id, JSON.parse(json) as Fields)), undefined);
  }

  private replace(id: string, { row, json: before }: Existing, after: string, fields: Fields | undefined): void {
    if (before === after) return;
    this.putAway(id, row);
    const [was, is] = this.isPlain ? [{}, {}] : [JSON.parse(before) as Fields, fields ?? (JSON.parse(after) as Fields)];
    const [old, values] = this.isPlain ? [[], []] : [this.values(id, was), this.values(id, is)];
    const changed = this.columns.flatMap((column, index) => (equalColumns(values[index], old[index]) ? [] : [[column, values[index]!] as const]));
    const set = changed.map(([column]) => `, ${column} = ?`).join('');
    this.file.writer(`UPDATE ${this.table} SET json = ?${set} WHERE row = ?`)(after, ...changed.map(([, value]) => value), row);
    if (!this.texts || changed.length === 0) return;
    const organization = organizationOf(row);
    const [findable, nowFindable] = [this.findable(old), this.findable(values)];
    if (findable.text !== nowFindable.text || nowFindable.values.some((value, index) => value !== findable.values[index]))
      this.texts.changed(organization, row, findable, nowFindable);
    for (const [column, value] of changed) if (value instanceof Uint8Array) this.texts.moved(organization, row, column, value);
  }

  private insertion(id: string, json: string, known: Fields | undefined): Column[] {
    if (this.isPlain) return [this.nextRow(0), id, 0, json];
    const fields = known ?? (JSON.parse(json) as Fields);
    const organization = this.organization(textIn(fields, 'organizationId') ?? '', true)!;
    const row = this.nextRow(organization);
    const values = this.values(id, fields);
    this.texts?.changed(organization, row, undefined, this.findable(values));
    if (this.texts) this.grown.add(organization);
    return [row, id, organization, json, ...values];
  }

  /** In the order of the columns. */
  private values(id: string, fields: Fields): Column[] {
    const values: Column[] = this.equal.map((field) => columnValue(fields[field] as Value | undefined));
    const last = this.sorts.length > 0 ? idKey(id, fields['organizationId']) : undefined;
    for (const sort of this.sorts) values.push(sortKey(sort, fields, id, last));
    if (this.declared.search) values.push(searchText(this.declared.search.map((field) => textIn(fields, field))));
    return values;
  }

  private readonly findable = (values: readonly Column[]) => ({ text: values.at(-1) as string, values: values.slice(0, this.equal.length) });

  private nextRow(organization: number): number {
    const row = this.lastRow(organization) + 1;
    this.lastRows.set(organization, row);
    return row;
  }

  private lastRow(organization: number): number {
    const known = this.lastRows.get(organization);
    if (known !== undefined) return known;
    const first = firstRow(organization);
    const statement = `SELECT max(row) FROM ${this.table} WHERE row BETWEEN ? AND ?`;
    const last = this.file.reader<[number | null]>(statement).first(first, first + rowsPerOrganization - 1)?.[0] ?? first;
    this.lastRows.set(organization, last);
    return last;
  }

  /** Forgets what a transaction that was taken back has taught it. */
  forget(): void {
    this.lastRows.clear();
    this.texts?.forget();
    this.matched = undefined;
  }

  /** An organization of which a piece of the text index is full and waits to be written. */
  growing(): number | undefined {
    for (const organization of this.grown) {
      if (this.texts!.hasFull(organization)) return organization;
      this.grown.delete(organization);
    }
    return undefined;
  }

  /** It is not read any more. */
  leave(): void {
    this.atHand.leave();
  }

  /** Looks at all of these. */
  grow(organizations: Iterable<number>): void {
    if (this.texts) for (const organization of organizations) this.grown.add(organization);
  }

  /** A step towards the text index of the next piece; whether it may be written. */
  readOn(organization: number): boolean {
    return this.texts!.readOn(organization, textsAtOnce);
  }

  /** Within a transaction. */
  writePiece(organization: number): void {
    if (this.texts!.hasFull(organization)) this.texts!.writeFull(organization);
    this.matched = undefined;
  }

  /** Kept for as long as nothing is written: a page and its counts ask for the same. */
  private matches(organization: number, terms: readonly string[]): Matches {
    if (!this.texts) throw new BadQuestion(`${this.declared.name} cannot be searched`);
    const question = JSON.stringify([organization, ...terms]);
    if (this.matched?.question !== question)
      this.matched = { question, matches: new Matches(this.texts, organization, terms, this.pages(organization).proven) };
    return this.matched.matches;
  }

  private pages(organization: number): TextPages {
    return new TextPages(this.table, this.file, firstRow(organization));
  }

  private foundByText({ filter, sort, limit }: Page, organization: number, search: readonly string[], from?: Buffer) {
    const having = this.matches(organization, search);
    const order = this.texts!.orderOf(organization, keyColumnOf(sort));
    return this.pages(organization).find({ matches: having, wanted: this.wanted(filter), order, key: keyColumnOf(sort), limit, from });
  }

  private foundInOrder(plan: Plan, organization: number, search: readonly string[], limit: number, from?: Buffer): readonly number[] {
    const { values, isLeftOut, bounds } = plan;
    const isAfter = from !== undefined && !(bounds && Buffer.compare(from, bounds.from) < 0);
    const parameters: Column[] = [organization];
    for (const [place, possible] of values.entries()) if (!isLeftOut[place]) for (const value of possible) parameters.push(columnValue(value));
    if (isAfter) parameters.push(from);
    else if (bounds) parameters.push(bounds.from);
    if (bounds) parameters.push(bounds.before);
    const statement = this.statementOf(plan, isAfter, search.length);
    const [rows] = this.file.reader<[string | null]>(statement).first(...parameters, ...search, limit + 1)!;
    return rows === null ? [] : (JSON.parse(`[${rows}]`) as number[]);
  }

  /** Written once for all questions of one kind. */
  private statementOf(plan: Plan, isAfter: boolean, terms: number): string {
    const { index, values, isLeftOut, bounds } = plan;
    const kind = `${this.declared.indexes.indexOf(index)} ${values.map(({ length }, place) => (isLeftOut[place] ? '-' : length)).join()} ${bounds !== undefined} ${isAfter} ${terms}`;
    return this.pageStatements.get(kind) ?? this.pageStatements.put(kind, pageStatement(this.table, plan, isAfter, terms));
  }

  /** In the order of the rows. */
  private documentsIn(rows: readonly number[]): readonly Stored[] {
    const known = rows.map((row) => this.atHand.get(row));
    const missing = rows.filter((_, index) => !known[index]);
    if (missing.length === 0) return known as Stored[];
    const statement = `SELECT row, id, json FROM ${this.table} WHERE row IN (SELECT value FROM json_each(?))`;
    const rowsRead = this.file.reader<[number, string, string]>(statement).all(`[${missing.join()}]`);
    const read = new Map(rowsRead.map(([row, id, json]) => [row, this.atHand.put(row, { id, json })]));
    return rows.map((row, index) => known[index] ?? read.get(row)!);
  }

  /** Beside the document for as long as that is at hand: most pages are first ones, and end where the one before did. */
  private keyAt(sort: Sort, row: number, document: Stored): string {
    const column = keyColumnOf(sort);
    const known = this.keys.get(document);
    const key = known?.get(column);
    if (key) return key;
    const read = keyText(Buffer.from(this.file.reader<[Uint8Array]>(`SELECT ${column} FROM ${this.table} WHERE row = ?`).first(row)![0]));
    if (known) known.set(column, read);
    else this.keys.set(document, new Map([[column, read]]));
    return read;
  }

  /** What is read next is what was written. */
  private putAway(id: string, row: number): void {
    this.atHand.drop(id);
    this.atHand.drop(row);
  }

  /** @throws BadQuestion for what is not asked for by value */
  private wanted(filter: Filter) {
    return wantedOf(filter).map(({ field, values }) => {
      if (!this.equal.includes(field)) throw new BadQuestion(`${this.declared.name} cannot be asked for ${field}`);
      return values.map((value) => keyOfValue(field, columnValue(value)));
    });
  }
}

/** Names of all tables of a collection. */
export const tablesOf = (name: string) => [quoted(name), quoted(`${name}/sums`), quoted(`${name}/keys`), quoted(`${name}/zones`)] as const;

const noAmounts: Readonly<Record<string, number>> = {};
const mostAskedAgain = 50;
/** Of questions: by their index, how many values each field may have, where they begin and end. */
const mostKinds = 200;
const mostSums = 2_000;

/** Of one that is written twice, the last, and what was there before the first. */
function lastOfEach(documents: readonly Written[]): readonly Written[] {
  const last = new Map<string, Written>();
  for (const document of documents) {
    const first = last.get(document.id);
    last.set(document.id, first ? { ...document, before: first.before } : document);
  }
  return [...last.values()];
}
/** Whoever else is there has a turn in between. */
const textsAtOnce = 512;
const firstRow = (organization: number) => organization * rowsPerOrganization;
const organizationOf = (row: number) => Math.floor(row / rowsPerOrganization);
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const viewOf = (collection: string) => collection.split('@', 1)[0]!;
const textIn = (fields: Fields, field: string) => (typeof fields[field] === 'string' ? fields[field] : undefined);
const columnValue = (value: Value | undefined | null): Column => (typeof value === 'boolean' ? Number(value) : (value ?? null));
const equalColumns = (one: Column | undefined, other: Column | undefined) =>
  one === other || (one instanceof Uint8Array && other instanceof Uint8Array && Buffer.compare(one, other) === 0);
