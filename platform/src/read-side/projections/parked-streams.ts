import type { Collection, Commit, ReadStore } from '../read-store/read-store.js';
import type { Parked } from './read-side.js';

/** Streams that stand still in some projection, kept beside the views because their projections go on without them. */
export const parkedStreams: Collection = { name: 'parked@1.1', indexes: [{ equal: ['organizationId'], sort: ['position'] }] };

export const parking = (parked: Parked): Commit['documents'][number] => ({
  collection: parkedStreams.name,
  id: idOf(parked),
  json: JSON.stringify({ organizationId: '', ...parked }),
});

export const unparking = (parked: Parked): Commit['documents'][number] => ({ ...parking(parked), json: undefined });

export async function parkedIn(store: ReadStore): Promise<readonly Parked[]> {
  const parked: Parked[] = [];
  for (let after: string | undefined; ;) {
    const found = await store.find(parkedStreams.name, { filter: { organizationId: '' }, sort: ['position'], limit: 500, after });
    for (const { json } of found.items) {
      const { collection, stream, position, eventId, error } = JSON.parse(json) as Parked;
      parked.push({ collection, stream, position, eventId, error });
    }
    if (!found.next) return parked;
    after = found.next;
  }
}

const idOf = ({ collection, stream }: Parked) => `${collection}/${stream}`;
