import { EventLogInMemory } from '#platform/testing/in-memory/event-log-in-memory.js';

/** Log that answers all waiting calls at once, when nothing else runs. */
export class LogInWaves extends EventLogInMemory {
  private isCounting = false;
  private readonly underWay: (() => void)[] = [];
  /** Waves answered so far. */
  waves = 0;

  constructor() {
    super([], () =>
      this.isCounting
        ? new Promise<void>((answer) => this.underWay.push(answer))
        : Promise.resolve(),
    );
  }

  /** Runs work whose calls are answered in waves. */
  async inWaves(work: () => Promise<unknown>): Promise<void> {
    this.isCounting = true;
    let isDone = false;
    const working = work().finally(() => (isDone = true));
    while (!isDone) {
      for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
      if (this.underWay.length > 0) this.waves++;
      for (const answer of this.underWay.splice(0)) answer();
    }
    this.isCounting = false;
    await working;
  }
}
