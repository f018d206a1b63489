/** Reproducible random values of a seed (mulberry32). */
export class Random {
  constructor(private state: number) {}

  /** Number from 0 (included) to 1 (excluded). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** True with this probability in percent. */
  percent(probability: number): boolean {
    return this.next() * 100 < probability;
  }

  /** Integer from `min` to `max`, both included. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.next() * items.length)]!;
  }

  decimalDigits(count: number): string {
    return this.digits(count, 10);
  }

  /** Random digits in the given base. */
  private digits(count: number, base: 10 | 16): string {
    return Array.from({ length: count }, () => Math.floor(this.next() * base).toString(base)).join(
      '',
    );
  }

  /** UUID version 7 of an instant. */
  idAt(instant: number): string {
    const time = instant.toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${this.digits(3, 16)}-${this.pick(['8', '9', 'a', 'b'])}${this.digits(3, 16)}-${this.digits(12, 16)}`;
  }
}
