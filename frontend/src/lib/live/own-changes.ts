import { type CommandResult, updateOwnWritePosition } from '../server/position.js';

/**
 * Number of commands under way, by record id. While one is under way, every change of its record
 * counts as own. Later, every revision up to the answer's counts as own.
 */
const pendingCommands = new Map<string, number>();
/** Revision in the last answer to a command of this browser, by record id. */
const answeredRevisions = new Map<string, number>();

/** Ids in a command's data: the record and its new parts. */
const idsIn = (data: object): string[] =>
  Object.entries(data).flatMap(([field, value]) =>
    typeof value === 'string' && field.endsWith('Id') ? [value] : [],
  );

/**
 * Counts the changes of a command as own from now on.
 * @returns ids for `trackCommandEnd`
 */
export function trackCommandStart(data: object): readonly string[] {
  const ids = idsIn(data);
  for (const id of ids) pendingCommands.set(id, (pendingCommands.get(id) ?? 0) + 1);
  return ids;
}

export function trackCommandEnd(ids: readonly string[], result: CommandResult | undefined): void {
  for (const id of ids) {
    const remaining = (pendingCommands.get(id) ?? 1) - 1;
    if (remaining > 0) pendingCommands.set(id, remaining);
    else pendingCommands.delete(id);
  }
  if (!result) return;
  updateOwnWritePosition(result.position);
  answeredRevisions.set(
    result.id,
    Math.max(result.revision, answeredRevisions.get(result.id) ?? 0),
  );
}

export const isOwnChange = (id: string, revision: number): boolean =>
  pendingCommands.has(id) || revision <= (answeredRevisions.get(id) ?? -1);
