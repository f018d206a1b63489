import { setTimeout } from 'node:timers/promises';

/**
 * Polls a condition until its answer is neither false nor undefined.
 * @returns that answer
 * @throws Error that names the missing thing after `withinMs` milliseconds
 */
export async function until<Answer>(
  ask: () => Promise<Answer | false | undefined> | Answer | false | undefined,
  {
    withinMs = 120_000,
    everyMs = 20,
    what = () => 'a condition',
  }: { withinMs?: number; everyMs?: number; what?: () => string } = {},
): Promise<Answer> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== false && answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error(`Waited ${withinMs} ms for ${what()}`);
    await setTimeout(everyMs);
  }
}
