import type { Column, SqliteFile } from '../embedded/sqlite-file.js';
import { KeysAtHand } from './keys-at-hand.js';
import { RowSet, rowsOfPiece } from './row-set.js';
import { NumbersAtHand, type NumbersOfPiece } from './numbers-at-hand.js';
import { type FirstRows, OrdersAtHand, type Zone } from './orders-at-hand.js';
import { together } from './rows-of-key.js';
import { type Rows, noRows } from './rows.js';
import { keyOfValue, keysOfText, numbersOfText, runsBegin, runsEnd } from './text-keys.js';

/** What a row is found by: its texts, folded, and the values that it is asked for by, in the order of the columns. */
export type Findable = { readonly text: string; readonly values: readonly Column[] };
/** Pieces as they come first in one order, those that are not written before all others: nobody knows how far they reach. */
export type Order = {
  readonly zones: readonly Zone[];
  readonly ahead: readonly number[];
  /** Of these rows of a piece so many that come first; undefined: that is not at hand. */
  readonly first: (piece: number, rows: Rows, most: number) => FirstRows | undefined;
};
/** What has a key, or one of some keys. */
export type Having = {
  /** With those that have several keys counted as often. */
  readonly size: number;
  /** A bit for each row that is written, if that is how they are kept. */
  readonly marks: Uint32Array | undefined;
  readonly between: (from: number, before: number) => Rows;
  readonly among: (rows: Rows) => Rows;
  readonly countAmong: (rows: Rows) => number;
};

/** What is known of the rows of a piece that is not written. */
type Newest = { readonly keys: Map<string, RowSet>; /** By place. */ readonly numbers: string[] };

type OfOrganization = {
  /** So many pieces are written; what comes after is kept in memory when it is first asked for. */
  written: number;
  /** By piece. */
  readonly newest: Map<number, Newest>;
  /** Rows until here are among the newest; undefined: none was read yet. */
  readUntil: number | undefined;
  /** All runs that were seen. */
  runs: Set<string> | undefined;
  readonly zones: Map<string, Zone[]>;
  readonly orders: Map<string, Order>;
};

/** Organizations whose newest rows are at hand. */
const mostOrganizations = 64;
const rowsAtOnce = 512;

type Names = {
  readonly table: string;
  readonly keys: string;
  readonly zones: string;
  /** Columns of values and of orders, and the fields of the former. */
  readonly valueColumns: readonly string[];
  readonly fields: readonly string[];
  readonly orderColumns: readonly string[];
};

/**
 * Which rows of an organization have a key: piece by piece of 4,096 rows, a set of rows for each key. A piece is written when
 * it is full, in one go; until then it is kept in memory, made again from the rows themselves when it is asked for. So
 * capturing a lead writes nothing here, and a question reads a few rows for each key, however many leads there are.
 */
export class TextIndexOnSqlite {
  private readonly organizations = new Map<number, OfOrganization>();
  private readonly written: KeysAtHand;
  private readonly orders: OrdersAtHand;
  private readonly numbers: NumbersAtHand;

  constructor(
    private readonly names: Names,
    private readonly file: Pick<SqliteFile, 'reader' | 'writer'>,
    private readonly firstRow: (organization: number) => number,
    private readonly lastRow: (organization: number) => number,
    mostKept?: number,
  ) {
    this.written = new KeysAtHand(names.keys, file, mostKept);
    this.numbers = new NumbersAtHand(names.keys, file);
    this.orders = new OrdersAtHand(names.table, file, firstRow, lastRow);
  }

  schema(): readonly string[] {
    const { keys, zones } = this.names;
    return [
      `CREATE TABLE IF NOT EXISTS ${keys} (organization INTEGER, key TEXT, piece INTEGER, rows BLOB NOT NULL, PRIMARY KEY (organization, key, piece)) WITHOUT ROWID`,
      `CREATE TABLE IF NOT EXISTS ${zones} (organization INTEGER, piece INTEGER, sort TEXT, low BLOB, high BLOB, PRIMARY KEY (organization, sort, piece)) WITHOUT ROWID`,
    ];
  }

