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
  find({ matches, wanted, order, key, limit, from }: Asked): readonly number[] | undefined {
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
    /** Rows that come before all others. */
    const ahead: number[] = [];
    let best: readonly Found[] = [];
    let waiting: number[] = [];
    let atOnce = limit + 1;
    const take = () => {
      const found = waiting.length === 0 ? [] : nextAmong(waiting);
      best = best.length === 0 ? found : [...best, ...found].sort((one, other) => (one.key < other.key ? -1 : 1)).slice(0, limit + 1);
      waiting = [];
    };
    let looked = 0;
    let isInOrder = true;
    for (const [nth, piece] of order.ahead.entries()) {
      const last = best[limit - ahead.length];
      const zone = zones[piece];
      if (last && zone && Buffer.compare(Buffer.from(last.key, 'hex'), zone.low) < 0) break;
      if (from && zone && Buffer.compare(zone.high, from) <= 0) continue;
      const rows = having(piece);
      if (rows.length === 0) continue;
      const isAllAfter = !from || (zone && Buffer.compare(from, zone.low) < 0);
      const first = isAllAfter ? firstOf(order, piece, rows, limit + 1 - ahead.length) : undefined;
      isInOrder &&= first !== undefined && isBefore(first.zone, order, nth + 1);
      if (first && isInOrder) {
        for (const row of first.rows) ahead.push(this.firstRow + row);
        if (ahead.length > limit) return ahead;
        continue;
      }
      if (!first) {
        looked += rows.length;
        if (looked > mostSorted || (looked === rows.length && rows.length > common && ahead.length === 0 && isAhead(zones, piece))) return undefined;
      }
      for (const row of first?.rows ?? rows) waiting.push(this.firstRow + row);
      // Of what is rare there are a few in each of many pieces: a statement for each would cost more than all that it finds.
      if (waiting.length < atOnce) continue;
      take();
      atOnce *= 4;
    }
    take();
    return [...ahead, ...best.map(({ row }) => row)].slice(0, limit + 1);
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

/** Whether all that reaches so far comes before all pieces from this one on. */
function isBefore({ high }: Zone, { ahead, zones }: Order, nth: number): boolean {
  const next = ahead[nth];
  if (next === undefined) return true;
  const zone = zones[next];
  return zone !== undefined && Buffer.compare(high, zone.low) < 0;
}

/** Whether all that comes in this order before the other pieces is in this one. */
function isAhead(zones: readonly Zone[], piece: number): boolean {
  const { high } = zones[piece] ?? {};
  return !high || zones.every(({ low }, other) => other === piece || Buffer.compare(high, low) <= 0);
}
