import type { Checkpoint } from './read-store.js';

/** The same text for the same checkpoint. */
export const ordered = ({ log, position, eventId, stream, revision, epoch }: Checkpoint): Checkpoint => ({
  log,
  position,
  eventId,
  stream,
  revision,
  epoch,
});

/** Parts of a commit by where they go, in their order. */
export function grouped<Part>(parts: readonly Part[], keyOf: (part: Part) => string): ReadonlyMap<string, Part[]> {
  const groups = new Map<string, Part[]>();
  for (const part of parts) {
    const group = groups.get(keyOf(part));
    if (group) group.push(part);
    else groups.set(keyOf(part), [part]);
  }
  return groups;
}
