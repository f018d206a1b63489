import { rowsOfPiece } from './row-set.js';
import { firstFrom, markedByAll, together } from './rows-of-key.js';
import { type Rows, noRows } from './rows.js';
import type { Having, TextIndexOnSqlite } from './text-index-on-sqlite.js';
import { type Lookup, isNumber, keyOfRun, lookupOf } from './text-keys.js';

/** The values of a filter, as keys: one of each list. */
export type Wanted = readonly (readonly string[])[];

/** Neighbouring pieces are looked at together as long as so many rows have the rarest key: each look costs more than some hundred rows. */
const lookedAtOnce = 4_096;
/** … and more where each needs a statement. */
const provenAtOnce = 16_384;

/** Where what is asked for by value is so much rarer than the terms, it is what is looked through. */
const rare = 4;

type Stretch = { readonly from: number; readonly before: number; rows: Rows | undefined };

/** Rows of an organization in which all terms are found, stretch by stretch as they are asked for. */
export class Matches {
  readonly pieces: number;
  /** From the smallest on. */
  private readonly sets: readonly Having[];
  private readonly unproven: readonly string[];
  /** Those of them that are digits alone. */
  private readonly numbers: readonly string[];
  /** In order: first of what is written, then of each piece that is not. */
  private readonly stretches: readonly Stretch[];
  /** Pieces that are written, and how many of them a stretch has. */
  private readonly written: number;
  private readonly step: number;

  constructor(
    private readonly index: TextIndexOnSqlite,
    private readonly organization: number,
    terms: readonly string[],
    /** Of these rows those in whose texts the terms are. */
    private readonly proven: (of: Rows, terms: readonly string[]) => Rows,
  ) {
    index.readOn(organization);
    const lookups = terms.map(lookupOf);
    this.sets = bySize(lookups.flatMap((lookup) => this.setsOf(lookup)));
    this.unproven = lookups.flatMap((lookup) => (lookup.kind === 'keys' ? [lookup.term] : []));
    this.numbers = this.unproven.filter(isNumber);
    ({ all: this.pieces, written: this.written } = index.pieces(organization));
    const rarest = Math.max(1, this.sets[0]?.size ?? 0);
    this.step = Math.max(1, Math.min(this.written, Math.floor((this.written * (this.unproven.length > 0 ? provenAtOnce : lookedAtOnce)) / rarest)));
    const stretches: Stretch[] = [];
    for (let piece = 0, next = 0; piece < this.pieces; piece = next) {
      next = piece < this.written ? Math.min(piece + this.step, this.written) : piece + 1;
      stretches.push({ from: piece * rowsOfPiece, before: next * rowsOfPiece, rows: undefined });
    }
    this.stretches = stretches;
  }

  /** Those of a piece that have the values. */
  having(wanted: Wanted): (piece: number) => Rows {
    const sets = this.wanted(wanted);
    return (piece) => {
      const rows = this.rowsOf(this.stretches[piece < this.written ? Math.floor(piece / this.step) : this.stretches.length - this.pieces + piece]!);
      const from = firstFrom(rows, piece * rowsOfPiece, 0, rows.length);
      return both(rows.subarray(from, firstFrom(rows, (piece + 1) * rowsOfPiece, from, rows.length)), sets);
    };
  }

  /** Exact up to `most`, then one more. */
  count(wanted: Wanted, most: number): number {
    const [rarest, ...others] = bySize(this.wanted(wanted));
    if (rarest?.size === 0) return 0;
    const isRare = this.unproven.length === 0 && rarest !== undefined && rarest.size * rare < (this.sets[0]?.size ?? 0);
    let count = 0;
    for (let nth = this.stretches.length - 1; nth >= 0 && count <= most; nth--) {
      const { from, before, rows } = this.stretches[nth]!;
      if (isRare && !rows) count += both(both(rarest.between(from, before), others), this.sets).length;
      else {
        const found = both(this.rowsOf(this.stretches[nth]!), others);
        count += rarest ? rarest.countAmong(found) : found.length;
      }
    }
    return Math.min(count, most + 1);
  }

  private readonly wanted = (wanted: Wanted): Having[] => wanted.map((keys) => this.index.having(this.organization, keys));

  private setsOf(lookup: Lookup): readonly Having[] {
    const having = (...keys: readonly string[]) => this.index.having(this.organization, keys);
    switch (lookup.kind) {
      case 'key':
        return [having(lookup.key)];
      case 'keys':
        return lookup.keys.map((key) => having(key));
      case 'run':
        return [having(...this.index.runsWith(this.organization, lookup.part).map(keyOfRun))];
    }
  }

  private rowsOf(stretch: Stretch): Rows {
    if (stretch.rows) return stretch.rows;
    const found = this.look(stretch);
    return (stretch.rows = this.unproven.length > 0 && found.length > 0 ? this.prove(found) : found);
  }

  /** Numbers without looking at texts, as far as they are at hand. */
  private prove(rows: Rows): Rows {
    if (this.numbers.length === 0) return this.proven(rows, this.unproven);
    const { found, unknown } = this.index.havingNumbers(this.organization, rows, this.numbers);
    const others = this.unproven.length > this.numbers.length && found.length > 0 ? this.proven(found, this.unproven) : found;
    return unknown.length === 0 ? others : together([others, this.proven(unknown, this.unproven)]);
  }

  private look({ from, before }: Stretch): Rows {
    const [smallest, ...others] = this.sets;
    if (!smallest) return noRows;
    if (!smallest.marks || !others[0]?.marks || from >= this.written * rowsOfPiece) return both(smallest.between(from, before), others);
    // None is rare: what all have is seldom, and words of it are found faster than rows of one are looked up in another.
    const marks = this.sets.flatMap((set) => set.marks ?? []);
    return both(
      markedByAll(marks, from, before, Math.min(smallest.size, before - from)),
      others.filter((set) => !set.marks),
    );
  }
}

const bySize = (sets: readonly Having[]): Having[] => [...sets].sort((one, other) => one.size - other.size);

function both(rows: Rows, sets: readonly Having[]): Rows {
  let kept = rows;
  for (const set of sets) {
    if (kept.length === 0) return noRows;
    kept = set.among(kept);
  }
  return kept;
}
