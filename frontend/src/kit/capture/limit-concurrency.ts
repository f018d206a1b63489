/** Returns a function that runs at most `count` tasks at once and queues the others. */
export function limitConcurrency(
  count: number,
): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (task) => {
    if (running >= count) await new Promise<void>((resolve) => queue.push(resolve));
    else running++;
    try {
      return await task();
    } finally {
      // hand the slot to the next task
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
