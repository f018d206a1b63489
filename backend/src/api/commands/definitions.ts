import { commandDefinitions } from '#domain/aggregates.js';
import type { CommandDefinition } from '#domain/kernel/schema.js';

/**
 * Those that people may send. What reactors and endpoints of ours send is as unknown to the
 * endpoint as what does not exist.
 */
export const publicCommands: ReadonlyMap<string, CommandDefinition> = new Map(
  Object.entries(commandDefinitions).filter(([, { may }]) => may !== 'internal'),
);

/** The command whose name is nearest to what was asked for. */
export function nearestCommand(asked: string): string {
  const wanted = asked.slice(0, 60).toLowerCase();
  const [nearest] = [...publicCommands.keys()].sort(
    (one, other) => distance(wanted, one.toLowerCase()) - distance(wanted, other.toLowerCase()),
  );
  return nearest!;
}

/** How many letters have to be put in, taken out or changed. */
function distance(from: string, to: string): number {
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
