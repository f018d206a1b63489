import { afterEach, jest } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { openDB } from 'idb';
import { openDatabase } from '../database.js';

let endHang = async (): Promise<void> => undefined;
afterEach(() => endHang());

/**
 * Lets another tab keep a transaction on all stores open, as a frozen tab or a hung disk does.
 * Timers are faked meanwhile.
 * @returns function that ends it, and with it the fake timers; the end of the test does too
 */
export async function hangDevice(): Promise<() => Promise<void>> {
  await openDatabase();
  const otherTab = await openDB('fieldtrace');
  const transaction = otherTab.transaction([...otherTab.objectStoreNames], 'readwrite');
  let isHanging = true;
  const hold = async (): Promise<void> => {
    while (isHanging) await transaction.objectStore('outbox').count();
  };
  const holding = hold();
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'Date', 'performance'] });
  endHang = async () => {
    isHanging = false;
    jest.useRealTimers();
    await holding;
    await transaction.done;
    otherTab.close();
  };
  return () => endHang();
}

const STEP_MS = 500;
/** Turns of the event loop in which several requests of IndexedDB end. */
const TURNS_PER_STEP = 10;

/** Advances the fake timers in small steps; the requests of IndexedDB go on between them. */
export async function passTime(ms: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += STEP_MS) {
    await jest.advanceTimersByTimeAsync(STEP_MS);
    for (let turn = 0; turn < TURNS_PER_STEP; turn++) await setImmediate();
  }
}
