/** Those who wait for the next thing to happen in this process, so that nobody has to poll. */
export class WakeUp {
  private readonly sleepers = new Map<() => void, AbortSignal>();
  /** Whoever waits does so again and again on one signal: it is listened to once, because each listener costs more than the wait. */
  private readonly listenedTo = new WeakSet<AbortSignal>();
  private times = 0;

  /** How often it has happened. Noted before looking whether there is something to do, so that nothing falls in between. */
  get seen(): number {
    return this.times;
  }

  wake(): void {
    this.times++;
    const sleepers = [...this.sleepers.keys()];
    this.sleepers.clear();
    for (const rise of sleepers) rise();
  }

  /** Resolves when it has happened since it was `seen`, or the signal is aborted. */
  since(seen: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.times !== seen) return Promise.resolve();
    if (!this.listenedTo.has(signal)) {
      this.listenedTo.add(signal);
      signal.addEventListener('abort', () => this.wakeOn(signal), { once: true });
    }
    return new Promise((resolve) => this.sleepers.set(resolve, signal));
  }

  private wakeOn(signal: AbortSignal): void {
    for (const [rise, on] of this.sleepers) {
      if (on !== signal) continue;
      this.sleepers.delete(rise);
      rise();
    }
  }
}
