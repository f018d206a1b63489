import type { Message } from '#domain/kernel/message.js';
import type { Fields } from './box.js';
import type { EventType } from './event-catalogue.js';

/** An event's data in two: what everybody may read, and what goes into the box (by path); undefined where nothing does. */
export function parted({ type, data }: Message, { schema, personal }: EventType): { outside: Fields; inside: Fields | undefined } {
  const inside: Record<string, unknown> = {};
  const outside = publicPart(data, '');
  return { outside, inside: Object.keys(inside).length > 0 ? inside : undefined };

  /** A field that is undefined is left out, as JSON would: the log keeps none. */
  function publicPart(value: object, path: string): Fields {
    const kept: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(value)) {
      // What is not declared might be personal, and would stay readable for ever.
      if (path === '' && !(name in schema.shape)) throw new Error(`${type} declares no ${name}`);
      if (field === undefined) continue;
      if (personal.has(path + name)) inside[path + name] = field;
      else kept[name] = isRecord(field) ? publicPart(field, `${path}${name}.`) : field;
    }
    return kept;
  }
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);
