/**
 * Work of one key runs one after the other, of different keys concurrently. Failed work does not
 * stop the next.
 */
export function keyedMutex() {
  const last = new Map<string, Promise<unknown>>();

  return function exclusively<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, mine);
    const leave = () => last.get(key) === mine && last.delete(key);
    mine.then(leave, leave);
    return mine;
  };
}
