import { draftStore } from './draft-store.js';
import { runInOneTab } from '../../browser/tab-locks.js';

/** Draft key that an open form locks until it is closed. */
export interface Slot {
  readonly key: string;
  /** Resolves once another tab can lock the key. */
  readonly release: () => Promise<unknown>;
}
/** Slot without a lock, which all tabs share. */
export const sharedSlot = (key: string): Slot => ({ key, release: () => Promise.resolve() });

/** Slots that forms of this tab are releasing, by key. */
const closingSlots = new Map<string, Promise<unknown>>();
/** Registers a closing slot, so that a form opened right after waits for its draft. */
export const registerClosing = (key: string, closed: Promise<unknown>): void =>
  void closingSlots.set(key, closed);

/**
 * Locks a draft key for one tab: the form's key, else `key#2`, `key#3` and so on. Drafts of closed
 * tabs are taken first.
 */
export async function claimSlot(key: string): Promise<Slot> {
  await closingSlots.get(key);
  const stored = await readStoredKeys(key);
  for (const candidate of stored) {
    const slot = await lock(candidate);
    if (slot) return slot;
  }
  for (let number = 1; ; number++) {
    const slot = await lock(number === 1 ? key : `${key}#${number}`);
    if (slot) return slot;
  }
}

/** Locks the key of a closed form again, or an unused one if another form has it by now. */
export async function reclaimSlot(key: string): Promise<Slot> {
  const sameSlot = await lock(key);
  if (sameSlot) return sameSlot;
  const form = key.replace(/#\d+$/, '');
  const stored = await readStoredKeys(form);
  for (let number = 2; ; number++) {
    const unusedKey = `${form}#${number}`;
    const slot = stored.includes(unusedKey) ? undefined : await lock(unusedKey);
    if (slot) return slot;
  }
}

async function readStoredKeys(key: string): Promise<readonly string[]> {
  return (await draftStore.readKeys(key)).filter(
    (found) => found === key || found.startsWith(`${key}#`),
  );
}

/**
 * Runs work on a draft while no form has it open.
 * @returns false if a form has it open
 */
export const runWhileClosed = (key: string, work: () => Promise<void>): Promise<boolean> =>
  runInOneTab(lockOf(key), work);

/** Stores drafts of closed forms that the device could not store before. */
export async function storeClosedDrafts(): Promise<void> {
  for (const key of draftStore.unstoredKeys())
    await runWhileClosed(key, () => draftStore.storeAgain(key));
}

const lockOf = (key: string): string => `draft|${key}`;

/** Locks a key until release, or until its tab ends or crashes. */
function lock(key: string): Promise<Slot | undefined> {
  return new Promise((resolve) => {
    const hold = (): Promise<void> =>
      new Promise((finish) => {
        const release = (): Promise<unknown> => {
          finish();
          return lockEnded;
        };
        resolve({ key, release });
      });
    const lockEnded = runInOneTab(lockOf(key), hold);
    void lockEnded.then((wasLocked) => wasLocked || resolve(undefined));
  });
}
