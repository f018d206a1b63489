import type { PiecesWritten } from './pieces-written.js';
import { type Rows, noRows } from './rows.js';

const bitsOfWord = 32;
/** Of more a bit for each row there is takes no more than twice the room that a number for each would, and is looked through much faster. */
const isMany = (count: number, until: number) => count * 2 * bitsOfWord > until;
/** So many times fewer are looked up one by one instead of read side by side. */
const fewer = 16;

/** Some of the first so many rows of an organization: numbers in order where they are few, a bit for each row where they are many. */
export class RowsOfKey {
  private few: Rows | undefined;
  private many: Uint32Array | undefined;
  private count: number;

  private constructor(
    /** No row from here on is known. */
    readonly until: number,
    count: number,
  ) {
    this.count = count;
    if (isMany(count, until)) this.many = new Uint32Array(Math.ceil(until / bitsOfWord));
    else this.few = new Uint32Array(count);
  }

  /** Those of one that ends earlier, and these, which come after them. */
  static of(until: number, before: RowsOfKey | undefined, after: PiecesWritten): RowsOfKey {
    const known = before?.count ?? 0;
    const rows = new RowsOfKey(until, known + after.size);
    const { few, many } = rows;
    if (few) {
      if (before) few.set(before.all());
      after.putIn(few, known);
    } else {
      if (before?.many) many!.set(before.many);
      else if (before) setBits(many!, before.all());
      after.markIn(many!);
    }
    return rows;
  }

  get size(): number {
    return this.count;
  }

  /** Memory that it holds, in bytes, about. */
  get weight(): number {
    return 200 + (this.few ?? this.many!).byteLength;
  }

  /** A bit for each row, if that is how they are kept. */
  get marks(): Uint32Array | undefined {
    return this.many;
  }

  between(from: number, before: number): Rows {
    if (this.few) return this.few.subarray(firstFrom(this.few, from, 0, this.count), firstFrom(this.few, before, 0, this.count));
    return markedByAll([this.many!], from, before, Math.min(this.count, before - from));
  }

  /** Those of these rows that are in it. */
  among(rows: Rows): Rows {
    const { few, many, count } = this;
    if (rows.length === 0 || count === 0) return noRows;
    const kept = roomFor(rows.length);
    if (many) return kept.slice(0, putMarked(kept, rows, many));
    return kept.slice(0, rows.length * fewer < count ? putFew(kept, rows, few!) : putMerged(kept, rows, few!));
  }

  countAmong(rows: Rows): number {
    const { many } = this;
    if (!many) return this.among(rows).length;
    let count = 0;
    for (let at = 0; at < rows.length; at++) count += (many[rows[at]! >>> 5]! >>> (rows[at]! & 31)) & 1;
    return count;
  }

  add(row: number): void {
    const { few, many } = this;
    if (many) {
      if (hasBit(many, row)) return;
      many[row >>> 5]! |= 1 << (row & 31);
      this.count++;
      return;
    }
    const at = firstFrom(few!, row, 0, this.count);
    if (at < this.count && few![at] === row) return;
    if (isMany(this.count + 1, this.until)) {
      this.many = new Uint32Array(Math.ceil(this.until / bitsOfWord));
      setBits(this.many, this.all());
      this.few = undefined;
      return this.add(row);
    }
    // Seldom: an edit of a row that was written long ago.
    this.few = new Uint32Array(this.count + 1);
    this.few.set(few!.subarray(0, at));
    this.few[at] = row;
    this.few.set(few!.subarray(at, this.count), at + 1);
    this.count++;
  }

  delete(row: number): void {
    const { few, many } = this;
    if (many) {
      if (!hasBit(many, row)) return;
      many[row >>> 5]! &= ~(1 << (row & 31));
      this.count--;
      return;
    }
    const at = firstFrom(few!, row, 0, this.count);
    if (at >= this.count || few![at] !== row) return;
    this.few = new Uint32Array(this.count - 1);
    this.few.set(few!.subarray(0, at));
    this.few.set(few!.subarray(at + 1, this.count), at);
    this.count--;
  }

