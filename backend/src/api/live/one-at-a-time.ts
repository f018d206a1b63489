/**
 * Does one thing at a time. What is asked for while it is done waits, and of all that waits only
 * the latest is done: everybody who waits gets the answer of that one.
 */
export class OneAtATime<Asked, Answer> {
  private current: Promise<unknown> = Promise.resolve();
  private waiting: { asked: Asked; readonly answer: Promise<Answer> } | undefined;

  constructor(private readonly work: (asked: Asked) => Promise<Answer>) {}

  do(asked: Asked): Promise<Answer> {
    if (this.waiting) {
      this.waiting.asked = asked;
      return this.waiting.answer;
    }
    const answer = this.current.then(() => {
      const { asked: latest } = this.waiting!;
      this.waiting = undefined;
      return this.work(latest);
    });
    this.waiting = { asked, answer };
    this.current = answer.catch(() => undefined);
    return answer;
  }
}
