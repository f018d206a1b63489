import { TooManyRequests } from '#platform/storage/rate-limiter/rate-limiter.js';

type Places = {
  /** How many pieces of work of all accounts are done at the same time. */
  readonly inAll?: number;
  /** How many of one account. */
  readonly ofOne?: number;
  /** How many of one account wait beside those. */
  readonly waiting?: number;
};
const later = 1_000;

/**
 * A semaphore that is fair between accounts: each has a few places at most, and accounts take turns. A place that is given back is free
 * in the next turn of the loop: work that waits for nothing outside would else be done all in one turn, however much of it there is,
 * and others' requests would not be looked at meanwhile.
 */
export class AccountTurns {
  /** What begins each piece of waiting work, by account. The account whose turn is next stands first. */
  private readonly queues = new Map<string, (() => void)[]>();
  /** How many pieces of an account's work are under way. */
  private readonly working = new Map<string, number>();
  private total = 0;
  private readonly places: Required<Places>;

  constructor({ inAll = Infinity, ofOne = 1, waiting = Infinity }: Places) {
    this.places = { inAll, ofOne, waiting };
  }

  /** Waits for a place, to be given back by `leave`. @throws TooManyRequests where too many of the account wait already */
  async enter(accountId: string): Promise<void> {
    const queue = this.queues.get(accountId) ?? [];
    if (queue.length >= this.places.waiting) throw new TooManyRequests(later);
    await new Promise<void>((begin) => {
      queue.push(begin);
      this.queues.set(accountId, queue);
      this.beginNext();
    });
  }

  leave(accountId: string): void {
    setImmediate(() => this.free(accountId));
  }

  private free(accountId: string): void {
    const others = this.workOf(accountId) - 1;
    if (others > 0) this.working.set(accountId, others);
    else this.working.delete(accountId);
    this.total--;
    this.putBehind(accountId, this.queues.get(accountId) ?? []);
    this.beginNext();
  }

  /** @throws whatever the work throws */
  async run<Result>(accountId: string, work: () => Promise<Result>): Promise<Result> {
    await this.enter(accountId);
    try {
      return await work();
    } finally {
      this.leave(accountId);
    }
  }

  /** A place is taken here, before the work that gets it goes on, so that no other gets it in between. */
  private beginNext(): void {
    for (const [accountId, queue] of this.queues) {
      if (this.total >= this.places.inAll) return;
      if (this.workOf(accountId) >= this.places.ofOne) continue;
      this.total++;
      this.working.set(accountId, this.workOf(accountId) + 1);
      const begin = queue.shift()!;
      // The loop comes to it again.
      this.putBehind(accountId, queue);
      begin();
    }
  }

  private putBehind(accountId: string, queue: (() => void)[]): void {
    this.queues.delete(accountId);
    if (queue.length > 0) this.queues.set(accountId, queue);
  }

  private workOf(accountId: string): number {
    return this.working.get(accountId) ?? 0;
  }
}
