import type { SqliteFile } from '../embedded/sqlite-file.js';
import type { Matches, Wanted } from './matches.js';
import { type Rows, noRows } from './rows-of-key.js';
import type { Order, Zone } from './text-index-on-sqlite.js';

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

/** Whether all that comes in this order before the other pieces is in this one. */
function isAhead(zones: readonly Zone[], piece: number): boolean {
  const { high } = zones[piece] ?? {};
  return !high || zones.every(({ low }, other) => other === piece || Buffer.compare(high, low) <= 0);
}
