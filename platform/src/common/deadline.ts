/** The result of the work, or the error once so many milliseconds have passed. The work goes on, and its result is ignored. */
export async function withDeadline<Result>(work: Promise<Result>, milliseconds: number, late: () => Error): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
