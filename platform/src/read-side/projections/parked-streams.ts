import type { Position } from '../../event-log/event-log.js';
import { type Collection, type Commit, NoSuchCollection, type ReadStore } from '../read-store/read-store.js';

/** A stream that a projection cannot fold; the others go on. Cured by a new version of the projection. */
export type Parked = {
  readonly collection: string;
  readonly stream: string;
  readonly position: Position;
  readonly eventId: string;
  /** Name of the error, without its words: they may be personal. */
  readonly error: string;
};

/** Kept beside the views, because their projections go on without these streams. */
export const parkedStreams: Collection = { name: 'parked@1.1', indexes: [{ equal: ['organizationId'], sort: ['position'] }] };

export const parking = (parked: Parked): Commit['documents'][number] => ({
  collection: parkedStreams.name,
  id: `${parked.collection}/${parked.stream}`,
  json: JSON.stringify({ organizationId: '', ...parked }),
});

export const unparking = (parked: Parked): Commit['documents'][number] => ({ ...parking(parked), json: undefined });

export async function parkedIn(store: Pick<ReadStore, 'find'>): Promise<readonly Parked[]> {
  const parked: Parked[] = [];
  for (let after: string | undefined; ;) {
    const found = await pageOf(store, after);
    for (const { json } of found.items) {
      const { collection, stream, position, eventId, error } = JSON.parse(json) as Parked;
      parked.push({ collection, stream, position, eventId, error });
    }
    if (!found.next) return parked;
    after = found.next;
  }
}

async function pageOf(store: Pick<ReadStore, 'find'>, after: string | undefined) {
  try {
    return await store.find(parkedStreams.name, { filter: { organizationId: '' }, sort: ['position'], limit: 500, after });
  } catch (error) {
    if (error instanceof NoSuchCollection) return { items: [] }; // No host has run yet.
    throw error;
  }
}