  private all(): Rows {
    return this.few ?? this.between(0, this.until);
  }
}

/**
 * What is looked through is mostly much more than what is found: room for it is taken once and not with each question, and only
 * what was found is copied out of it.
 */
let room: Rows = noRows;
const roomFor = (count: number): Rows => (room.length < count ? (room = new Uint32Array(Math.max(count, 2 * room.length))) : room);

/*
 * Each puts in order those of the rows that are in the other, and answers how many. What is to be expected cannot be guessed by
 * a processor, so where all are looked at none is jumped over: each is put down, and the next over it if it was none.
 */

function putMarked(kept: Rows, rows: Rows, marked: Uint32Array): number {
  let length = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!;
    kept[length] = row;
    length += (marked[row >>> 5]! >>> (row & 31)) & 1;
  }
  return length;
}

function putMerged(kept: Rows, rows: Rows, others: Rows): number {
  let length = 0;
  for (let at = 0, own = firstFrom(others, rows[0]!, 0, others.length); at < rows.length && own < others.length;) {
    const row = rows[at]!;
    const other = others[own]!;
    // 1 where the one is not behind the other: rows are numbers of less than 31 bits.
    const isReached = (other - row - 1) >>> 31;
    const isPassed = (row - other - 1) >>> 31;
    kept[length] = row;
    length += isReached & isPassed;
    own += isReached;
    at += isPassed;
  }
  return length;
}

function putFew(kept: Rows, rows: Rows, others: Rows): number {
  let length = 0;
  for (let at = 0, own = 0; at < rows.length && own < others.length; at++) {
    const row = rows[at]!;
    own = firstFrom(others, row, own, others.length);
    if (others[own] === row) kept[length++] = row;
  }
  return length;
}

const hasBit = (words: Uint32Array, row: number) => ((words[row >>> 5]! >>> (row & 31)) & 1) === 1;

function setBits(words: Uint32Array, rows: Rows): void {
  for (let at = 0; at < rows.length; at++) words[rows[at]! >>> 5]! |= 1 << (rows[at]! & 31);
}

/** Where in `rows`, from `low` until before `high`, the first is that is not before `row`. */
export function firstFrom(rows: Rows, row: number, low: number, high: number): number {
  let [from, before] = [low, high];
  while (from < before) {
    const middle = (from + before) >>> 1;
    if (rows[middle]! < row) from = middle + 1;
    else before = middle;
  }
  return from;
}

/** Rows that all of these marks have, word by word: at most so many. */
export function markedByAll(marks: readonly Uint32Array[], from: number, before: number, most: number): Rows {
  const [first, second = marks[0]!, ...others] = marks as [Uint32Array, ...Uint32Array[]];
  const rows = roomFor(most);
  let next = 0;
  for (let word = from >>> 5; word << 5 < before; word++) {
    let bits = first[word]! & second[word]!;
    if (bits === 0) continue;
    for (const other of others) bits &= other[word]!;
    for (; bits !== 0; bits &= bits - 1) {
      const row = (word << 5) + 31 - Math.clz32(bits & -bits);
      if (row >= from && row < before) rows[next++] = row;
    }
  }
  return rows.slice(0, next);
}

/** Rows that are in one of these. */
export function together(parts: readonly Rows[]): Rows {
  const some = parts.filter(({ length }) => length > 0);
  if (some.length < 2) return some[0] ?? noRows;
  const all = new Uint32Array(some.reduce((count, { length }) => count + length, 0));
  let next = 0;
  for (const part of some) {
    all.set(part, next);
    next += part.length;
  }
  all.sort();
  let length = 0;
  for (let at = 0; at < all.length; at++) if (at === 0 || all[at] !== all[at - 1]) all[length++] = all[at]!;
  return all.subarray(0, length);
}
