/**
 * Random values that are the same each time for the same seed, so that a demo can be made again
 * (mulberry32).
 */
export class Random {
  constructor(private state: number) {}

  /** From 0 up to but not 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** True so many times in a hundred. */
  percent(times: number): boolean {
    return this.next() * 100 < times;
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  of<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.next() * items.length)]!;
  }

  /** So many digits in the number system of that base. */
  digits(count: number, base: 10 | 16): string {
    return Array.from({ length: count }, () => Math.floor(this.next() * base).toString(base)).join(
      '',
    );
  }

  /** A UUID of version 7 made at that instant. */
  idAt(instant: number): string {
    const time = instant.toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${this.digits(3, 16)}-${this.of(['8', '9', 'a', 'b'])}${this.digits(3, 16)}-${this.digits(12, 16)}`;
  }
}
