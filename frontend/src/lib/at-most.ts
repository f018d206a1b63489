/** Runs so many tasks at once, and the others in the order in which they came. */
export function atMost(count: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= count) await new Promise<void>((begin) => waiting.push(begin));
    else running++;
    try {
      return await task();
    } finally {
      // the next one takes this one's place
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
