import { draftStore } from './draft-store.js';
import { byOneTab } from './tab-locks.js';

/** Draft key that an open form holds until it is closed. */
export interface Slot {
  readonly key: string;
  /** Resolves when another tab can have it. */
  readonly release: () => Promise<unknown>;
}
/** Slot without a lock, which all tabs share. */
export const unlocked = (key: string): Slot => ({ key, release: () => Promise.resolve() });

/** Slots that forms of this tab are about to release, by key. */
const closing = new Map<string, Promise<unknown>>();
/** Registers a closing slot, so that a form opened right after finds its draft. */
export const closes = (key: string, closed: Promise<unknown>): void =>
  void closing.set(key, closed);

/**
 * Each tab that has a form open has a draft of its own: the first one under the form's key, others
 * under `key#2`, `key#3` and so on. What a closed tab has left is taken up by the next one that
 * opens the form.
 */
export async function claimSlot(key: string): Promise<Slot> {
  await closing.get(key);
  const left = await keysLeft(key);
  for (const candidate of left) {
    const slot = await lock(candidate);
    if (slot) return slot;
  }
  for (let number = 1; ; number++) {
    const slot = await lock(number === 1 ? key : `${key}#${number}`);
    if (slot) return slot;
  }
}

async function keysLeft(key: string): Promise<readonly string[]> {
  try {
    return (await draftStore.keys(key)).filter(
      (found) => found === key || found.startsWith(`${key}#`),
    );
  } catch {
    return [];
  }
}

/** Does something to a draft that no form has open. @returns false where one has */
export const whileClosed = (key: string, work: () => Promise<void>): Promise<boolean> =>
  byOneTab(lockOf(key), work);

const lockOf = (key: string): string => `draft|${key}`;

/** A lock goes with its tab, also with one that crashes. */
function lock(key: string): Promise<Slot | undefined> {
  return new Promise((resolve) => {
    const hold = (): Promise<void> =>
      new Promise((over) => {
        const release = (): Promise<unknown> => {
          over();
          return held;
        };
        resolve({ key, release });
      });
    const held = byOneTab(lockOf(key), hold);
    void held.then((isOurs) => isOurs || resolve(undefined));
  });
}
