import type { Position } from '../event-log/event-log.js';

type Waiter = { readonly position: Position; readonly answer: (reached: boolean) => void };

/** Requests that wait until the views have come to a position. */
export class Waiters {
  private readonly waiting = new Set<Waiter>();

  get size(): number {
    return this.waiting.size;
  }

  until(position: Position, milliseconds: number): Promise<boolean> {
    return new Promise((resolve) => {
      const answer = (reached: boolean) => {
        clearTimeout(timer);
        this.waiting.delete(waiter);
        resolve(reached);
      };
      const waiter = { position, answer };
      const timer = setTimeout(() => answer(false), milliseconds);
      this.waiting.add(waiter);
    });
  }

  reach(position: Position): void {
    for (const waiter of [...this.waiting]) if (waiter.position <= position) waiter.answer(true);
  }

  giveUp(): void {
    for (const waiter of [...this.waiting]) waiter.answer(false);
  }
}