  /** A row came, went or changed; undefined: it is not there. Within the transaction in which it is written. */
  changed(organization: number, row: number, before: Findable | undefined, after: Findable | undefined): void {
    const of = this.of(organization);
    const [piece, place] = this.whereIs(organization, row);
    const isWritten = piece < of.written;
    if (!isWritten && (of.readUntil === undefined || row > of.readUntil)) {
      // Read on with the next question; rows come one after the other.
      if (before || row !== (of.readUntil ?? -1) + 1) return;
      of.readUntil = row;
    }
    const [was, is] = [before ? this.keysOf(before) : noKeys, after ? this.keysOf(after) : noKeys];
    const gone = [...was].filter((key) => !is.has(key));
    const come = [...is].filter((key) => !was.has(key));
    const numbers = numbersOfText(after?.text ?? '');
    if (isWritten) {
      this.rewrite(organization, piece, place, gone, come);
      if (numbers !== numbersOfText(before?.text ?? '')) this.numbers.changed(organization, piece, place, numbers);
    } else {
      const newest = this.newestOf(of, piece);
      for (const key of gone) newest.keys.get(key)?.delete(place);
      for (const key of come) setIn(newest.keys, key).add(place);
      newest.numbers[place] = numbers;
    }
    if (of.runs) for (const key of come) if (key.startsWith(runsBegin)) of.runs.add(key.slice(1));
  }

  /** The order key of a row changed: its piece may reach further. */
  moved(organization: number, row: number, sort: string, key: Uint8Array): void {
    const of = this.of(organization);
    const [piece] = this.whereIs(organization, row);
    this.orders.moved(organization, sort, piece);
    if (piece >= of.written) return;
    const zone = this.zonesOf(organization, sort)[piece]!;
    const at = Buffer.from(key);
    if (Buffer.compare(at, zone.low) >= 0 && Buffer.compare(at, zone.high) <= 0) return;
    const wider = { low: Buffer.compare(at, zone.low) < 0 ? at : zone.low, high: Buffer.compare(at, zone.high) > 0 ? at : zone.high };
    of.zones.get(sort)![piece] = wider;
    of.orders.delete(sort);
    this.file.writer(`UPDATE ${this.names.zones} SET low = ?, high = ? WHERE organization = ? AND sort = ? AND piece = ?`)(
      wider.low,
      wider.high,
      organization,
      sort,
      piece,
    );
  }

  /** Pieces there are rows for, of which so many are written and have zones. */
  pieces(organization: number): { readonly all: number; readonly written: number } {
    const last = this.lastRow(organization);
    const { written } = this.of(organization);
    return { all: Math.max(written, last <= this.firstRow(organization) ? 0 : this.whereIs(organization, last)[0] + 1), written };
  }

  /** Rows that have one of these keys, by how many come before them. Nobody asks at once for what is written and what is not. */
  having(organization: number, keys: readonly string[]): Having {
    const each = keys.map((key) => this.havingOne(organization, key));
    if (each.length === 1) return each[0]!;
    const among = (rows: Rows) => together(each.map((one) => one.among(rows)));
    return {
      size: each.reduce((size, one) => size + one.size, 0),
      marks: undefined,
      between: (from, before) => together(each.map((one) => one.between(from, before))),
      among,
      countAmong: (rows) => among(rows).length,
    };
  }

  private havingOne(organization: number, key: string): Having {
    const { written, newest } = this.of(organization);
    const until = written * rowsOfPiece;
    const rows = this.written.get(organization, key, written);
    const piece = (row: number) => newest.get(Math.floor(row / rowsOfPiece))?.keys.get(key);
    const among = (asked: Rows) => {
      if (asked.length === 0 || asked[0]! < until) return rows.among(asked);
      const own = piece(asked[0]!);
      return own ? own.among(asked, asked[0]! - (asked[0]! % rowsOfPiece)) : noRows;
    };
    let size = rows.size;
    for (const { keys } of newest.values()) size += keys.get(key)?.size ?? 0;
    return {
      size,
      marks: rows.marks,
      between: (from, before) => (from < until ? rows.between(from, before) : (piece(from)?.rows(from) ?? noRows)),
      among,
      countAmong: (asked) => (asked.length === 0 || asked[0]! < until ? rows.countAmong(asked) : among(asked).length),
    };
  }

