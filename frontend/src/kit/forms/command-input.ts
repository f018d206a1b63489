import type { z } from 'zod';
import { type CommandInput, type CommandName, commands } from '#domain/commands.js';
import { readAmount } from '#domain/kernel/values/amounts.js';
import { Refusal } from '#domain/kernel/refusal.js';
import { type CommandDefinition, holdsHundredths } from '#domain/kernel/schema.js';
import { isBlank, withPlainDigits } from '#domain/kernel/texts/text-folding.js';
import type { ChosenFile } from '../capture/use-photos.js';

/** Form values by field: typed text, a chosen value, or files, which are uploaded first. */
export type FormValues<Name extends CommandName> = {
  readonly [Field in keyof CommandInput<Name>]?:
    CommandInput<Name>[Field] | string | TypedItems<CommandInput<Name>[Field]>;
} & {
  readonly files?: readonly ChosenFile[];
  /** Other state of the form: stored with the draft, sent only through `untypedFields`. */
  readonly beside?: unknown;
};

/** List whose items have typed fields. */
type TypedItems<Value> = Value extends readonly (infer One extends object)[]
  ? readonly { readonly [Field in keyof One]: One[Field] | string }[]
  : never;

type FieldErrors = Readonly<Record<string, string>>;
type Input = Readonly<Record<string, unknown>>;

interface ReadOptions {
  /** Fields that the command makes optional and the form requires. */
  readonly required?: readonly string[];
  /** Set for an edit: an empty field becomes null, so that the value is removed. */
  readonly edits?: boolean;
  /** Values of fields that are left empty. */
  readonly whenEmpty?: Input | undefined;
}

const definitionOf = (name: CommandName): CommandDefinition => commands[name];
const schemaOf = (name: CommandName, field: string): z.ZodType | undefined =>
  definitionOf(name).data.shape[field] as z.ZodType | undefined;
const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

/** Whether a field may be left empty. A field with a default may not. */
export function isOptional(
  name: CommandName,
  field: string,
  { required = [], edits = false }: ReadOptions,
): boolean {
  const schema = schemaOf(name, field);
  if (!schema || required.includes(field)) return false;
  const emptyResult = schema.safeParse(edits ? null : undefined);
  return emptyResult.success && (edits || emptyResult.data === undefined);
}

/**
 * Converts a typed value for the command's schema. A text that is no number is returned as it is,
 * so that the schema reports it.
 */
function inputOf(name: CommandName, field: string, typed: unknown, options: ReadOptions): unknown {
  const { edits, whenEmpty = {} } = options;
  const schema = schemaOf(name, field);
  if (typeof typed !== 'string' || !schema) return typed;
  const text = typed.trim();
  if (isBlank(text) && field in whenEmpty) return whenEmpty[field];
  if (isBlank(text)) {
    const emptyValue = edits ? null : undefined;
    return isOptional(name, field, options) ? emptyValue : typed;
  }
  if (holdsHundredths(schema)) return readAmount(text).hundredths ?? typed;
  const isNumberField = accepts(schema, 1);
  return isNumberField ? (readNumber(text) ?? typed) : typed;
}

/** Number in the digits of any script, with or without a percent sign; undefined for other text. */
export function readNumber(typed: string): number | undefined {
  const plain = withPlainDigits(typed.trim()).replace(/\s*%$/, '');
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

/** Error of a text that is too long; undefined if it fits. */
export function lengthError(name: CommandName, field: string, typed: unknown): string | undefined {
  const issues = schemaOf(name, field)?.safeParse(typed).error?.issues ?? [];
  return issues.find((issue) => issue.code === 'too_big' && issue.origin === 'string')?.message;
}

/** Converts form values to the input of their command. */
export function readForm<Name extends CommandName>(
  name: Name,
  values: object,
  untypedFields: object,
  options: ReadOptions,
): Input {
  const typedEntries = Object.entries(values).filter(([field]) => schemaOf(name, field));
  return {
    ...Object.fromEntries(
      typedEntries.map(([field, value]) => [field, inputOf(name, field, value, options)]),
    ),
    ...untypedFields,
  };
}

/** Initial values of text fields: the record's, or empty. */
export const textFieldValues = <Field extends string>(
  record: { readonly [Each in Field]?: string } | undefined,
  ...fields: readonly Field[]
) =>
  Object.fromEntries(fields.map((field) => [field, record?.[field] ?? ''])) as Record<
    Field,
    string
  >;

export type CheckResult<Name extends CommandName> =
  | { readonly data: CommandInput<Name>; readonly errors?: undefined }
  | { readonly errors: FieldErrors; readonly data?: undefined };

/**
 * Checks input by the command's schema and rules.
 * @param sent input for the server
 * @param complete input with an edit's unchanged fields, because a rule may compare two fields
 */
export function checkInput<Name extends CommandName>(
  name: Name,
  sent: Input,
  complete: Input,
  today: string,
): CheckResult<Name> {
  const { data: schema, check } = definitionOf(name);
  const parsed = schema.safeParse(sent);
  const issues = (parsed.error?.issues ?? []).map(
    ({ path: [field], message }) => [String(field), message] as const,
  );
  const refusal = refusalOf(() => check?.(complete as never, today));
  if (refusal?.field) issues.push([refusal.field, refusal.message]);
  if (issues.length === 0) return { data: parsed.data as CommandInput<Name> };
  // only the first error of each field is shown
  return { errors: Object.fromEntries(issues.toReversed()) };
}

function refusalOf(check: () => void): Refusal | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
