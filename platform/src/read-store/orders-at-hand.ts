import type { SqliteFile } from '../embedded/sqlite-file.js';
import { lastUsed } from '../last-used.js';
import { rowsOfPiece } from './row-set.js';
import type { Rows } from './rows.js';

/** Where the smallest and the largest key of a piece are in one order. */
export type Zone = { readonly low: Buffer; readonly high: Buffer };
/** Rows that come first, by how many come before them in the organization, and between which keys all of their piece are. */
export type FirstRows = { readonly rows: readonly number[]; readonly zone: Zone };
type Ranked = {
  /** By place. */
  readonly ranks: Uint16Array;
  /** Of all that has a rank: the last number that was given. */
  readonly until: number;
  readonly zone: Zone;
};
type Asked = { ranked: Ranked | undefined; /** Rows that were not put in order by their ranks since. */ rows: number };

/** Of 8 kB each. */
const mostPieces = 512;
const unranked = 0xffff;

/**
 * How the rows of a piece come one after the other in one order, as far as it was asked for often: reading it takes about as long
 * as putting as many finds in order as the piece has rows, so it is read when so many were.
 */
export class OrdersAtHand {
  private readonly kept = lastUsed<Asked>(mostPieces);

  constructor(
    private readonly table: string,
    private readonly file: Pick<SqliteFile, 'reader'>,
    private readonly firstRow: (organization: number) => number,
    private readonly lastRow: (organization: number) => number,
  ) {}

  /** Of these rows of a piece so many that come first, in order; undefined: its order is not at hand. */
  first(organization: number, sort: string, piece: number, rows: Rows, most: number): FirstRows | undefined {
    const name = nameOf(organization, sort, piece);
    const asked = this.kept.get(name) ?? this.kept.put(name, { ranked: undefined, rows: 0 });
    const begin = this.firstRow(organization) + piece * rowsOfPiece;
    const until = Math.min(this.lastRow(organization), begin + rowsOfPiece - 1);
    if (asked.ranked?.until !== until) {
      asked.rows += rows.length;
      if (asked.rows < rowsOfPiece) return undefined;
      asked.ranked = this.read(sort, begin, until);
      asked.rows = 0;
    }
    const { ranked } = asked;
    const found = ranked && firstByRank(rows, ranked.ranks, most);
    return found && { rows: found.map((place) => piece * rowsOfPiece + place), zone: ranked.zone };
  }

  /** A row of it has another place in this order. */
  moved(organization: number, sort: string, piece: number): void {
    this.kept.drop(nameOf(organization, sort, piece));
  }

  forget(): void {
    this.kept.clear();
  }

  private read(sort: string, begin: number, until: number): Ranked | undefined {
    const inOrder = `SELECT row - ? AS place FROM ${this.table} WHERE row >= ? AND row <= ? ORDER BY ${sort}`;
    const [places] = this.file.reader<[string | null]>(`SELECT group_concat(place) FROM (${inOrder})`).first(begin, begin, until)!;
    if (places === null) return undefined;
    const ranks = new Uint16Array(rowsOfPiece).fill(unranked);
    const order = places.split(',').map(Number);
    for (const [rank, place] of order.entries()) ranks[place] = rank;
    const keyOf = this.file.reader<[Uint8Array]>(`SELECT ${sort} FROM ${this.table} WHERE row = ?`);
    const key = (place: number) => Buffer.from(keyOf.first(begin + place)![0]);
    return { ranks, until, zone: { low: key(order[0]!), high: key(order.at(-1)!) } };
  }
}

const nameOf = (organization: number, sort: string, piece: number) => `${organization} ${piece} ${sort}`;

/** Places of so many. From the last on: what came last is first in most orders, and few have to make room. */
function firstByRank(rows: Rows, ranks: Uint16Array, most: number): readonly number[] | undefined {
  const first: number[] = [];
  for (let at = rows.length - 1; at >= 0; at--) {
    const place = rows[at]! % rowsOfPiece;
    if (ranks[place] === unranked) return undefined;
    const ranked = ranks[place]! * rowsOfPiece + place;
    if (first.length === most) {
      if (first[most - 1]! < ranked) continue;
      first.pop();
    }
    let to = first.length;
    for (; to > 0 && first[to - 1]! > ranked; to--) first[to] = first[to - 1]!;
    first[to] = ranked;
  }
  return first.map((ranked) => ranked % rowsOfPiece);
}
