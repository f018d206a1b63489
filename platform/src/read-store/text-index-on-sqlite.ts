import { getHeapStatistics } from 'node:v8';
import type { Column, SqliteFile } from '../embedded/sqlite-file.js';
import { RowSet, rowsOfPiece } from './row-set.js';
import { keyOfValue, keysOfText, runsBegin, runsEnd } from './text-keys.js';

/** What a row is found by: its texts, folded, and the values that it is asked for by, in the order of the columns. */
export type Findable = { readonly text: string; readonly values: readonly Column[] };
/** Where the smallest and the largest key of a piece are in one order. */
export type Zone = { readonly low: Buffer; readonly high: Buffer };

type Kept = { readonly pieces: (RowSet | undefined)[]; weight: number };
type OfOrganization = {
  /** So many pieces are written; what comes after is kept in memory when it is first asked for. */
  written: number;
  /** By piece, then by key. */
  readonly newest: Map<number, Map<string, RowSet>>;
  /** Rows until here are among the newest; undefined: none was read yet. */
  readUntil: number | undefined;
  /** All runs that were seen. */
  runs: Set<string> | undefined;
  readonly zones: Map<string, Zone[]>;
};

/**
 * Of what was read lately, in bytes. All that people look for among 1,000,000 leads is some 100 MB; a small machine has room for
 * a third of it and reads again.
 */
const mostKept = Math.min(128_000_000, Math.max(32_000_000, getHeapStatistics().heap_size_limit / 16));
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
  private readonly kept = new Map<string, Kept>();
  private weight = 0;

  constructor(
    private readonly names: Names,
    private readonly file: Pick<SqliteFile, 'reader' | 'writer'>,
    private readonly firstRow: (organization: number) => number,
    private readonly lastRow: (organization: number) => number,
    private readonly most = mostKept,
  ) {}

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
    if (isWritten) this.rewrite(organization, piece, place, gone, come);
    else {
      const newest = this.newestOf(of, piece);
      for (const key of gone) newest.get(key)?.delete(place);
      for (const key of come) setIn(newest, key).add(place);
    }
    if (of.runs) for (const key of come) if (key.startsWith(runsBegin)) of.runs.add(key.slice(1));
  }

  /** The order key of a row changed: its piece may reach further. */
  moved(organization: number, row: number, sort: string, key: Uint8Array): void {
    const of = this.of(organization);
    const [piece] = this.whereIs(organization, row);
    if (piece >= of.written) return;
    const zone = this.zonesOf(organization, sort)[piece]!;
    const at = Buffer.from(key);
    if (Buffer.compare(at, zone.low) >= 0 && Buffer.compare(at, zone.high) <= 0) return;
    const wider = { low: Buffer.compare(at, zone.low) < 0 ? at : zone.low, high: Buffer.compare(at, zone.high) > 0 ? at : zone.high };
    of.zones.get(sort)![piece] = wider;
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

  /** The rows of each piece that have a key. */
  rowsOf(organization: number, key: string): (piece: number) => RowSet | undefined {
    const { written, newest } = this.of(organization);
    const name = `${organization} ${key}`;
    const known = this.kept.get(name);
    const { pieces } = known && known.pieces.length >= written ? known : this.read(name, organization, key, written);
    return (piece) => (piece < written ? pieces[piece] : newest.get(piece)?.get(key));
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
        const newest = this.newestOf(of, piece);
        for (const key of this.keysOf({ text, values })) {
          setIn(newest, key).add(place);
          if (of.runs && key.startsWith(runsBegin)) of.runs.add(key.slice(1));
        }
      }
      of.readUntil = until;
    }
    return of.readUntil! >= last;
  }

  /** Whether there is a piece that no row will come to any more and that is not written yet. */
  hasFull(organization: number): boolean {
    return this.lastRow(organization) >= this.firstRow(organization) + (this.of(organization).written + 1) * rowsOfPiece;
  }

  /** Writes the oldest piece that is full. Within a transaction; quick where its rows have been read. */
  writeFull(organization: number): void {
    this.readOn(organization);
    const of = this.of(organization);
    const piece = of.written;
    const newest = of.newest.get(piece);
    const insert = this.file.writer(`INSERT INTO ${this.names.keys} VALUES (?, ?, ?, ?)`);
    for (const [key, rows] of [...(newest ?? [])].sort(([one], [other]) => (one < other ? -1 : 1)))
      if (rows.size > 0) insert(organization, key, piece, rows.bytes());
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
    of.written++;
  }

  /** Forgets what a transaction that was taken back has taught it. */
  forget(): void {
    this.organizations.clear();
    this.kept.clear();
    this.weight = 0;
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
    };
    if (this.organizations.size >= mostOrganizations) this.organizations.delete(this.organizations.keys().next().value!);
    this.organizations.set(organization, of);
    return of;
  }

  private newestOf(of: OfOrganization, piece: number): Map<string, RowSet> {
    const known = of.newest.get(piece);
    if (known) return known;
    const made = new Map<string, RowSet>();
    of.newest.set(piece, made);
    return made;
  }

  private keysOf({ text, values }: Findable): Set<string> {
    const keys = keysOfText(text);
    for (const [index, field] of this.names.fields.entries()) keys.add(keyOfValue(field, values[index]!));
    return keys;
  }

  private read(name: string, organization: number, key: string, written: number): Kept {
    const known = this.kept.get(name);
    const kept = known ?? { pieces: [], weight: 100 + 2 * name.length };
    this.kept.delete(name);
    const from = kept.pieces.length;
    const statement = `SELECT piece, rows FROM ${this.names.keys} WHERE organization = ? AND key = ? AND piece >= ?`;
    if (known) this.weight -= known.weight;
    kept.pieces.length = written;
    kept.weight += 8 * (written - from);
    for (const [piece, bytes] of this.file.reader<[number, Uint8Array]>(statement).all(organization, key, from)) {
      const rows = RowSet.of(bytes);
      kept.pieces[piece] = rows;
      kept.weight += rows.weight;
    }
    this.weight += kept.weight;
    this.kept.set(name, kept);
    for (const [oldest, { weight }] of this.kept) {
      if (this.weight <= this.most || oldest === name) break;
      this.kept.delete(oldest);
      this.weight -= weight;
    }
    return kept;
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
      const kept = this.kept.get(`${organization} ${key}`);
      if (kept && piece < kept.pieces.length) kept.pieces[piece] = rows.size === 0 ? undefined : rows;
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
    for (const newest of of.newest.values()) for (const key of newest.keys()) if (key.startsWith(runsBegin)) runs.add(key.slice(1));
    return runs;
  }
}

const noKeys: ReadonlySet<string> = new Set();

function setIn(sets: Map<string, RowSet>, key: string): RowSet {
  const known = sets.get(key);
  if (known) return known;
  const made = RowSet.empty();
  sets.set(key, made);
  return made;
}
