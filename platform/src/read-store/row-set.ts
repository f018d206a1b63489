import type { Rows } from './rows.js';

/** Rows of an organization are told apart by the piece of so many that they lie in, and their place within it. */
export const rowsOfPiece = 4_096;

/** So many bytes are a bit for each row, all others places. */
export const bytesOfMany = rowsOfPiece / 8;
/** Of more, a bit for each row takes less room than their places. */
const mostFew = bytesOfMany / 2 - 1;

/** Places of rows within one piece, as they are written: in order where they are few, a bit for each row where they are many. */
export class RowSet {
  private few: Uint16Array | undefined;
  private many: Uint8Array | undefined;
  private count: number;

  private constructor(few: Uint16Array | undefined, many: Uint8Array | undefined, count: number) {
    [this.few, this.many, this.count] = [few, many, count];
  }

  static empty(): RowSet {
    return new RowSet(new Uint16Array(8), undefined, 0);
  }

  /** As `bytes` gave them. */
  static of(bytes: Uint8Array): RowSet {
    // A copy of its own memory: what the library gave may be a part of a larger piece of it.
    const copy = new Uint8Array(bytes);
    if (copy.length === bytesOfMany) return new RowSet(undefined, copy, countOfWritten(copy, 0, bytesOfMany));
    return new RowSet(new Uint16Array(copy.buffer), undefined, copy.length / 2);
  }

  get size(): number {
    return this.count;
  }

  has(place: number): boolean {
    if (this.many) return ((this.many[place >> 3]! >> (place & 7)) & 1) === 1;
    const at = this.at(place);
    return at < this.count && this.few![at] === place;
  }

  add(place: number): void {
    if (this.many) {
      const bit = 1 << (place & 7);
      if ((this.many[place >> 3]! & bit) !== 0) return;
      this.many[place >> 3]! |= bit;
      this.count++;
      return;
    }
    const at = this.at(place);
    if (at < this.count && this.few![at] === place) return;
    if (this.count === mostFew) {
      this.becomeMany();
      return this.add(place);
    }
    if (this.count === this.few!.length) {
      const larger = new Uint16Array(Math.min(mostFew, this.count * 2 || 8));
      larger.set(this.few!);
      this.few = larger;
    }
    this.few!.copyWithin(at + 1, at, this.count);
    this.few![at] = place;
    this.count++;
  }

  delete(place: number): void {
    if (!this.has(place)) return;
    this.count--;
    if (this.many) this.many[place >> 3]! &= ~(1 << (place & 7));
    else this.few!.copyWithin(this.at(place), this.at(place) + 1, this.count + 1);
  }

  /** In order; not to be changed. */
  places(): Uint16Array {
    if (this.few) return this.few.subarray(0, this.count);
    const places = new Uint16Array(this.count);
    let next = 0;
    for (let byte = 0; byte < bytesOfMany; byte++)
      for (let bits = this.many![byte]!; bits !== 0; bits &= bits - 1) places[next++] = (byte << 3) + 31 - Math.clz32(bits & -bits);
    return places;
  }

  /** As rows of the organization, of which the first one of the piece is this one. */
  rows(first: number): Rows {
    const places = this.places();
    const rows = new Uint32Array(places.length);
    for (let at = 0; at < places.length; at++) rows[at] = first + places[at]!;
    return rows;
  }

  /** Those of these rows of the piece that are in it. */
  among(rows: Rows, first: number): Rows {
    const kept = new Uint32Array(rows.length);
    let length = 0;
    for (let at = 0; at < rows.length; at++) if (this.has(rows[at]! - first)) kept[length++] = rows[at]!;
    return kept.subarray(0, length);
  }

  bytes(): Uint8Array {
    if (this.many && this.count > mostFew) return this.many;
    const places = this.places();
    return new Uint8Array(places.buffer, places.byteOffset, places.byteLength);
  }

  private at(place: number): number {
    const few = this.few!;
    let [low, high] = [0, this.count];
    if (high > 0 && few[high - 1]! < place) return high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (few[middle]! < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private becomeMany(): void {
    const many = new Uint8Array(bytesOfMany);
    for (const place of this.places()) many[place >> 3]! |= 1 << (place & 7);
    [this.many, this.few] = [many, undefined];
  }
}

/** How many places are in the bytes of a set that begin here. */
export function countOfWritten(bytes: Uint8Array, from: number, length: number): number {
  if (length !== bytesOfMany) return length / 2;
  let count = 0;
  for (let at = from; at < from + length; at += 4)
    count += bitsIn(bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24));
  return count;
}

/** Side by side: by twos, fours and eights, whose sums the product puts together in the highest byte. */
function bitsIn(word: number): number {
  const twos = word - ((word >>> 1) & 0x55555555);
  const fours = (twos & 0x33333333) + ((twos >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
