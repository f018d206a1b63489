import type { z } from 'zod';
import { type CommandName, commands } from '#domain/commands.js';
import type { CommandDefinition } from '#domain/kernel/schema.js';
import { isObject, isText } from './stored-shapes.js';
import { textOf } from './stored-draft.js';

interface Definition {
  readonly type: string;
  readonly format?: string;
  readonly in?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly shape?: Readonly<Record<string, z.ZodType>>;
}

const chosenTypes = new Set(['enum', 'literal', 'boolean', 'null', 'undefined']);
/** Formats of ids and of days, which are picked from a calendar. */
const chosenFormats = new Set(['uuid', 'date', 'datetime']);

function textsIn(schema: z.ZodType, value: unknown): readonly string[] {
  const { type, format, in: from, innerType, element, options, shape } = schema.def as Definition;
  const inner = innerType ?? from;
  if (inner) return textsIn(inner, value);
  if (Array.isArray(value)) return value.flatMap((part) => textsIn(element ?? schema, part));
  if (isObject(value) && shape)
    return Object.entries(shape).flatMap(([name, part]) => textsIn(part, value[name]));
  // another version of the app stored a text where this one has a list
  if (element) return textsIn(element, value);
  if (options)
    return options.map((option) => textsIn(option, value)).find((texts) => texts.length > 0) ?? [];
  if (chosenTypes.has(type) || chosenFormats.has(format ?? '')) return [];
  const text = isText(value) || isObject(value) ? textOf(value) : '';
  return text === '' ? [] : [text];
}

/**
 * Texts that a person typed into a field of a command's form. Choices, days, ids and hashes are
 * left out. For a field that the command lacks, all readable text counts.
 */
export function typedTexts(name: CommandName, field: string, value: unknown): readonly string[] {
  const definition: CommandDefinition = commands[name];
  const schema = definition.data.shape[field] as z.ZodType | undefined;
  if (schema) return textsIn(schema, value);
  const text = textOf(value);
  return text === '' ? [] : [text];
}
