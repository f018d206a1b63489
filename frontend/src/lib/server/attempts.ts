import type { CommandName } from '#domain/commands.js';
import { newId } from './api.js';
import { identity, scopeOf } from '../account/identity.js';
import { isServerUnreachable } from '../query-client.js';

/** After this time, a press with the same data is a new command. */
const SAME_COMMAND_MS = 10 * 60_000;
/** Command ids of unanswered attempts, by account, command and data. */
const unanswered = new Map<string, { readonly id: string; readonly at: number }>();

/**
 * Commands that change the member's organization. The change may be known before their answer, so
 * their attempts are not scoped by organization.
 */
const organizationCommands: ReadonlySet<CommandName> = new Set<CommandName>([
  'FoundOrganization',
  'JoinOrganization',
  'LeaveOrganization',
]);
const scopeOfAttempt = (name: CommandName): string =>
  scopeOf(
    organizationCommands.has(name) ? { ...identity(), organizationId: undefined } : identity(),
  );

/**
 * Runs a command attempt under an id. After a lost answer the same data reuse the id, so that a
 * repetition has one effect.
 */
export async function attempt<Result>(
  name: CommandName,
  data: unknown,
  run: (id: string) => Promise<Result>,
): Promise<Result> {
  const key = `${scopeOfAttempt(name)} ${name} ${JSON.stringify(data)}`;
  const earlierAttempt = unanswered.get(key);
  const id =
    earlierAttempt && Date.now() - earlierAttempt.at < SAME_COMMAND_MS
      ? earlierAttempt.id
      : newId();
  unanswered.set(key, { id, at: earlierAttempt?.id === id ? earlierAttempt.at : Date.now() });
  try {
    const result = await run(id);
    unanswered.delete(key);
    return result;
  } catch (error) {
    if (!isServerUnreachable(error)) unanswered.delete(key);
    throw error;
  }
}
