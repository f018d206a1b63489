import type { Message } from '#domain/kernel/message.js';
import type { z } from 'zod';

/** Where an event's personal data stands (`phone`, `changes.phone`), and what each reads as when it is erased. Undefined: it is missing then. */
export type PersonalFields = ReadonlyMap<string, '' | undefined>;

type Schema = z.core.$ZodType;

/**
 * Read from the schema: a field that is declared `personal` is encrypted.
 * @throws Error if one stands deeper than one level, where it would stay readable, or could not be empty
 */
export function personalFieldsOf(type: string, schema: z.ZodObject): PersonalFields {
  const found = new Map<string, '' | undefined>();
  for (const [field, value] of Object.entries(schema.shape)) find(field, value);
  return found;

  function find(path: string, value: Schema): void {
    if (isPersonal(value)) return void found.set(path, emptyOf(value, path));
    if (!hasPersonal(value)) return;
    if (path.includes('.') || partsOf(value).some(hasPersonal)) throw new Error(`${type}: what is personal in ${path} stands too deep to be sealed`);
    for (const [below, deeper] of fieldsOf(value)) find(`${path}.${below}`, deeper);
  }

  function emptyOf(value: Schema, path: string): '' | undefined {
    const kinds = [...layersOf(value)].map((layer) => layer._zod.def.type);
    if (kinds.includes('optional') || kinds.includes('nullable')) return undefined;
    if (kinds.includes('string')) return '';
    throw new Error(`${type}: ${path} is personal, so it has to be a text or one that may be missing`);
  }
}

/** The schema and what it wraps: optional, nullable, and both ends of a pipe. */
function* layersOf(schema: Schema): Iterable<Schema> {
  yield schema;
  const { innerType, in: from } = schema._zod.def as { innerType?: Schema; in?: Schema };
  for (const inner of [innerType, from]) if (inner) yield* layersOf(inner);
}

const isPersonal = (schema: Schema): boolean => [...layersOf(schema)].some((layer) => (layer as z.ZodType).meta()?.personal === true);

const fieldsOf = (schema: Schema): [string, Schema][] =>
  [...layersOf(schema)].flatMap((layer) => Object.entries((layer._zod.def as { shape?: Record<string, Schema> }).shape ?? {}));

/** Items of a list, values of a record, cases of a union. */
function partsOf(schema: Schema): Schema[] {
  return [...layersOf(schema)].flatMap((layer) => {
    const { element, valueType, options } = layer._zod.def as { element?: Schema; valueType?: Schema; options?: Schema[] };
    return [element, valueType, ...(options ?? [])].filter((part) => part !== undefined);
  });
}

const hasPersonal = (schema: Schema): boolean =>
  isPersonal(schema) || [...partsOf(schema), ...fieldsOf(schema).map(([, field]) => field)].some(hasPersonal);

/** An event's data in two: what stays readable, and what is encrypted (by path); undefined where nothing is. */
export function splitPersonal(
  { type, data }: Message,
  { schema, personal }: { readonly schema: z.ZodObject; readonly personal: PersonalFields },
): { readonly open: Readonly<Record<string, unknown>>; readonly secret: Readonly<Record<string, unknown>> | undefined } {
  const secret: Record<string, unknown> = {};
  const open = openPart(data, '');
  return { open, secret: Object.keys(secret).length > 0 ? secret : undefined };

  /** A field that is undefined is left out, as JSON would: the log keeps none. */
  function openPart(value: object, path: string): Readonly<Record<string, unknown>> {
    const kept: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(value)) {
      // What is not declared might be personal, and would stay readable for ever.
      if (path === '' && !(name in schema.shape)) throw new Error(`${type} declares no ${name}`);
      if (field === undefined) continue;
      if (personal.has(path + name)) secret[path + name] = field;
      else kept[name] = isRecord(field) ? openPart(field, `${path}${name}.`) : field;
    }
    return kept;
  }
}

export const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);
