import { afterEach, expect, test } from '@jest/globals';
import { existsSync, readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AnsweringWorker, isOutOfMemory } from './answering-worker.js';
import { Unavailable } from './unavailable.js';

const testing = join(import.meta.dirname, '../testing');
const worker = new AnsweringWorker<number, number>(
  () => pathToFileURL(join(testing, 'doubling-worker.ts')),
  {},
);
worker.execArgv = ['--import', pathToFileURL(join(testing, 'register-typescript.mjs')).href];
worker.resourceLimits = { maxOldGenerationSizeMb: 128 };
afterEach(() => worker.end());

/** Special questions for `doubling-worker.ts`, which answers any other n with 2n after n ms. */
const FAILING = -1;
const ENDING = 0;
const OUT_OF_MEMORY = 0.5;
/** Niceness that a low-priority thread has in addition to its process, and the system's limit. */
const ADDED_NICENESS = 10;
const MAX_NICENESS = 19;

test('answers several questions at once, and reports whether its thread is ready', async () => {
  expect(worker.start()).toBe(false);
  const finished: number[] = [];
  await Promise.all([300, 1, 2].map(async (number) => finished.push(await worker.ask(number))));
  expect(finished).toEqual([2, 4, 600]);
  expect(worker.start()).toBe(true);
});

test('works at a lower priority than this thread, if threads have priorities of their own', async () => {
  await worker.ask(1);
  const threads = existsSync('/proc/self/task') ? readdirSync('/proc/self/task') : [];
  const ownNiceness = getPriority();
  const highestNiceness = Math.max(
    ownNiceness,
    ...threads.map((thread) => getPriority(Number(thread))),
  );
  const hasThreadPriorities = threads.length > 0;
  expect(highestNiceness).toBe(
    hasThreadPriorities ? Math.min(MAX_NICENESS, ownNiceness + ADDED_NICENESS) : ownNiceness,
  );
});

test('rejects a failed question without repeating its error message, and answers the next', async () => {
  const failed = await worker.ask(FAILING).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(Unavailable);
  expect(String(failed)).toMatch(/RangeError$/);
  expect(await worker.ask(4)).toBe(8);
});

test('rejects all questions if its thread ends, and starts another', async () => {
  const questions = [worker.ask(60_000), worker.ask(ENDING)];
  for (const question of questions) await expect(question).rejects.toThrow(Unavailable);
  expect(await worker.ask(3)).toBe(6);
});

test('says that a question needed too much memory, and answers the next', async () => {
  expect(isOutOfMemory(await worker.ask(OUT_OF_MEMORY).catch((error: unknown) => error))).toBe(
    true,
  );
  expect(isOutOfMemory(await worker.ask(FAILING).catch((error: unknown) => error))).toBe(false);
});

test('answers the questions that it has before it ends', async () => {
  const answered = worker.ask(200);
  await worker.end();
  expect(await answered).toBe(400);
});

test('starts no thread once it is closed', async () => {
  const closed = new AnsweringWorker<number, number>(() => new URL('file:///nowhere.js'), {});
  await closed.close();
  expect(closed.start()).toBe(false);
  await expect(closed.ask(1)).rejects.toThrow(Unavailable);
});
