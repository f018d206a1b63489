import { hash } from 'node:crypto';
import { findOrganizationOfStream } from '../../event-log/subject.js';
import type { ReadStore } from './read-store.js';

/**
 * Holds one part for each lane. Lanes share no document, sum, checkpoint, lease or change feed. If
 * there are several, the first has the accounts, for which all queries wait, and the others have
 * organizations.
 */
export class Lanes<Part> {
  constructor(readonly all: readonly Part[]) {}

  /** Lane of an organization; the empty text stands for accounts. */
  findLane(organizationId: string): Part {
    const others = this.all.length - 1;
    if (others === 0 || organizationId === '') return this.first;
    return this.all[1 + (hash('sha256', organizationId, 'buffer').readUInt32BE() % others)]!;
  }

  findLaneOfStream(stream: string): Part {
    return this.findLane(findOwnerOfStream(stream));
  }

  get first(): Part {
    return this.all[0]!;
  }
}

/** Organization of a stream; the empty text for an account, and for a name that is not valid. */
export function findOwnerOfStream(stream: string): string {
  try {
    return findOrganizationOfStream(stream) ?? '';
  } catch {
    return '';
  }
}

/** Number of all lanes: several for organizations need one more for accounts. */
export const countLanes = (forOrganizations: number): number =>
  forOrganizations === 1 ? 1 : forOrganizations + 1;

/** The first store also keeps results about all lanes, such as that of a check. */
export class ReadStores extends Lanes<ReadStore> {}
