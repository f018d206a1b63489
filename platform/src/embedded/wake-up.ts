/** Those who wait for the next thing to happen in this process, so that nobody has to poll. */
export class WakeUp {
  private readonly sleepers = new Set<() => void>();

  wake(): void {
    for (const rise of [...this.sleepers]) rise();
  }

  /** Resolves at the next `wake`, or when the signal is aborted. Leaves nothing behind on the signal. */
  next(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
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
