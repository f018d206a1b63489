/** Serializes work with the same key. Failed work does not stop the next. */
export function createKeyedMutex() {
  const lastByKey = new Map<string, Promise<unknown>>();

  return function runExclusively<Result>(
    key: string,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const result = (lastByKey.get(key) ?? Promise.resolve()).then(work, work);
    lastByKey.set(key, result);
    const removeIfLast = () => lastByKey.get(key) === result && lastByKey.delete(key);
    result.then(removeIfLast, removeIfLast);
    return result;
  };
}

/** Runs work one by one. */
export function createMutex() {
  const runExclusively = createKeyedMutex();
  return <Result>(work: () => Promise<Result>): Promise<Result> => runExclusively('', work);
}
