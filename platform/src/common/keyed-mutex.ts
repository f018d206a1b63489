/** Serializes work with the same key. Failed work does not stop the next. */
export function createKeyedMutex() {
  const lastByKey = new Map<string, Promise<unknown>>();

  return function exclusively<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const mine = (lastByKey.get(key) ?? Promise.resolve()).then(work, work);
    lastByKey.set(key, mine);
    const removeIfLast = () => lastByKey.get(key) === mine && lastByKey.delete(key);
    mine.then(removeIfLast, removeIfLast);
    return mine;
  };
}

/** Runs work one by one. */
export function createMutex() {
  const exclusively = createKeyedMutex();
  return <Result>(work: () => Promise<Result>): Promise<Result> => exclusively('', work);
}
