import type { Message } from '#domain/kernel/texts/message.js';
import { z } from 'zod';

/**
 * Paths of personal fields (`phone`, `changes.phone`) with their values after an erasure;
 * `undefined` removes the field.
 */
export type PersonalFields = ReadonlyMap<string, '' | undefined>;

/** Subset of JSON Schema. */
type Part = {
  readonly personal?: boolean;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Part[];
  readonly properties?: Readonly<Record<string, Part>>;
  readonly required?: readonly string[];
};

/**
 * Personal fields of an event's schema, i.e. those declared `personal`.
 * @throws Error if one is deeper than one level, where it would stay readable, or cannot be empty
 */
export function findPersonalFields(type: string, schema: z.ZodObject): PersonalFields {
  const found = new Map<string, '' | undefined>();
  collect([], z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Part, {
    isOptional: false,
  });
  return found;

  function collect(
    path: readonly string[],
    { personal, anyOf = [], properties = {}, required = [], ...rest }: Part,
    { isOptional }: { isOptional: boolean },
  ): void {
    const kinds = [rest.type, ...anyOf.map((option) => option.type)].flat();
    const mayBeMissing = isOptional || kinds.includes('null');
    const isTooDeep = path.length > 2 && personal;
    const hasPersonalElsewhere = JSON.stringify(rest).includes('"personal":true');
    if (isTooDeep || hasPersonalElsewhere)
      throw new Error(
        `${type}: personal fields in ${path.slice(0, 2).join('.')} are nested too deep to be sealed`,
      );
    if (personal && !mayBeMissing && !kinds.includes('string'))
      throw new Error(
        `${type}: ${path.join('.')} is personal, so it has to be a text or one that may be missing`,
      );
    if (personal) return void found.set(path.join('.'), mayBeMissing ? undefined : '');
    for (const [name, field] of Object.entries(properties))
      collect([...path, name], field, { isOptional: !required.includes(name) });
    for (const option of anyOf) collect(path, option, { isOptional: mayBeMissing });
  }
}

/** Splits data into readable and secret fields (by path). Without any, `secret` is undefined. */
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

  /** Leaves out undefined fields, as JSON does. */
  function openPart(value: object, path: string): Readonly<Record<string, unknown>> {
    const readable: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(value)) {
      // Undeclared fields are refused: they might be personal, and would stay readable for ever.
      if (path === '' && !(name in schema.shape)) throw new Error(`${type} declares no ${name}`);
      if (field === undefined) continue;
      if (personal.has(path + name)) secret[path + name] = field;
      else readable[name] = isRecord(field) ? openPart(field, `${path}${name}.`) : field;
    }
    return readable;
  }
}

export const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
