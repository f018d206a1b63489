/** A semaphore that is fair between accounts: one piece of work of an account at a time, and accounts take turns. */
export class AccountTurns {
  /** What begins each piece of waiting work, by account. The account whose turn is next stands first. */
  private readonly waiting = new Map<string, (() => void)[]>();
  private readonly working = new Set<string>();

  /** @param atOnce how many pieces of work of all accounts are done at the same time */
  constructor(private readonly atOnce: number) {}

  /** @throws whatever the work throws */
  async run<Result>(accountId: string, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((begin) => {
      this.waiting.set(accountId, [...(this.waiting.get(accountId) ?? []), begin]);
      this.beginNext();
    });
    try {
      return await work();
    } finally {
      this.working.delete(accountId);
      const later = this.waiting.get(accountId);
      this.waiting.delete(accountId);
      if (later) this.waiting.set(accountId, later);
      this.beginNext();
    }
  }

  /** A place is taken here, before whoever gets it goes on, so that nobody else gets it in between. */
  private beginNext(): void {
    for (const [accountId, [begin, ...later]] of this.waiting) {
      if (this.working.size >= this.atOnce) return;
      if (this.working.has(accountId)) continue;
      this.working.add(accountId);
      if (later.length > 0) this.waiting.set(accountId, later);
      else this.waiting.delete(accountId);
      begin!();
    }
  }
}
