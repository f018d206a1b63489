/** Reproducible random numbers: FAULTS_SEED=<printed seed>. */
export class SeededRandom {
  private state: number;

  /**
   * @param testName printed with the seed
   * @param seed seed printed by an earlier run
   */
  constructor(testName: string, seed?: number) {
    this.state = seed ?? Number(process.env['FAULTS_SEED'] ?? Date.now() % 1_000_000);
    if (seed === undefined) process.stdout.write(`${testName}: FAULTS_SEED=${this.state}\n`);
  }

  /** Number from 0 (included) to 1 (excluded) (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Integer from `min` to `max`, both included. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  pick<Choice>(choices: readonly Choice[]): Choice {
    return choices[this.integer(0, choices.length - 1)]!;
  }

  /** True with a probability of `percentage` percent. */
  percent(percentage: number): boolean {
    return this.next() * 100 < percentage;
  }
}

/** Without FAULTS_LONG=1, only as many rounds run as fit into a run of all tests. */
const areAllRoundsRun = process.env['FAULTS_LONG'] === '1';
export const rounds = ({
  short,
  long,
}: {
  readonly short: number;
  readonly long: number;
}): number => (areAllRoundsRun ? long : short);
