import type { SqliteFile } from '../embedded/sqlite-file.js';
import { type Matches, type Wanted, rowAt } from './matches.js';
import { rowsOfPiece } from './row-set.js';
import type { Zone } from './text-index-on-sqlite.js';

type Asked = {
  readonly matches: Matches;
  readonly wanted: Wanted;
  /** Of the pieces that are written, in the order asked for. */
  readonly zones: readonly Zone[];
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
  find({ matches, wanted, zones, key, limit, from }: Asked): readonly number[] | undefined {
    const having = matches.having(wanted);
    const nothing = Buffer.alloc(0);
    const pieces = Array.from({ length: matches.pieces }, (_, piece) => ({ piece, low: zones[piece]?.low ?? nothing })).sort(
      (one, other) => Buffer.compare(one.low, other.low) || other.piece - one.piece,
    );
    const keysOf = this.file.reader<[number, Uint8Array]>(
      `SELECT row, ${key} FROM ${this.table} WHERE row IN (SELECT value FROM json_each(?)) AND ${key} > ? ORDER BY ${key} LIMIT ?`,
    );
    let best: { readonly row: number; readonly key: Uint8Array }[] = [];
    let looked = 0;
    for (const { piece, low } of pieces) {
      const last = best[limit];
      if (last && Buffer.compare(last.key, low) < 0) break;
      const zone = zones[piece];
      if (from && zone && Buffer.compare(zone.high, from) <= 0) continue;
      const places = having(piece);
      if (places.length === 0) continue;
      looked += places.length;
      if (looked > mostSorted || (looked === places.length && places.length > common && this.isAhead(zones, piece))) return undefined;
      const found = keysOf.all(this.rowsAt(piece, places), from ?? nothing, limit + 1).map(([row, at]) => ({ row, key: at }));
      best = [...best, ...found].sort((one, other) => Buffer.compare(one.key, other.key)).slice(0, limit + 1);
    }
    return best.map(({ row }) => row);
  }

  /** Of these places those in whose texts the terms are. */
  readonly proven = (piece: number, places: Uint16Array, terms: readonly string[]): Uint16Array => {
    const rows = this.rowsAt(piece, places);
    const statement = `SELECT row FROM ${this.table} WHERE row IN (SELECT value FROM json_each(?))${terms.map(() => ' AND instr(search, ?) > 0').join('')} ORDER BY row`;
    const found = this.file.reader<[number]>(statement).all(rows, ...terms);
    return Uint16Array.from(found, ([row]) => (row - this.firstRow) % rowsOfPiece);
  };

  private rowsAt(piece: number, places: Uint16Array): string {
    const first = rowAt(this.firstRow, piece, 0);
    let rows = '';
    for (const place of places) rows += `${rows && ','}${first + place}`;
    return `[${rows}]`;
  }

  /** Whether all that comes in this order before the other pieces is in this one. */
  private isAhead(zones: readonly Zone[], piece: number): boolean {
    const { high } = zones[piece] ?? {};
    return !high || zones.every(({ low }, other) => other === piece || Buffer.compare(high, low) <= 0);
  }
}
