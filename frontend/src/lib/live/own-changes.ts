import { type CommandResult, wroteAt } from '../server/position.js';

/**
 * Numbers of commands under way, by record id. While one is under way, every change of its record
 * counts as own. Later, every revision up to the answer's counts as own.
 */
const underWay = new Map<string, number>();
const lastRevision = new Map<string, number>();

/** Ids in a command's data: the record and its new parts. */
const idsIn = (data: object): string[] =>
  Object.entries(data).flatMap(([field, value]) =>
    typeof value === 'string' && field.endsWith('Id') ? [value] : [],
  );

export function commandStarted(data: object): readonly string[] {
  const ids = idsIn(data);
  for (const id of ids) underWay.set(id, (underWay.get(id) ?? 0) + 1);
  return ids;
}

export function commandEnded(ids: readonly string[], done: CommandResult | undefined): void {
  for (const id of ids) {
    const left = (underWay.get(id) ?? 1) - 1;
    if (left > 0) underWay.set(id, left);
    else underWay.delete(id);
  }
  if (!done) return;
  wroteAt(done.position);
  lastRevision.set(done.id, Math.max(done.revision, lastRevision.get(done.id) ?? 0));
}

export const isOwnChange = (id: string, revision: number): boolean =>
  underWay.has(id) || revision <= (lastRevision.get(id) ?? -1);
