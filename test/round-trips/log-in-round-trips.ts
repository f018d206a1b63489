import { EventLogInMemory } from '#platform/testing/in-memory/event-log-in-memory.js';

/** Turns of the event loop after which work has nothing left to do but wait. */
const IDLE_TURNS = 10;

/** Log that answers all waiting calls at once when nothing else runs: they are one round trip. */
export class LogInRoundTrips extends EventLogInMemory {
  private isCounting = false;
  private readonly waiting: (() => void)[] = [];
  /** Round trips so far; concurrent calls share one. */
  roundTrips = 0;

  constructor() {
    super([], () =>
      this.isCounting
        ? new Promise<void>((answer) => this.waiting.push(answer))
        : Promise.resolve(),
    );
  }

  /** Runs work, and answers its waiting calls together once the work does nothing else. */
  async countRoundTrips(work: () => Promise<unknown>): Promise<void> {
    this.isCounting = true;
    let isDone = false;
    const working = work().finally(() => (isDone = true));
    while (!isDone) {
      for (let turn = 0; turn < IDLE_TURNS; turn++) await new Promise(setImmediate);
      if (this.waiting.length > 0) this.roundTrips++;
      for (const answer of this.waiting.splice(0)) answer();
    }
    this.isCounting = false;
    await working;
  }
}
