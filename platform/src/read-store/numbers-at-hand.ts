import { getHeapStatistics } from 'node:v8';
import type { SqliteFile } from '../embedded/sqlite-file.js';
import { rowsOfPiece } from './row-set.js';
import { keyOfNumbers } from './text-keys.js';

/** In bytes: those of 1,000,000 leads are 14 MB. What has no room is looked up in the texts themselves. */
const mostKept = Math.min(64_000_000, Math.max(16_000_000, getHeapStatistics().heap_size_limit / 32));
/** What a piece takes beside its numbers. */
const perPiece = 1_500;
const linesOfMark = 16;
const endOfLine = 10;

/**
 * Numbers of the rows of pieces that are written, each piece as one text with a line for each row. They are kept beside the keys
 * because a row that has all threes of a number mostly has the number too, and its text lies on a page of its own in a large table.
 */
export class NumbersAtHand {
  private readonly organizations = new Map<number, OfOrganization>();
  private weight = 0;

  constructor(
    private readonly table: string,
    private readonly file: Pick<SqliteFile, 'reader' | 'writer'>,
    private readonly most = mostKept,
  ) {}

  /** Undefined: there are none of this piece, or no room. */
  get(organization: number, piece: number): NumbersOfPiece | undefined {
    const of = this.of(organization);
    const known = of.kept.get(piece);
    if (known || !of.written.has(piece) || !this.hasRoom(organization)) return known;
    return this.keep(of, piece, this.read(organization, piece));
  }

  /** Whether those of a piece are written. */
  has(organization: number, piece: number): boolean {
    return this.of(organization).written.has(piece);
  }

  /** Within a transaction, as all that follows. By place; none at the end may be missing. */
  write(organization: number, piece: number, numbers: readonly string[]): void {
    const lines = Array.from({ length: rowsOfPiece }, (_, place) => `${numbers[place] ?? ''}\n`);
    const of = this.of(organization);
    of.written.add(piece);
    this.put(organization, piece, Buffer.from(lines.join(''), 'latin1'));
  }

  /** A row has other numbers now. */
  changed(organization: number, piece: number, place: number, numbers: string): void {
    const of = this.of(organization);
    if (!of.written.has(piece)) return;
    const there = of.kept.get(piece) ?? this.read(organization, piece);
    this.drop(of, piece);
    this.put(organization, piece, there.with(place, numbers));
  }

  forget(): void {
    this.organizations.clear();
    this.weight = 0;
  }

  private put(organization: number, piece: number, lines: Uint8Array): void {
    this.file.writer(`INSERT OR REPLACE INTO ${this.table} VALUES (?, ?, ?, ?)`)(organization, keyOfNumbers, piece, lines);
  }

  private read(organization: number, piece: number): NumbersOfPiece {
    const statement = `SELECT rows FROM ${this.table} WHERE organization = ? AND key = ? AND piece = ?`;
    return new NumbersOfPiece(this.file.reader<[Uint8Array]>(statement).first(organization, keyOfNumbers, piece)![0]);
  }

  private of(organization: number): OfOrganization {
    const known = this.organizations.get(organization);
    if (known) return known;
    const statement = `SELECT piece FROM ${this.table} WHERE organization = ? AND key = ?`;
    const written = this.file.reader<[number]>(statement).all(organization, keyOfNumbers);
    const of: OfOrganization = { written: new Set(written.map(([piece]) => piece)), kept: new Map() };
    this.organizations.set(organization, of);
    return of;
  }

  private keep(of: OfOrganization, piece: number, numbers: NumbersOfPiece): NumbersOfPiece {
    of.kept.set(piece, numbers);
    this.weight += numbers.weight;
    return numbers;
  }

  private drop(of: OfOrganization, piece: number): void {
    this.weight -= of.kept.get(piece)?.weight ?? 0;
    of.kept.delete(piece);
  }

  /** Others make room. Not pieces of the one that asks: it asks for all of them again and again. */
  private hasRoom(organization: number): boolean {
    if (this.weight < this.most) return true;
    for (const [other, of] of this.organizations) if (other !== organization) for (const piece of [...of.kept.keys()]) this.drop(of, piece);
    return this.weight < this.most;
  }
}

type OfOrganization = { readonly written: Set<number>; readonly kept: Map<number, NumbersOfPiece> };

/** Numbers by place, as they are written. */
export class NumbersOfPiece {
  private readonly lines: Buffer;
  /** Where every sixteenth line begins. */
  private readonly begins = new Uint32Array(rowsOfPiece / linesOfMark);

  constructor(lines: Uint8Array) {
    this.lines = Buffer.from(lines);
    for (let line = 0, at = 0; line < rowsOfPiece; line++) {
      if (line % linesOfMark === 0) this.begins[line / linesOfMark] = at;
      at = this.lines.indexOf(endOfLine, at) + 1;
    }
  }

  get weight(): number {
    return perPiece + this.lines.length;
  }

  /** Whether a row has all of these terms, each of four digits or more. */
  has(place: number, terms: readonly string[]): boolean {
    const [from, before] = this.line(place);
    const numbers = this.lines.toString('latin1', from, before);
    for (const term of terms) if (!numbers.includes(term)) return false;
    return true;
  }

  with(place: number, numbers: string): Uint8Array {
    const [from, before] = this.line(place);
    return Buffer.concat([this.lines.subarray(0, from), Buffer.from(numbers, 'latin1'), this.lines.subarray(before)]);
  }

  private line(place: number): readonly [from: number, before: number] {
    const { lines } = this;
    let from = this.begins[Math.floor(place / linesOfMark)]!;
    for (let passed = place % linesOfMark; passed > 0; from++) if (lines[from] === endOfLine) passed--;
    let before = from;
    while (lines[before] !== endOfLine) before++;
    return [from, before];
  }
}
