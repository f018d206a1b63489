import { TooManyRequests } from '#platform/storage/rate-limiter/rate-limiter.js';

type Limits = {
  /** Permits of all keys together. */
  readonly total?: number;
  /** Permits of one key. */
  readonly perKey?: number;
  /** Limit of waiting work per key. */
  readonly maxWaitingPerKey?: number;
};
const RETRY_AFTER_MS = 1_000;

/**
 * Semaphore that is fair between keys, such as accounts: keys take turns, each with few permits. A
 * released permit is free in the next turn of the event loop, so that purely internal work cannot
 * starve other requests.
 */
export class FairSemaphore {
  /** Waiting work by key. The key whose turn is next is first. */
  private readonly queues = new Map<string, (() => void)[]>();
  /** Permits in use, by key. */
  private readonly permitsByKey = new Map<string, number>();
  private permitsInUse = 0;
  private readonly limits: Required<Limits>;

  constructor({ total = Infinity, perKey = 1, maxWaitingPerKey = Infinity }: Limits) {
    this.limits = { total, perKey, maxWaitingPerKey };
  }

  /**
   * Waits for a permit, which `release` returns.
   * @throws TooManyRequests if too many of the key wait; the signal's reason if it aborts first
   */
  async acquire(key: string, signal?: AbortSignal): Promise<void> {
    const queue = this.queues.get(key) ?? [];
    if (queue.length >= this.limits.maxWaitingPerKey) throw new TooManyRequests(RETRY_AFTER_MS);
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        queue.splice(queue.indexOf(start), 1);
        if (queue.length === 0) this.queues.delete(key);
        reject(signal!.reason as Error);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      queue.push(start);
      this.queues.set(key, queue);
      this.startNext();
    });
  }

  release(key: string): void {
    setImmediate(() => this.freePermit(key));
  }

  private freePermit(key: string): void {
    const remaining = this.countPermits(key) - 1;
    if (remaining > 0) this.permitsByKey.set(key, remaining);
    else this.permitsByKey.delete(key);
    this.permitsInUse--;
    this.moveToEnd(key, this.queues.get(key) ?? []);
    this.startNext();
  }

  /** @throws the errors of `acquire` and of the work */
  async run<Result>(
    key: string,
    work: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    await this.acquire(key, signal);
    try {
      return await work();
    } finally {
      this.release(key);
    }
  }

  /** Takes the permit before its work continues, so that no other work takes it in between. */
  private startNext(): void {
    for (const [key, queue] of this.queues) {
      if (this.permitsInUse >= this.limits.total) return;
      if (this.countPermits(key) >= this.limits.perKey) continue;
      this.permitsInUse++;
      this.permitsByKey.set(key, this.countPermits(key) + 1);
      const start = queue.shift()!;
      // Put behind the other keys, so that the loop reaches it last.
      this.moveToEnd(key, queue);
      start();
    }
  }

  private moveToEnd(key: string, queue: (() => void)[]): void {
    this.queues.delete(key);
    if (queue.length > 0) this.queues.set(key, queue);
  }

  private countPermits(key: string): number {
    return this.permitsByKey.get(key) ?? 0;
  }
}
