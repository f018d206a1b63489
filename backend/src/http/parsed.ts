import { z } from 'zod';

/** Message for a field without words of its own. A missing field reads like an empty one. */
const inWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'This is required'
        : kinds[issue.expected] && `This must be ${kinds[issue.expected]}`;
    case 'too_small':
      return issue.origin === 'string' ? 'This is required' : `At least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'array'
        ? `At most ${issue.maximum} of them`
        : `At most ${issue.maximum}`;
    case 'invalid_value':
      return `Choose one of ${issue.values.join(', ')}`;
    case 'invalid_format':
      return issue.input === ''
        ? 'This is required'
        : issue.format === 'uuid'
          ? 'This must be a UUID'
          : undefined;
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

/** Input as its schema reads it. @throws ZodError that names each invalid field */
export function parsed<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  // Only what is wrong is read with our words: making them takes longer than reading.
  const { success, data } = schema.safeParse(sent ?? {});
  const read = success ? data : schema.parse(sent ?? {}, { error: inWords });
  if (!isStorable(read)) throw new z.ZodError(unstorable(read, []));
  return read;
}

/**
 * Whether no log and no browser would give back another text than came: one with half of a
 * surrogate pair, or with a NUL.
 */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  for (const member of Object.values(value)) if (!isStorable(member)) return false;
  return true;
}

/** Issues for each text that cannot be stored, by path. */
function unstorable(value: unknown, path: readonly PropertyKey[]): z.core.$ZodIssue[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, member]) => unstorable(member, [...path, name]));
  if (isStorable(value)) return [];
  return [
    {
      code: 'custom',
      path: [...path],
      message: 'This text has characters that cannot be kept',
      input: value,
    },
  ];
}
