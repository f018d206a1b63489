import { commandDefinitions } from '#domain/aggregates.js';
import type { CommandDefinition } from '#domain/kernel/schema.js';
import { editDistance } from '#platform/common/edit-distance.js';

/** Commands that people may send. The endpoint answers 404 to internal ones. */
export const publicCommands: ReadonlyMap<string, CommandDefinition> = new Map(
  Object.entries(commandDefinitions).filter(([, { may }]) => may !== 'internal'),
);

const lowerCaseNames = [...publicCommands.keys()].map(
  (name) => [name, name.toLowerCase()] as const,
);

/** The command whose name is most similar. */
export function nearestCommand(requestedName: string): string {
  const searched = requestedName.slice(0, 60).toLowerCase();
  const distances = lowerCaseNames.map(
    ([name, letters]) => [name, editDistance(searched, letters)] as const,
  );
  return distances.reduce((nearest, other) => (other[1] < nearest[1] ? other : nearest))[0];
}
