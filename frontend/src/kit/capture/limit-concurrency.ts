/** Returns a function that runs at most `count` tasks at once and queues the others. */
export function limitConcurrency(
  count: number,
): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= count) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await task();
    } finally {
      // hand the slot to the next task
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
