/** Resolves promises that wait for the next event in this process, in place of polling. */
export class Signal {
  private readonly waiting = new Map<() => void, AbortSignal>();
  /** A caller waits again and again on one abort signal, which gets one listener. */
  private readonly listenedTo = new WeakSet<AbortSignal>();
  private count = 0;

  /** How often it was notified. To be read before looking for work, so that nothing falls in between. */
  get seen(): number {
    return this.count;
  }

  notify(): void {
    this.count++;
    const resolvers = [...this.waiting.keys()];
    this.waiting.clear();
    for (const resolve of resolvers) resolve();
  }

  /** Resolves when it was notified since it was `seen`, or the signal is aborted. */
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
