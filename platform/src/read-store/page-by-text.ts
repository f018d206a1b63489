import type { SqliteFile } from '../embedded/sqlite-file.js';
import type { Matches, Wanted } from './matches.js';
import type { FirstRows, Zone } from './orders-at-hand.js';
import { type Rows, noRows } from './rows.js';
import type { Order } from './text-index-on-sqlite.js';

type Found = { readonly row: number; /** In hex. */ readonly key: string };
type Asked = {
  readonly matches: Matches;
  readonly wanted: Wanted;
  /** Of the pieces, as asked for. */
  readonly order: Order;
  /** The column of that order. */
  readonly key: string;
  readonly limit: number;
  readonly from: Buffer | undefined;
};

/** Up to so many found by their text are put in order; of more, the list is read in order until there are enough. */
const mostSorted = 2_000;
/** Finds of pieces that reach into each other; pieces of the next stretch come after all of them. */
type Stretch = {
  /** By what is known of their order: those that come first, in order. Undefined: they are to be put in order. */
  rows: readonly number[] | undefined;
  /** All of them. */
  readonly of: number[];
  high: Buffer;
};

/** So many in one piece are a tenth of it: reading the list in order, every tenth is one, and that is cheaper. */
const common = 400;

/** Rows of pages of what was found by its text: from the pieces that reach furthest ahead in the order, until no other can have the next one. */
export class TextPages {
  constructor(
    private readonly table: string,
    private readonly file: Pick<SqliteFile, 'reader'>,
    private readonly firstRow: number,
  ) {}

  /** Undefined: it is cheaper to read the list in order and look at the texts. */
  find(asked: Asked): readonly number[] | undefined {
    return this.pieceByPiece(asked) ?? this.byKeys(asked);
  }

  /**
   * Where it is known how far pieces reach: of one that ends before the next begins, only what is not known to be in order is put
   * in order. Undefined: it is not known, or they are too many.
   */
  private pieceByPiece({ matches, wanted, order, key, limit, from }: Asked): readonly number[] | undefined {
    const having = matches.having(wanted);
    const found: number[] = [];
    let closed: Stretch[] = [];
    let open: Stretch | undefined;
    let [gathered, unsorted] = [0, 0];
    const settle = () => {
      found.push(...this.inOrder(closed, key, limit + 1 - found.length, from));
      [closed, gathered] = [[], 0];
    };
    for (const piece of order.ahead) {
      const zone = order.zones[piece];
      if (open && zone && Buffer.compare(open.high, zone.low) < 0) {
        closed.push(open);
        gathered += open.rows?.length ?? open.of.length;
        open = undefined;
        if (found.length + gathered > limit) settle();
        if (found.length > limit) return found;
      }
      if (from && zone && Buffer.compare(zone.high, from) <= 0) continue;
      const rows = having(piece);
      if (rows.length === 0) continue;
      const isAllAfter = !from || (zone && Buffer.compare(from, zone.low) < 0);
      const first = isAllAfter ? firstOf(order, piece, rows, limit + 1) : undefined;
      const high = zone?.high ?? first?.zone.high;
      if (!high) return undefined;
      if (!first) unsorted += rows.length;
      if (unsorted > common) return undefined;
      const some = Array.from(first?.rows ?? rows, (row) => this.firstRow + row);
      if (!open) open = { rows: first && some, of: some, high };
      else {
        open.rows = undefined;
        open.of.push(...some);
        if (Buffer.compare(open.high, high) < 0) open.high = high;
      }
    }
    if (open) closed.push(open);
    settle();
    return found;
  }

  /** Up to so many of these stretches. */
  private inOrder(stretches: readonly Stretch[], key: string, most: number, from: Buffer | undefined): readonly number[] {
    const unsorted = stretches.flatMap(({ rows, of }) => (rows ? [] : of));
    let sorted: readonly number[] = [];
    if (unsorted.length > 0) {
      const next = `SELECT row FROM ${this.table} WHERE row IN (SELECT value FROM json_each(?)) AND ${key} > ? ORDER BY ${key} LIMIT ?`;
      const statement = this.file.reader<[string | null]>(`SELECT group_concat(row) FROM (${next})`);
      const [rows] = statement.first(`[${unsorted.join()}]`, from ?? beginning, most)!;
      sorted = rows === null ? [] : rows.split(',').map(Number);
    }
    const found: number[] = [];
    let at = 0;
    for (const { rows, of } of stretches) {
      if (rows) found.push(...rows);
      else for (const own = new Set(of); at < sorted.length && own.has(sorted[at]!); at++) found.push(sorted[at]!);
      if (found.length >= most) break;
    }
    return found.slice(0, most);
  }

