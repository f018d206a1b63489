import { setImmediate } from 'node:timers';

interface Task {
  readonly at: number;
  readonly number: number;
  /** Undefined once the task is cancelled. */
  run: (() => void) | undefined;
}
const isBefore = (one: Task, other: Task): boolean =>
  one.at < other.at || (one.at === other.at && one.number < other.number);

/** Time after which `finish` gives up. */
const MAX_WORK_MS = 60_000;

/** Runs all tasks that do not wait for time. */
const runMicrotasks = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Virtual time: tasks run one after the other, each with its microtasks. */
export class Clock {
  /** Binary heap, whose first task is the next. */
  private readonly heap: Task[] = [];
  private scheduledCount = 0;

  constructor(public now: number) {}

  /** @returns a task that `cancel` takes */
  schedule(ms: number, run: () => void): Task {
    const task: Task = {
      at: this.now + Math.max(0, Math.ceil(ms)),
      number: this.scheduledCount++,
      run,
    };
    this.insert(task);
    return task;
  }

  cancel(task: Task): void {
    task.run = undefined;
  }

  /** Advances the clock. */
  async advance(ms: number): Promise<void> {
    const end = this.now + ms;
    await runMicrotasks();
    for (let next = this.heap[0]; next && next.at <= end; next = this.heap[0]) {
      this.removeFirst();
      if (!next.run) continue;
      this.now = next.at;
      next.run();
      await runMicrotasks();
    }
    this.now = end;
  }

  /**
   * Advances the clock until work is done.
   * @throws Error after a minute
   */
  async finish<Result>(work: Promise<Result>): Promise<Result> {
    let isDone = false;
    const done = work.finally(() => (isDone = true));
    done.catch(() => undefined);
    const end = this.now + MAX_WORK_MS;
    await runMicrotasks();
    while (!isDone && this.now < end) await this.advance(this.msUntilNextTask(end));
    if (!isDone) throw new Error('The work did not end within a minute');
    return done;
  }

  private msUntilNextTask(end: number): number {
    return Math.max(0, Math.min(end, this.heap[0]?.at ?? end) - this.now);
  }

  private insert(task: Task): void {
    this.heap.push(task);
    let index = this.heap.length - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(task, this.heap[parent]!)) break;
      this.heap[index] = this.heap[parent]!;
      index = parent;
    }
    this.heap[index] = task;
  }

  private removeFirst(): void {
    const last = this.heap.pop()!;
    const { length } = this.heap;
    if (length === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= length) break;
      if (child + 1 < length && isBefore(this.heap[child + 1]!, this.heap[child]!)) child++;
      if (!isBefore(this.heap[child]!, last)) break;
      this.heap[index] = this.heap[child]!;
      index = child;
    }
    this.heap[index] = last;
  }
}

/** Numbers between 0 and 1 that follow from a seed, by the algorithm Mulberry32. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
