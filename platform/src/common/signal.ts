import { EventEmitter, once } from 'node:events';

/** Resolves promises that wait for the next event in this process, in place of polling. */
export class Signal {
  private readonly emitter = new EventEmitter().setMaxListeners(0);
  /**
   * How often it was notified. To be read before looking for work, so that nothing falls in
   * between.
   */
  seen = 0;

  notify(): void {
    this.seen++;
    this.emitter.emit('notified');
  }

  /** Resolves when it was notified since it was `seen`, or the signal is aborted. */
  async since(seen: number, signal: AbortSignal): Promise<void> {
    if (!signal.aborted && this.seen === seen)
      await once(this.emitter, 'notified', { signal }).catch(() => undefined);
  }
}