  /** Pieces whose reach is unknown may have what comes first: what is found is compared with where others begin. */
  private byKeys({ matches, wanted, order, key, limit, from }: Asked): readonly number[] | undefined {
    const having = matches.having(wanted);
    const { zones } = order;
    // As two texts instead of many rows, which the library takes longer to answer than to find; keys in hex are in the order of their bytes.
    const nextOf = this.file.reader<[rows: string | null, keys: string | null]>(
      `SELECT group_concat(row), group_concat(hex(k)) FROM
        (SELECT row, ${key} AS k FROM ${this.table} WHERE row IN (SELECT value FROM json_each(?)) AND ${key} > ? ORDER BY k LIMIT ?)`,
    );
    const nextAmong = (rows: readonly number[]): readonly Found[] => {
      const [found, keys] = nextOf.first(`[${rows.join()}]`, from ?? beginning, limit + 1)!;
      if (found === null || keys === null) return [];
      const keyOf = keys.split(',');
      return found.split(',').map((row, nth) => ({ row: Number(row), key: keyOf[nth]! }));
    };
    let best: readonly Found[] = [];
    let waiting: number[] = [];
    let atOnce = limit + 1;
    const take = () => {
      const found = waiting.length === 0 ? [] : nextAmong(waiting);
      best = best.length === 0 ? found : [...best, ...found].sort((one, other) => (one.key < other.key ? -1 : 1)).slice(0, limit + 1);
      waiting = [];
    };
    let looked = 0;
    for (const piece of order.ahead) {
      const last = best[limit];
      const zone = zones[piece];
      if (last && zone && Buffer.compare(Buffer.from(last.key, 'hex'), zone.low) < 0) break;
      if (from && zone && Buffer.compare(zone.high, from) <= 0) continue;
      const rows = having(piece);
      if (rows.length === 0) continue;
      looked += rows.length;
      if (looked > mostSorted || (looked === rows.length && rows.length > common && isAhead(zones, piece))) return undefined;
      for (const row of rows) waiting.push(this.firstRow + row);
      // Of what is rare there are a few in each of many pieces: a statement for each would cost more than all that it finds.
      if (waiting.length < atOnce) continue;
      take();
      atOnce *= 4;
    }
    take();
    return best.map(({ row }) => row);
  }

  /** Of these rows those in whose texts the terms are. */
  readonly proven = (of: Rows, terms: readonly string[]): Rows => {
    const having = `SELECT row FROM ${this.table} WHERE row IN (SELECT value FROM json_each(?))${terms.map(() => ' AND instr(search, ?) > 0').join('')}`;
    const rows = Array.from(of, (row) => this.firstRow + row);
    const [found] = this.file.reader<[string | null]>(`SELECT group_concat(row) FROM (${having})`).first(`[${rows.join()}]`, ...terms)!;
    return found === null ? noRows : Uint32Array.from(found.split(','), (row) => Number(row) - this.firstRow).sort();
  };
}

const beginning = Buffer.alloc(0);

/** One by itself is in order, whatever that is. */
function firstOf({ zones, first }: Order, piece: number, rows: Rows, most: number): FirstRows | undefined {
  const zone = zones[piece];
  return rows.length === 1 && zone ? { rows: [rows[0]!], zone } : first(piece, rows, most);
}

/** Whether all that comes in this order before the other pieces is in this one. */
function isAhead(zones: readonly Zone[], piece: number): boolean {
  const { high } = zones[piece] ?? {};
  return !high || zones.every(({ low }, other) => other === piece || Buffer.compare(high, low) <= 0);
}
