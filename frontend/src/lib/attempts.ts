import type { CommandName } from '#domain/commands.js';
import { newId } from './api.js';
import { identity, scopeOf } from './identity.js';
import { isOutOfReach } from './query-client.js';

/** After so long the same press is another intention. */
const SAME_INTENTION_MS = 10 * 60_000;
/** Command ids of attempts without an answer, by account, command and data. */
const unanswered = new Map<string, { readonly id: string; readonly at: number }>();

/**
 * Runs an attempt at a command under its id. The same data again after an answer that was lost is
 * the same command, so that it has one effect; after any answer it is another one.
 */
export async function attempt<Result>(
  name: CommandName,
  data: unknown,
  run: (id: string) => Promise<Result>,
): Promise<Result> {
  const key = `${scopeOf(identity())} ${name} ${JSON.stringify(data)}`;
  const before = unanswered.get(key);
  const id = before && Date.now() - before.at < SAME_INTENTION_MS ? before.id : newId();
  unanswered.set(key, { id, at: before?.id === id ? before.at : Date.now() });
  try {
    const result = await run(id);
    unanswered.delete(key);
    return result;
  } catch (error) {
    if (!isOutOfReach(error)) unanswered.delete(key);
    throw error;
  }
}
