import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { signUpForm } from './accounts/signing-in.forms.js';
import { commands } from './commands.js';

/** Characters of the largest accepted command body. */
const MAX_BODY_LENGTH = 250_000;
const MAX_CPU_MS = 500;

const fillText = (part: string): string => part.repeat(MAX_BODY_LENGTH / Buffer.byteLength(part));
const texts: readonly string[] = [
  `1${' '.repeat(MAX_BODY_LENGTH)}1`,
  ...['a', '1', '1 ', '1,', '/-', '₹', '\u0c66', '\u200d', '<iframe ', 'src= '].map(fillText),
];

/** Text and number fields of a schema, including those in lists and nested objects. */
function collectLeafFields(
  schema: z.core.$ZodType,
  path: string,
  found = new Map<z.core.$ZodType, string>(),
): ReadonlyMap<z.core.$ZodType, string> {
  if (schema instanceof z.ZodObject)
    for (const [name, member] of Object.entries(schema.shape))
      collectLeafFields(member as z.ZodType, `${path}.${name}`, found);
  else if (schema instanceof z.ZodArray) collectLeafFields(schema.element, path, found);
  else if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    collectLeafFields(schema.unwrap(), path, found);
  else if (!found.has(schema)) found.set(schema, path);
  return found;
}

const fields = new Map([
  ...Object.entries(commands).flatMap(([name, { data }]) => [...collectLeafFields(data, name)]),
  ...collectLeafFields(signUpForm, 'signUpForm'),
]);

/** CPU time of this process in milliseconds, unaffected by other processes. */
function measureCpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1_000;
}

describe('a text of the maximum request length', () => {
  test.each([...fields].map(([schema, path]) => ({ path, schema })))(
    'is refused at $path without long computation',
    ({ schema }) => {
      for (const text of texts) {
        const cpuMs = measureCpuMs(() => z.safeParse(schema, text).error?.issues);
        expect({ text: text.slice(0, 10), isQuick: cpuMs < MAX_CPU_MS }).toMatchObject({
          isQuick: true,
        });
      }
    },
  );
});
