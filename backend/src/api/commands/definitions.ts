import { commandDefinitions } from '#domain/aggregates.js';
import type { CommandDefinition } from '#domain/kernel/schema.js';

/** Commands that people may send. To the endpoint, internal ones do not exist. */
export const publicCommands: ReadonlyMap<string, CommandDefinition> = new Map(
  Object.entries(commandDefinitions).filter(([, { may }]) => may !== 'internal'),
);

/** The command whose name is most similar. */
export function nearestCommand(requestedName: string): string {
  const searched = requestedName.slice(0, 60).toLowerCase();
  const [nearest] = [...publicCommands.keys()].sort(
    (one, other) =>
      editDistance(searched, one.toLowerCase()) - editDistance(searched, other.toLowerCase()),
  );
  return nearest!;
}

/** Levenshtein distance. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line++) {
    const next = [line];
    for (let column = 1; column <= to.length; column++)
      next.push(
        Math.min(
          next[column - 1]! + 1,
          row[column]! + 1,
          row[column - 1]! + Number(from[line - 1] !== to[column - 1]),
        ),
      );
    row = next;
  }
  return row[to.length]!;
}
