import { EventEmitter, once } from 'node:events';

/** Resolves promises that wait for the next event of this process, instead of polling. */
export class Signal {
  private readonly emitter = new EventEmitter().setMaxListeners(0);
  /** Number of notifications. Read it before looking for work, so that none is missed. */
  notificationCount = 0;

  notify(): void {
    this.notificationCount++;
    this.emitter.emit('notified');
  }

  /** Resolves at the first notification after this count, or when the signal aborts. */
  async waitSince(count: number, signal: AbortSignal): Promise<void> {
    if (!signal.aborted && this.notificationCount === count)
      await once(this.emitter, 'notified', { signal }).catch(() => undefined);
  }
}
