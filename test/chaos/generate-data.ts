import type { CommandDefinition, ReferenceKind } from '#domain/kernel/schema.js';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { newPhone } from '../acceptance/product/person.js';
import type { SeededRandom } from '../faults/seeded-random.js';

/** Values for generated commands, such as ids of accepted commands. */
export type KnownValues = {
  /** Data of accepted commands. */
  readonly acceptedData: readonly Readonly<Record<string, unknown>>[];
  /** Words such as invite codes. */
  readonly words: readonly string[];
  readonly references: (kind: ReferenceKind) => readonly string[];
};

/** Accepted commands whose ids are reused, because their records probably still exist. */
const MAX_RECENT_COMMANDS = 8;

type JsonSchema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly format?: string;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
};

/**
 * Random data that a command's schema accepts, generated from the schema, so that new commands need
 * no code here. The rules may still refuse them.
 */
export function generateData(
  definition: CommandDefinition,
  known: KnownValues,
  random: SeededRandom,
): Record<string, unknown> {
  const { data, refersTo = {} } = definition;
  const { properties = {}, required = [] } = jsonSchemaOf(definition);
  // Chooses ids that belong together, such as a follow-up and its lead.
  const sharedFieldCount = (acceptedData: object) =>
    Object.keys(acceptedData).filter((field) => field in properties).length;
  const maxShared = Math.max(0, ...known.acceptedData.map(sharedFieldCount));
  const relatedData =
    maxShared > 0 && random.percent(85)
      ? random.pick(
          known.acceptedData
            .filter((each) => sharedFieldCount(each) >= maxShared - (random.percent(30) ? 1 : 0))
            .slice(-MAX_RECENT_COMMANDS),
        )
      : {};
  // Rules accept simple data more often than complete data.
  const isPlain = random.percent(60);
  const chosenFields = Object.entries(properties).flatMap(([field, shape]): [string, unknown][] => {
    if (!required.includes(field) && (isPlain || random.percent(50))) return [];
    const schema = data.shape[field] as z.ZodType;
    const values = possibleValues(shape, field).filter((value) => schema.safeParse(value).success);
    return values.length > 0 ? [[field, random.pick(values)]] : [];
  });
  return Object.fromEntries(chosenFields);

  /** @param kind kind that the field refers to, or the kind of its container */
  function possibleValues(
    {
      type,
      enum: choices,
      anyOf,
      format,
      items,
      properties: parts = {},
      required: requiredParts = [],
    }: JsonSchema,
    field: string,
    kind = refersTo[field],
  ): readonly unknown[] {
    if (choices) return [...choices];
    if (anyOf) return anyOf.flatMap((schema) => possibleValues(schema, field, kind));
    if (Array.isArray(type))
      return type.flatMap((each: string) =>
        possibleValues({ type: each, format, items }, field, kind),
      );
    switch (type) {
      case 'string':
        return format === 'uuid'
          ? idsFor(field, kind)
          : format === 'date'
            ? [random.pick(days)]
            : format === 'date-time'
              ? [random.pick(instants)]
              : texts(field);
      case 'integer':
      case 'number':
        // Small numbers serve as versions and assignments.
        return [0, 1, 2, random.integer(1, 90), random.integer(1, 90_000)];
      case 'boolean':
        return [true, false];
      case 'array':
        return items ? possibleValues(items, field, kind).map((value) => [value]) : [];
      case 'object':
        return [
          Object.fromEntries(
            requiredParts.map((part) => [
              part,
              random.pick(possibleValues(parts[part]!, part, kind)),
            ]),
          ),
        ];
      default:
        return [];
    }
  }

  function idsFor(field: string, kind: ReferenceKind | undefined): readonly string[] {
    if (kind) return known.references(kind);
    // Commands that pass something on name the former and the next member `from` and `to`.
    if (field === 'from' || field === 'to') return known.references('member');
    const id = (relatedData as Readonly<Record<string, unknown>>)[field];
    return typeof id === 'string' && random.percent(85) ? [id] : [randomUUID()];
  }

  /** Texts of the simplest kind that the schema accepts. */
  function texts(field: string): readonly string[] {
    const schema = data.shape[field] as z.ZodType | undefined;
    const earlierText = (relatedData as Readonly<Record<string, unknown>>)[field];
    if (typeof earlierText === 'string' && random.percent(50)) return [earlierText];
    const hashes = [placeholderHash, randomUUID().replaceAll('-', '').repeat(2)];
    const kinds = [
      [`Text ${random.integer(1, 999_999)}`],
      known.words,
      [newPhone()],
      zones,
      hashes,
      // Names of a command and of a refusal.
      ['ApproveBill'],
      ['not-allowed'],
    ];
    return (
      kinds.find((kind) => kind.some((text) => schema?.safeParse(text).success)) ?? kinds.flat()
    );
  }
}

/** Placeholder for the hash of a document that earlier commands named. */
export const placeholderHash = '0'.repeat(64);

const schemas = new WeakMap<CommandDefinition, JsonSchema>();
function jsonSchemaOf(definition: CommandDefinition): JsonSchema {
  const schema =
    schemas.get(definition) ??
    (z.toJSONSchema(definition.data, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
  schemas.set(definition, schema);
  return schema;
}

// Accepted instants are mostly past, accepted days mostly future.

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const instants = [90, 60, 30, 10].map(minutesAgo);
const days = [-1, 0, 2, 5, 9].map((daysAhead) =>
  new Date(Date.now() + daysAhead * 86_400_000).toISOString().slice(0, 10),
);
const zones = ['Asia/Kolkata', 'Asia/Dubai', 'Europe/London'];
