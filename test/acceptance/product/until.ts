import { setTimeout } from 'node:timers/promises';

/**
 * Polls a condition until its answer is neither false nor undefined.
 * @returns that answer
 * @throws Error that names the missing thing after `within` milliseconds
 */
export async function until<Answer>(
  ask: () => Promise<Answer | false | undefined> | Answer | false | undefined,
  {
    within = 120_000,
    every = 20,
    what = () => 'a condition',
  }: { within?: number; every?: number; what?: () => string } = {},
): Promise<Answer> {
  const last = performance.now() + within;
  for (;;) {
    const answer = await ask();
    if (answer !== false && answer !== undefined) return answer;
    if (performance.now() > last) throw new Error(`Waited ${within} ms for ${what()}`);
    await setTimeout(every);
  }
}
