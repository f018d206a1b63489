import type { PerEvent, PerStream } from '../read-side/projections/projection.js';

type Lamp = { type: 'Made'; data: { name: string } } | { type: 'Switched'; data: { on: boolean } };
const events = { Made: {}, Switched: {} };
const indexes = [{ equal: ['organizationId'], sort: ['name'] }];

type LampShown = { organizationId: string; name: string; switched: number };

/**
 * Example projections for specs that run processes: `createLamps` makes `lamps` in a version;
 * `diary` has one version.
 */
export const createLamps = (version: number): PerStream<Lamp, LampShown> => ({
  name: 'lamps',
  version,
  events,
  indexes,
  search: ['name'],
  fold: (lamp, event) =>
    event.type === 'Made'
      ? { organizationId: event.metadata.organizationId, name: event.data.name, switched: 0 }
      : lamp && { ...lamp, switched: lamp.switched + 1 },
  counts: ({ switched }) => [{ key: 'everyone', amounts: { lamps: 1, switched } }],
});

export const diary: PerEvent<Lamp, { organizationId: string; name: string }> = {
  name: 'diary',
  version: 1,
  events,
  indexes,
  entry: ({ type, position, metadata: { organizationId } }) => ({
    organizationId,
    name: `${position} ${type}`,
  }),
};
