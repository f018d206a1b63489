/** Names locked in this tab only, where the browser has no locks. */
const lockedNames = new Set<string>();

/**
 * Runs work in one tab at a time, by a Web Lock. Without locks (insecure pages, some private
 * windows) only this tab is locked.
 * @returns false if the name is locked
 */
export async function runInOneTab(name: string, work: () => Promise<void>): Promise<boolean> {
  let wasLockAnswered = false;
  try {
    if (navigator.locks)
      return await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
        wasLockAnswered = true;
        if (lock) await work();
        return lock !== null;
      });
  } catch (error) {
    // an earlier error means that this browser forbids locks
    if (wasLockAnswered) throw error;
  }
  if (lockedNames.has(name)) return false;
  lockedNames.add(name);
  await work().finally(() => lockedNames.delete(name));
  return true;
}

/** Last queued work of this tab, by name, where the browser has no locks. */
const lastWork = new Map<string, Promise<unknown>>();

/** Runs work after all earlier work of the name, in any tab. Without locks only in this tab. */
export async function runQueued<Answer>(
  name: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  let wasLockAnswered = false;
  try {
    if (navigator.locks)
      return await navigator.locks.request(name, () => {
        wasLockAnswered = true;
        return work();
      });
  } catch (error) {
    // an earlier error means that this browser forbids locks
    if (wasLockAnswered) throw error;
  }
  const earlier = lastWork.get(name) ?? Promise.resolve();
  const queuedAnswer = earlier.then(work);
  lastWork.set(
    name,
    queuedAnswer.catch(() => undefined),
  );
  return queuedAnswer;
}
