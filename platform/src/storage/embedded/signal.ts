/** Wakes those who wait for the next thing to happen in this process, so that nobody has to poll. */
export class Signal {
  private readonly waiting = new Map<() => void, AbortSignal>();
  /** Whoever waits does so again and again on one abort signal: it is listened to once, because each listener costs more than the wait. */
  private readonly listenedTo = new WeakSet<AbortSignal>();
  private count = 0;

  /** How often it has happened. Noted before looking whether there is something to do, so that nothing falls in between. */
  get seen(): number {
    return this.count;
  }

  notify(): void {
    this.count++;
    const resolvers = [...this.waiting.keys()];
    this.waiting.clear();
    for (const resolve of resolvers) resolve();
  }

  /** Resolves when it has happened since it was `seen`, or the abort signal is given. */
  since(seen: number, abort: AbortSignal): Promise<void> {
    if (abort.aborted || this.count !== seen) return Promise.resolve();
    if (!this.listenedTo.has(abort)) {
      this.listenedTo.add(abort);
      abort.addEventListener('abort', () => this.resolveAllOn(abort), { once: true });
    }
    return new Promise((resolve) => this.waiting.set(resolve, abort));
  }

  private resolveAllOn(abort: AbortSignal): void {
    for (const [resolve, on] of this.waiting) {
      if (on !== abort) continue;
      this.waiting.delete(resolve);
      resolve();
    }
  }
}
