import { z } from 'zod';

/** Message for a field without a message of its own. A missing field reads like an empty one. */
const defaultMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'This is required'
        : KIND_NAMES[issue.expected] && `This must be ${KIND_NAMES[issue.expected]}`;
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
const KIND_NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/**
 * Parses input by its schema.
 * @throws ZodError that names each invalid field
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  sent: unknown,
): z.output<Schema> {
  // Default messages are made only for invalid input, because making them is slower than parsing.
  const { success, data } = schema.safeParse(sent ?? {});
  const output = success ? data : schema.parse(sent ?? {}, { error: defaultMessage });
  if (!isStorable(output)) throw new z.ZodError(storageIssues(output, []));
  return output;
}

/** Whether the log and browsers return the text unchanged: no lone surrogate and no NUL. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  for (const member of Object.values(value)) if (!isStorable(member)) return false;
  return true;
}

/** Issues for each text that cannot be stored, by path. */
function storageIssues(value: unknown, path: readonly PropertyKey[]): z.core.$ZodIssue[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, member]) =>
      storageIssues(member, [...path, name]),
    );
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
