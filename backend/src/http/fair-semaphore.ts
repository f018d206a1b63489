import { TooManyRequests } from '#platform/storage/rate-limiter/rate-limiter.js';

type Limits = {
  /** How many pieces of work of all keys are done at the same time. */
  readonly inAll?: number;
  /** How many of one key. */
  readonly ofOne?: number;
  /** How many of one key wait beside those. */
  readonly waiting?: number;
};
const retryAfterMilliseconds = 1_000;

/**
 * A semaphore that is fair between keys, such as accounts: each has a few permits at most, and keys
 * take turns. A permit that is released is free in the next turn of the loop: work that waits for
 * nothing outside would else be done all in one turn, however much of it there is, and others'
 * requests would not be looked at meanwhile.
 */
export class FairSemaphore {
  /** Starters of waiting work, by key. The key whose turn is next stands first. */
  private readonly queues = new Map<string, (() => void)[]>();
  /** How many pieces of a key's work are under way. */
  private readonly working = new Map<string, number>();
  private total = 0;
  private readonly limits: Required<Limits>;

  constructor({ inAll = Infinity, ofOne = 1, waiting = Infinity }: Limits) {
    this.limits = { inAll, ofOne, waiting };
  }

  /**
   * Waits for a permit, to be given back by `release`.
   * @throws TooManyRequests where too many of the key wait already; the signal's reason where it
   * aborts first
   */
  async acquire(key: string, signal?: AbortSignal): Promise<void> {
    const queue = this.queues.get(key) ?? [];
    if (queue.length >= this.limits.waiting) throw new TooManyRequests(retryAfterMilliseconds);
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        queue.splice(queue.indexOf(begin), 1);
        if (queue.length === 0) this.queues.delete(key);
        reject(signal!.reason as Error);
      };
      signal?.addEventListener('abort', leave, { once: true });
      queue.push(begin);
      this.queues.set(key, queue);
      this.beginNext();
    });
  }

  release(key: string): void {
    setImmediate(() => this.free(key));
  }

  private free(key: string): void {
    const others = this.workOf(key) - 1;
    if (others > 0) this.working.set(key, others);
    else this.working.delete(key);
    this.total--;
    this.putBehind(key, this.queues.get(key) ?? []);
    this.beginNext();
  }

  /** @throws whatever `acquire` and the work throw */
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

  /**
   * A permit is taken here, before the work that gets it goes on, so that no other gets it in
   * between.
   */
  private beginNext(): void {
    for (const [key, queue] of this.queues) {
      if (this.total >= this.limits.inAll) return;
      if (this.workOf(key) >= this.limits.ofOne) continue;
      this.total++;
      this.working.set(key, this.workOf(key) + 1);
      const begin = queue.shift()!;
      // The loop comes to it again.
      this.putBehind(key, queue);
      begin();
    }
  }

  private putBehind(key: string, queue: (() => void)[]): void {
    this.queues.delete(key);
    if (queue.length > 0) this.queues.set(key, queue);
  }

  private workOf(key: string): number {
    return this.working.get(key) ?? 0;
  }
}
