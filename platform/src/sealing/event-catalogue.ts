import type { EventDefinitions } from '#domain/kernel/schema.js';
import type { z } from 'zod';
import type { RecordedEvent } from '../event-log/event-log.js';
import { type PersonalFields, findPersonalFields } from './personal-fields.js';
import { PLATFORM_EVENTS } from './platform-events.js';

type Data = Readonly<Record<string, unknown>>;

/** Turns an event's data of one version into the next. */
export type Upcaster = (data: Data) => Data;

/** Current definition of an event type. */
export type EventType = {
  readonly schema: z.ZodObject;
  /** Version of new events: the number of upcasters plus one. */
  readonly version: number;
  readonly personal: PersonalFields;
  /** Whether each event of the type is sealed under a key of its own. */
  readonly hasOwnKey: boolean;
  /** Upcasts data of a known version to the current one. */
  readonly upcast: (data: Data, version: number) => Data;
};

/**
 * Every event type that this build writes and reads.
 * @param upcasters by event type, from version 1 on
 * @throws Error for a duplicate event name, an upcaster without an event, or a personal field that
 * cannot be sealed
 */
export function eventCatalogue(
  definitions: readonly EventDefinitions[],
  upcasters: Readonly<Record<string, readonly Upcaster[]>> = {},
) {
  const types = new Map<string, EventType>();
  for (const [name, schema] of [PLATFORM_EVENTS, ...definitions].flatMap((list) =>
    Object.entries(list),
  )) {
    if (types.has(name)) throw new Error(`Two events are called ${name}`);
    types.set(name, eventType(name, schema, upcasters[name] ?? []));
  }
  const unused = Object.keys(upcasters).find((name) => !types.has(name));
  if (unused) throw new Error(`There is an upcaster for ${unused}, but no such event`);

  return {
    types: types as ReadonlyMap<string, EventType>,
    /** @throws Error for an unknown type */
    get(type: string): EventType {
      const definition = types.get(type);
      if (!definition) throw new Error(`No event is called ${type}`);
      return definition;
    },
    /** Type and version of an event that this build cannot read; undefined for one that it can. */
    newerName({ type, metadata: { schemaVersion: version } }: RecordedEvent): string | undefined {
      const isKnown = version >= 1 && version <= (types.get(type)?.version ?? 0);
      return isKnown ? undefined : versionedName(type, version);
    },
  };
}

export const versionedName = (type: string, version: number): string =>
  version === 1 ? type : `${type} (version ${version})`;

export type EventCatalogue = ReturnType<typeof eventCatalogue>;

function eventType(name: string, schema: z.ZodObject, upcasters: readonly Upcaster[]): EventType {
  const version = upcasters.length + 1;
  return {
    schema,
    version,
    personal: findPersonalFields(name, schema),
    hasOwnKey: schema.meta()?.['sealedApart'] === true,
    upcast: (data, from) => upcasters.slice(from - 1).reduce((older, step) => step(older), data),
  };
}
