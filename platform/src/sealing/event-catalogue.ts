import type { EventDefinitions } from '#domain/kernel/schema.js';
import type { z } from 'zod';
import { UnreadableLog } from '../event-log/event-log.js';
import { type PersonalFields, personalFieldsOf } from './personal-fields.js';
import { platformEvents } from './platform-events.js';

type Data = Readonly<Record<string, unknown>>;

/** Turns an event's data of one version into that of the next. */
export type Upcaster = (data: Data) => Data;

/** Current definition of an event type. */
export type EventType = {
  readonly schema: z.ZodObject;
  /** New events are written in it: one more than there are upcasters. */
  readonly version: number;
  readonly personal: PersonalFields;
  /**
   * From a version to today's. @throws UnreadableLog for a version that this build is too old for
   */
  readonly upcast: (data: Data, version: number) => Data;
};

/**
 * Every event that this build can write and read.
 * @param upcasters by event type, those of version 1 first
 * @throws Error if two events have one name, if an upcaster has no event, or if something personal
 * stands where it would not be sealed
 */
export function eventCatalogue(
  definitions: readonly EventDefinitions[],
  upcasters: Readonly<Record<string, readonly Upcaster[]>> = {},
) {
  const types = new Map<string, EventType>();
  for (const [name, schema] of [platformEvents, ...definitions].flatMap((list) =>
    Object.entries(list),
  )) {
    if (types.has(name)) throw new Error(`Two events are called ${name}`);
    types.set(name, eventType(name, schema, upcasters[name] ?? []));
  }
  const lost = Object.keys(upcasters).find((name) => !types.has(name));
  if (lost) throw new Error(`There is an upcaster for ${lost}, but no such event`);

  return {
    types: types as ReadonlyMap<string, EventType>,
    /** @throws UnreadableLog if no list of ours knows it: deploy readers before writers */
    of(type: string): EventType {
      const known = types.get(type);
      if (!known)
        throw new UnreadableLog(`No event is called ${type}: this build is too old for this log`);
      return known;
    },
  };
}

export type EventCatalogue = ReturnType<typeof eventCatalogue>;

function eventType(name: string, schema: z.ZodObject, steps: readonly Upcaster[]): EventType {
  const version = steps.length + 1;
  return {
    schema,
    version,
    personal: personalFieldsOf(name, schema),
    upcast(data, from) {
      if (!(from >= 1 && from <= version))
        throw new UnreadableLog(
          `This build is too old for version ${from} of ${name}; it knows ${version}`,
        );
      return steps.slice(from - 1).reduce((older, step) => step(older), data);
    },
  };
}
