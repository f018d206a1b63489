import { EventEmitter, once } from 'node:events';

/** Wakes promises that wait for the next event of this process, instead of polling. */
export class Signal {
  private readonly emitter = new EventEmitter().setMaxListeners(0);
  /** Number of notifications. Read it before looking for work, so that none is missed. */
  seen = 0;

  notify(): void {
    this.seen++;
    this.emitter.emit('notified');
  }

  /** Resolves at the first notification after `seen`, or when the signal aborts. */
  async waitSince(seen: number, signal: AbortSignal): Promise<void> {
    if (!signal.aborted && this.seen === seen)
      await once(this.emitter, 'notified', { signal }).catch(() => undefined);
  }
}