  /** Of these rows those that have all of these terms of digits alone, and those of which only their texts tell. */
  havingNumbers(organization: number, rows: Rows, terms: readonly string[]): { readonly found: Rows; readonly unknown: Rows } {
    const { newest, written } = this.of(organization);
    const [found, unknown] = [new Uint32Array(rows.length), new Uint32Array(rows.length)];
    let [founds, unknowns, piece] = [0, 0, -1];
    let numbers: NumbersOfPiece | undefined;
    let unwritten: readonly string[] | undefined;
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at]!;
      const place = row % rowsOfPiece;
      if (Math.floor(row / rowsOfPiece) !== piece) {
        piece = Math.floor(row / rowsOfPiece);
        numbers = piece < written ? this.numbers.get(organization, piece) : undefined;
        unwritten = newest.get(piece)?.numbers;
      }
      if (!numbers && !unwritten) unknown[unknowns++] = row;
      else if (numbers ? numbers.has(place, terms) : terms.every((term) => unwritten![place]?.includes(term))) found[founds++] = row;
    }
    return { found: found.subarray(0, founds), unknown: unknown.subarray(0, unknowns) };
  }

  /** Runs that have this part. */
  runsWith(organization: number, part: string): readonly string[] {
    const of = this.of(organization);
    of.runs ??= this.runsOf(organization, of);
    const found: string[] = [];
    for (const run of of.runs) if (run.includes(part)) found.push(run);
    return found;
  }

  zonesOf(organization: number, sort: string): readonly Zone[] {
    const of = this.of(organization);
    const known = of.zones.get(sort);
    if (known) return known;
    const statement = `SELECT low, high FROM ${this.names.zones} WHERE organization = ? AND sort = ? ORDER BY piece`;
    const zones = this.file
      .reader<[Uint8Array, Uint8Array]>(statement)
      .all(organization, sort)
      .map(([low, high]) => ({ low: Buffer.from(low), high: Buffer.from(high) }));
    of.zones.set(sort, zones);
    return zones;
  }

  /** Kept until a piece is written or reaches further: looking through them all takes longer than most searches. */
  orderOf(organization: number, sort: string): Order {
    const of = this.of(organization);
    const known = of.orders.get(sort);
    const { all } = this.pieces(organization);
    if (known?.ahead.length === all) return known;
    const zones = this.zonesOf(organization, sort);
    const ahead = Array.from({ length: all }, (_, piece) => piece).sort(
      (one, other) => Buffer.compare(zones[one]?.low ?? nowhere, zones[other]?.low ?? nowhere) || other - one,
    );
    const first = (piece: number, rows: Rows, most: number) => this.orders.first(organization, sort, piece, rows, most);
    const order = { zones, ahead, first };
    of.orders.set(sort, order);
    return order;
  }

  /** Reads on, at most so many rows; whether everything is at hand. */
  readOn(organization: number, most = Infinity): boolean {
    const of = this.of(organization);
    const first = this.firstRow(organization);
    const last = this.lastRow(organization);
    for (let read = 0; read < most; read += rowsAtOnce) {
      const from = (of.readUntil ??= first + of.written * rowsOfPiece - 1);
      if (from >= last) return true;
      const columns = ['row', 'search', ...this.names.valueColumns].join();
      const statement = `SELECT ${columns} FROM ${this.names.table} WHERE row > ? AND row <= ? ORDER BY row`;
      const until = Math.min(last, from + rowsAtOnce);
      for (const [row, text, ...values] of this.file.reader<[number, string, ...Column[]]>(statement).all(from, until)) {
        const [piece, place] = this.whereIs(organization, row);
        const { keys, numbers } = this.newestOf(of, piece);
        numbers[place] = numbersOfText(text);
        for (const key of this.keysOf({ text, values })) {
          setIn(keys, key).add(place);
          if (of.runs && key.startsWith(runsBegin)) of.runs.add(key.slice(1));
        }
      }
      of.readUntil = until;
    }
    return of.readUntil! >= last;
  }

  /** Whether there is a piece that no row will come to any more and of which not everything is written yet. */
  hasFull(organization: number): boolean {
    return this.isFull(organization) || this.withoutNumbers(organization) !== undefined;
  }

  /** Writes the oldest piece that is full. Within a transaction; quick where its rows have been read. */
  writeFull(organization: number): void {
    const old = this.withoutNumbers(organization);
    if (old !== undefined) return this.writeNumbers(organization, old);
    this.readOn(organization);
    const of = this.of(organization);
    const piece = of.written;
    const newest = of.newest.get(piece);
    const insert = this.file.writer(`INSERT INTO ${this.names.keys} VALUES (?, ?, ?, ?)`);
    for (const [key, rows] of [...(newest?.keys ?? [])].sort(([one], [other]) => (one < other ? -1 : 1)))
      if (rows.size > 0) insert(organization, key, piece, rows.bytes());
    this.numbers.write(organization, piece, newest?.numbers ?? []);
    const first = this.firstRow(organization) + piece * rowsOfPiece;
    for (const sort of this.names.orderColumns) {
      const statement = `SELECT min(${sort}), max(${sort}) FROM ${this.names.table} WHERE row >= ? AND row < ?`;
      const [low, high] = this.file.reader<[Uint8Array | null, Uint8Array | null]>(statement).first(first, first + rowsOfPiece)!;
      this.file.writer(`INSERT INTO ${this.names.zones} VALUES (?, ?, ?, ?, ?)`)(
        organization,
        piece,
        sort,
        low ?? Buffer.alloc(0),
        high ?? Buffer.alloc(0),
      );
    }
    of.newest.delete(piece);
    of.zones.clear();
    of.orders.clear();
    of.written++;
  }

  private isFull(organization: number): boolean {
    return this.lastRow(organization) >= this.firstRow(organization) + (this.of(organization).written + 1) * rowsOfPiece;
  }

  /** The newest piece that was written when numbers were not. */
  private withoutNumbers(organization: number): number | undefined {
    let piece = this.of(organization).written - 1;
    while (piece >= 0 && this.numbers.has(organization, piece)) piece--;
    return piece < 0 ? undefined : piece;
  }

  private writeNumbers(organization: number, piece: number): void {
    const first = this.firstRow(organization) + piece * rowsOfPiece;
    const statement = `SELECT row, search FROM ${this.names.table} WHERE row >= ? AND row < ?`;
    const numbers: string[] = [];
    for (const [row, text] of this.file.reader<[number, string]>(statement).all(first, first + rowsOfPiece))
      numbers[row - first] = numbersOfText(text);
    this.numbers.write(organization, piece, numbers);
  }

  /** Forgets what a transaction that was taken back has taught it. */
  forget(): void {
    this.organizations.clear();
    this.written.forget();
    this.orders.forget();
    this.numbers.forget();
  }

  private whereIs(organization: number, row: number): readonly [piece: number, place: number] {
    const nth = row - this.firstRow(organization);
    return [Math.floor(nth / rowsOfPiece), nth % rowsOfPiece];
  }

  private of(organization: number): OfOrganization {
    const known = this.organizations.get(organization);
    if (known) return known;
    const statement = `SELECT max(piece) FROM ${this.names.zones} WHERE organization = ? AND sort = ?`;
    const last = this.file.reader<[number | null]>(statement).first(organization, this.names.orderColumns[0] ?? '')?.[0] ?? undefined;
    const of: OfOrganization = {
      written: last === undefined ? 0 : last + 1,
      newest: new Map(),
      readUntil: undefined,
      runs: undefined,
      zones: new Map(),
      orders: new Map(),
    };
    if (this.organizations.size >= mostOrganizations) this.organizations.delete(this.organizations.keys().next().value!);
    this.organizations.set(organization, of);
    return of;
  }

  private newestOf(of: OfOrganization, piece: number): Newest {
    const known = of.newest.get(piece);
    if (known) return known;
    const made: Newest = { keys: new Map(), numbers: [] };
    of.newest.set(piece, made);
    return made;
  }

  private keysOf({ text, values }: Findable): Set<string> {
    const keys = keysOfText(text);
    for (const [index, field] of this.names.fields.entries()) keys.add(keyOfValue(field, values[index]!));
    return keys;
  }

  private rewrite(organization: number, piece: number, place: number, gone: readonly string[], come: readonly string[]): void {
    const { keys } = this.names;
    const found = new Map(
      this.file
        .reader<[string, Uint8Array]>(
          `SELECT key, rows FROM ${keys} WHERE organization = ? AND piece = ? AND key IN (SELECT value FROM json_each(?))`,
        )
        .all(organization, piece, JSON.stringify([...gone, ...come])),
    );
    const change = (key: string, apply: (rows: RowSet) => void) => {
      const bytes = found.get(key);
      const rows = bytes ? RowSet.of(bytes) : RowSet.empty();
      apply(rows);
      if (rows.size === 0) this.file.writer(`DELETE FROM ${keys} WHERE organization = ? AND key = ? AND piece = ?`)(organization, key, piece);
      else this.file.writer(`INSERT OR REPLACE INTO ${keys} VALUES (?, ?, ?, ?)`)(organization, key, piece, rows.bytes());
      this.written.changed(organization, key, piece * rowsOfPiece + place, rows.has(place));
    };
    for (const key of gone) change(key, (rows) => rows.delete(place));
    for (const key of come) change(key, (rows) => rows.add(place));
  }

  /** All runs there are, each found after the one before: nobody reads on within one. */
  private runsOf(organization: number, of: OfOrganization): Set<string> {
    const runs = new Set<string>();
    const next = this.file.reader<[string]>(`SELECT key FROM ${this.names.keys} WHERE organization = ? AND key > ? AND key < ? ORDER BY key LIMIT 1`);
    for (let key = runsBegin, found = next.first(organization, key, runsEnd); found; found = next.first(organization, key, runsEnd)) {
      key = found[0];
      runs.add(key.slice(1));
    }
    for (const { keys } of of.newest.values()) for (const key of keys.keys()) if (key.startsWith(runsBegin)) runs.add(key.slice(1));
    return runs;
  }
}

const noKeys: ReadonlySet<string> = new Set();
const nowhere = Buffer.alloc(0);

function setIn(sets: Map<string, RowSet>, key: string): RowSet {
  const known = sets.get(key);
  if (known) return known;
  const made = RowSet.empty();
  sets.set(key, made);
  return made;
}
