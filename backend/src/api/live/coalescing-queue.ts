/**
 * Runs one request at a time. Of the requests that wait, only the latest runs, and all of them get
 * its answer.
 */
export class CoalescingQueue<Requested, Answer> {
  private current: Promise<unknown> = Promise.resolve();
  private waiting: { request: Requested; readonly answer: Promise<Answer> } | undefined;

  constructor(private readonly work: (request: Requested) => Promise<Answer>) {}

  run(request: Requested): Promise<Answer> {
    if (this.waiting) {
      this.waiting.request = request;
      return this.waiting.answer;
    }
    const answer = this.current.then(() => {
      const { request: latest } = this.waiting!;
      this.waiting = undefined;
      return this.work(latest);
    });
    this.waiting = { request, answer };
    this.current = answer.catch(() => undefined);
    return answer;
  }
}
