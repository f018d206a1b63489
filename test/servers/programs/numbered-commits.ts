import type { Checkpoint, Collection, Commit } from '#platform/read-side/read-store/read-store.js';

export const numberedDocuments: Collection = {
  name: 'tallies@1.1',
  indexes: [{ equal: ['organizationId'], sort: ['-number'] }],
  search: ['name'],
  hasSums: true,
};
/**
 * Exit code of a process whose commit was refused because another process has moved the checkpoint.
 */
export const CHECKPOINT_MOVED_EXIT = 3;
export const numberOf = (checkpoint: Checkpoint | undefined) =>
  checkpoint ? Number(checkpoint.position) : 0;

/**
 * Commit that contains its number in everything it writes: a new document, a replaced one, a sum, a
 * change, and the checkpoint.
 */
export function numberedCommit(expected: Checkpoint | undefined, epoch = 0): Commit {
  const nextNumber = numberOf(expected) + 1;
  const position = String(nextNumber).padStart(9, '0');
  const json = JSON.stringify({
    organizationId: 'org',
    number: nextNumber,
    name: `number ${nextNumber}`,
  });
  const change = {
    organizationId: 'org',
    view: 'tallies',
    id: String(nextNumber),
    revision: nextNumber,
    before: undefined,
    after: '',
    position,
  };
  const checkpoint = {
    log: 'log',
    position,
    eventId: `event-${nextNumber}`,
    stream: 'tally-org_1',
    revision: nextNumber,
    epoch,
  };
  return {
    track: 'current',
    expected,
    checkpoint,
    documents: [
      { collection: numberedDocuments.name, id: `org_${position}`, json },
      { collection: numberedDocuments.name, id: 'org_last', json },
    ],
    sums: [{ collection: numberedDocuments.name, key: 'org_all', amounts: { counted: 1 } }],
    changes: [change],
    ...(nextNumber === 1 && {
      promotes: { track: 'rebuild', current: { tallies: numberedDocuments.name } },
    }),
  };
}
