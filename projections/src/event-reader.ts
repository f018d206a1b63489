import { aggregates, typesOfStream } from '#domain/aggregates.js';
import { eventCatalogue } from '#platform/sealing/event-catalogue.js';
import type { ProjectionPorts } from '#platform/read-side/projections/projector.js';
import type { KeyStore } from '#platform/sealing/key-store/key-store.js';
import { type EventReader, createSealing } from '#platform/sealing/sealing.js';

/** Event types that this build writes and reads. */
export const catalogue = eventCatalogue(aggregates.map(({ events }) => events));
const refuseToStore = () => Promise.reject(new Error('An event reader encrypts nothing'));

/** Creates a reader that decrypts events and stores no keys. */
export const createEventReader = (keys: Pick<KeyStore, 'get'>): EventReader =>
  createSealing({ catalogue, keys: { get: (ids) => keys.get(ids), store: refuseToStore } });

/** Reads events for projections, as `createEventReader` does. */
export const createProjectionReader = (
  keys: Pick<KeyStore, 'get'>,
): Pick<ProjectionPorts, 'open' | 'typesOf'> => ({
  open: createEventReader(keys).open,
  typesOf: typesOfStream,
});
