/** Those who wait for the next thing to happen in this process, so that nobody has to poll. */
export class WakeUp {
  private readonly sleepers = new Set<() => void>();
  private times = 0;

  /** How often it has happened. Noted before looking whether there is something to do, so that nothing falls in between. */
  get seen(): number {
    return this.times;
  }

  wake(): void {
    this.times++;
    for (const rise of [...this.sleepers]) rise();
  }

  /** Resolves when it has happened since it was `seen`, or the signal is aborted. Leaves nothing behind on the signal. */
  since(seen: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.times !== seen) return Promise.resolve();
    return new Promise((resolve) => {
      const rise = () => {
        this.sleepers.delete(rise);
        signal.removeEventListener('abort', rise);
        resolve();
      };
      this.sleepers.add(rise);
      signal.addEventListener('abort', rise);
    });
  }
}
