import { z } from 'zod';

/** What is wrong where a field has no words of its own. One that is missing reads like one that is empty. */
const inWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'This is required'
        : kinds[issue.expected] && `This must be ${kinds[issue.expected]}`;
    case 'too_small':
      return issue.origin === 'string' ? 'This is required' : `At least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'array' ? `At most ${issue.maximum} of them` : `At most ${issue.maximum}`;
    case 'invalid_value':
      return `Choose one of ${issue.values.join(', ')}`;
    case 'invalid_format':
      return issue.input === '' ? 'This is required' : issue.format === 'uuid' ? 'This must be a UUID' : undefined;
    default:
      return undefined;
  }
};
const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** What somebody sent, as its schema reads it. @throws ZodError that names each field that is wrong */
export function parsed<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const read = schema.parse(sent ?? {}, { error: inWords });
  const issues = unstorable(read, []);
  if (issues.length > 0) throw new z.ZodError(issues);
  return read;
}

/** Texts that no log and no browser would give back as they came: with half of a surrogate pair, or with a NUL. */
function unstorable(value: unknown, path: readonly PropertyKey[]): z.core.$ZodIssue[] {
  if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([name, member]) => unstorable(member, [...path, name]));
  if (typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0'))) return [];
  return [{ code: 'custom', path: [...path], message: 'This text has characters that cannot be kept', input: value }];
}

const nothing = z.literal('').transform(() => undefined);
/** Of a query: a filter that is left empty is not asked for. */
export const optional = <Schema extends z.ZodType>(schema: Schema) => z.union([nothing, schema]).optional();
