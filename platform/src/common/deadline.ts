/** The result of the work, or the error once so many milliseconds have passed: whatever the work comes to then, nobody waits for it. */
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
