import { type RowSet, rowsOfPiece } from './row-set.js';
import type { TextIndexOnSqlite } from './text-index-on-sqlite.js';
import { type Lookup, keyOfRun, lookupOf } from './text-keys.js';

type RowsOfPieces = (piece: number) => RowSet | undefined;
/** The values of a filter, as keys: one of each list. */
export type Wanted = readonly (readonly string[])[];

/** Rows of a piece, by their places in it. */
export type Places = { readonly piece: number; readonly places: Uint16Array };

const none = new Uint16Array(0);
/** So many are looked at with one statement, which costs more than a row does. */
const provenAtOnce = 256;

/** Rows of an organization in which all terms are found, piece by piece as they are asked for. */
export class Matches {
  readonly pieces: number;
  private readonly found: (Uint16Array | undefined)[] = [];
  private readonly sets: readonly RowsOfPieces[];
  private readonly unproven: readonly string[];

  constructor(
    private readonly index: TextIndexOnSqlite,
    private readonly organization: number,
    terms: readonly string[],
    /** Of these places those in whose texts the terms are, piece by piece. */
    private readonly proven: (of: readonly Places[], terms: readonly string[]) => readonly Places[],
  ) {
    index.readOn(organization);
    this.pieces = index.pieces(organization).all;
    const lookups = terms.map(lookupOf);
    this.sets = lookups.flatMap((lookup) => this.setsOf(lookup));
    this.unproven = lookups.flatMap((lookup) => (lookup.kind === 'keys' ? [lookup.term] : []));
  }

  /** In order. */
  places(piece: number): Uint16Array {
    return (this.found[piece] ??= this.unproven.length > 0 ? this.prove(piece) : this.look(piece));
  }

  /** Those of them that have the values. */
  having(wanted: Wanted): (piece: number) => Uint16Array {
    if (wanted.length === 0) return (piece) => this.places(piece);
    const sets = wanted.map((keys) => union(keys.map((key) => this.index.rowsOf(this.organization, key))));
    return (piece) => both(this.places(piece), sets, piece);
  }

  /** Exact up to `most`, then one more. */
  count(wanted: Wanted, most: number): number {
    const having = this.having(wanted);
    let count = 0;
    for (let piece = this.pieces - 1; piece >= 0 && count <= most; piece--) count += having(piece).length;
    return Math.min(count, most + 1);
  }

  private setsOf(lookup: Lookup): readonly RowsOfPieces[] {
    switch (lookup.kind) {
      case 'key':
        return [this.index.rowsOf(this.organization, lookup.key)];
      case 'keys':
        return lookup.keys.map((key) => this.index.rowsOf(this.organization, key));
      case 'run':
        return [union(this.index.runsWith(this.organization, lookup.part).map((run) => this.index.rowsOf(this.organization, keyOfRun(run))))];
    }
  }

  /** From the smallest set on. */
  private look(piece: number): Uint16Array {
    let smallest: RowSet | undefined;
    for (const set of this.sets) {
      const rows = set(piece);
      if (!rows || rows.size === 0) return none;
      if (!smallest || rows.size < smallest.size) smallest = rows;
    }
    return smallest ? both(smallest.places(), this.sets, piece, smallest) : none;
  }

  /** Together with its neighbours, which are mostly asked for next: the older ones first, and where there are none the newer ones. */
  private prove(piece: number): Uint16Array {
    const looked: Places[] = [];
    let many = 0;
    const lookAt = (at: number) => {
      if (this.found[at]) return;
      const places = this.look(at);
      if (places.length === 0) this.found[at] = none;
      else looked.push({ piece: at, places });
      many += places.length;
    };
    for (let at = piece; at >= 0 && many < provenAtOnce; at--) lookAt(at);
    for (let at = piece + 1; at < this.pieces && many < provenAtOnce; at++) lookAt(at);
    for (const { piece: at } of looked) this.found[at] = none;
    if (many > 0) for (const { piece: at, places } of this.proven(looked, this.unproven)) this.found[at] = places;
    return this.found[piece]!;
  }
}

export const rowAt = (firstRow: number, piece: number, place: number) => firstRow + piece * rowsOfPiece + place;

function both(places: Uint16Array, sets: readonly RowsOfPieces[], piece: number, but?: RowSet): Uint16Array {
  let kept = places;
  for (const set of sets) {
    if (kept.length === 0) return none;
    const rows = set(piece);
    if (!rows) return none;
    if (rows !== but) kept = rows.among(kept);
  }
  return kept;
}

/** Rows that are in one of them. */
function union(sets: readonly RowsOfPieces[]): RowsOfPieces {
  if (sets.length === 1) return sets[0]!;
  const made = new Map<number, RowSet | undefined>();
  return (piece) => {
    if (made.has(piece)) return made.get(piece);
    const parts = sets.map((set) => set(piece)).filter((rows) => rows !== undefined);
    const whole = parts.length < 2 ? parts[0] : parts.reduce((all, rows) => all.with(rows), parts[0]!.copy());
    made.set(piece, whole);
    return whole;
  };
}
