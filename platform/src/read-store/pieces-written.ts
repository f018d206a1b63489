import { bytesOfMany, countOfWritten, rowsOfPiece } from './row-set.js';
import type { Rows } from './rows.js';

export type WrittenColumns = readonly [pieces: string | null, lengths: string | null, bytes: Uint8Array | null];

/** Rows of a key in several pieces, as they were written: one after the other, each as the bytes of a `RowSet`. */
export class PiecesWritten {
  readonly size: number;
  /** Two bytes each: a place, or the bits of sixteen. */
  private readonly words: Uint16Array;

  /**
   * Selects them as one row: the library takes some microseconds for each that it answers, more than all else that is done for it.
   * Bytes that are called text are put one after the other as they are.
   */
  static select(table: string): string {
    const inOrder = `SELECT piece, rows FROM ${table} WHERE organization = ? AND key = ? AND piece >= ? ORDER BY piece`;
    return `SELECT group_concat(piece), group_concat(length(rows)), CAST(group_concat(CAST(rows AS TEXT), '') AS BLOB) FROM (${inOrder})`;
  }

  /** As they were selected. */
  static of([pieces, lengths, bytes]: WrittenColumns): PiecesWritten {
    if (pieces === null || lengths === null || bytes === null) return none;
    return new PiecesWritten(pieces.split(',').map(Number), lengths.split(',').map(Number), bytes);
  }

  constructor(
    private readonly pieces: readonly number[],
    private readonly lengths: readonly number[],
    bytes: Uint8Array,
  ) {
    // A copy of its own memory, in which words begin where they may: what the library gave may be a part of a larger piece of it.
    const own = new Uint8Array(bytes);
    this.words = new Uint16Array(own.buffer);
    let [size, at] = [0, 0];
    for (const length of lengths) {
      size += countOfWritten(own, at, length);
      at += length;
    }
    this.size = size;
  }

  /** Puts all of them in order among `rows`, the first at this place. */
  putIn(rows: Rows, place: number): void {
    const { words } = this;
    let [next, at] = [place, 0];
    for (const [nth, piece] of this.pieces.entries()) {
      const first = piece * rowsOfPiece;
      const end = at + this.lengths[nth]! / 2;
      if (this.isMany(nth))
        for (let row = first; at < end; at++, row += bitsOfWord)
          for (let bits = words[at]!; bits !== 0; bits &= bits - 1) rows[next++] = row + 31 - Math.clz32(bits & -bits);
      else for (; at < end; at++) rows[next++] = first + words[at]!;
    }
  }

  /** Sets the bit of each of them. */
  markIn(marks: Uint32Array): void {
    const { words } = this;
    const halves = new Uint16Array(marks.buffer, marks.byteOffset, marks.length * 2);
    let at = 0;
    for (const [nth, piece] of this.pieces.entries()) {
      const first = (piece * rowsOfPiece) / bitsOfWord;
      const end = at + this.lengths[nth]! / 2;
      if (this.isMany(nth)) {
        halves.set(words.subarray(at, end), first);
        at = end;
      } else for (; at < end; at++) halves[first + (words[at]! >>> 4)]! |= 1 << (words[at]! & 15);
    }
  }

  private isMany(nth: number): boolean {
    return this.lengths[nth] === bytesOfMany;
  }
}

const bitsOfWord = 16;
const none = new PiecesWritten([], [], new Uint8Array(0));
