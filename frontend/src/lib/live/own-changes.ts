import { type CommandResult, noteOwnWrite } from '../server/position.js';

/**
 * Numbers of commands under way, by record id. While one is under way, every change of its record
 * counts as own. Later, every revision up to the answer's counts as own.
 */
const pendingCommands = new Map<string, number>();
const lastRevision = new Map<string, number>();

/** Ids in a command's data: the record and its new parts. */
const idsIn = (data: object): string[] =>
  Object.entries(data).flatMap(([field, value]) =>
    typeof value === 'string' && field.endsWith('Id') ? [value] : [],
  );

export function noteCommandStart(data: object): readonly string[] {
  const ids = idsIn(data);
  for (const id of ids) pendingCommands.set(id, (pendingCommands.get(id) ?? 0) + 1);
  return ids;
}

export function noteCommandEnd(ids: readonly string[], done: CommandResult | undefined): void {
  for (const id of ids) {
    const left = (pendingCommands.get(id) ?? 1) - 1;
    if (left > 0) pendingCommands.set(id, left);
    else pendingCommands.delete(id);
  }
  if (!done) return;
  noteOwnWrite(done.position);
  lastRevision.set(done.id, Math.max(done.revision, lastRevision.get(done.id) ?? 0));
}

export const isOwnChange = (id: string, revision: number): boolean =>
  pendingCommands.has(id) || revision <= (lastRevision.get(id) ?? -1);
