import type { Message } from '#domain/kernel/message.js';
import { z } from 'zod';

/**
 * Paths of personal fields (`phone`, `changes.phone`), each with its value after an erasure.
 * Undefined: the field is then missing.
 */
export type PersonalFields = ReadonlyMap<string, '' | undefined>;

/** Used part of JSON Schema. */
type Part = {
  readonly personal?: boolean;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Part[];
  readonly properties?: Readonly<Record<string, Part>>;
  readonly required?: readonly string[];
};

/**
 * Read from the schema: a field that is declared `personal` is encrypted.
 * @throws Error if one stands deeper than one level, where it would stay readable, or could not be
 * empty
 */
export function personalFieldsOf(type: string, schema: z.ZodObject): PersonalFields {
  const found = new Map<string, '' | undefined>();
  find([], z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Part, false);
  return found;

  function find(
    path: readonly string[],
    { personal, anyOf = [], properties = {}, required = [], ...rest }: Part,
    isOptional: boolean,
  ): void {
    const kinds = [rest.type, ...anyOf.map((option) => option.type)].flat();
    const mayBeMissing = isOptional || kinds.includes('null');
    if ((path.length > 2 && personal) || JSON.stringify(rest).includes('"personal":true'))
      throw new Error(
        `${type}: what is personal in ${path.slice(0, 2).join('.')} stands too deep to be sealed`,
      );
    if (personal && !mayBeMissing && !kinds.includes('string'))
      throw new Error(
        `${type}: ${path.join('.')} is personal, so it has to be a text or one that may be missing`,
      );
    if (personal) return void found.set(path.join('.'), mayBeMissing ? undefined : '');
    for (const [name, field] of Object.entries(properties))
      find([...path, name], field, !required.includes(name));
    for (const option of anyOf) find(path, option, mayBeMissing);
  }
}

/**
 * An event's data in two: what stays readable, and what is encrypted (by path); undefined where
 * nothing is.
 */
export function splitPersonal(
  { type, data }: Message,
  { schema, personal }: { readonly schema: z.ZodObject; readonly personal: PersonalFields },
): {
  readonly open: Readonly<Record<string, unknown>>;
  readonly secret: Readonly<Record<string, unknown>> | undefined;
} {
  const secret: Record<string, unknown> = {};
  const open = openPart(data, '');
  return { open, secret: Object.keys(secret).length > 0 ? secret : undefined };

  /** A field that is undefined is left out, as JSON would: the log keeps none. */
  function openPart(value: object, path: string): Readonly<Record<string, unknown>> {
    const kept: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(value)) {
      // Undeclared fields are refused: they might be personal, and would stay readable for ever.
      if (path === '' && !(name in schema.shape)) throw new Error(`${type} declares no ${name}`);
      if (field === undefined) continue;
      if (personal.has(path + name)) secret[path + name] = field;
      else kept[name] = isRecord(field) ? openPart(field, `${path}${name}.`) : field;
    }
    return kept;
  }
}

export const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
