import { z } from 'zod';
import type { Rule } from './policy.js';
import { longestSearch } from './query.values.js';

/** A question: its address, who may ask it, what it is asked with, and what it is answered with. */
export type QueryDefinition<
  Path extends string = string,
  Params extends z.ZodObject = z.ZodObject,
  Answer extends z.ZodType = z.ZodType,
> = {
  /** The pattern of its route, `/api/leads/:leadId`. */
  readonly path: Path;
  readonly may: Rule | 'anyone';
  /** Query parameters of the address. */
  readonly params: Params;
  /**
   * All that is shown. Answers are typed by it and described by it; that they keep to it, specs
   * check.
   */
  readonly answer: Answer;
};
export type QueryDefinitions = Readonly<Record<string, QueryDefinition>>;

const none = z.strictObject({});

export const query = <
  const Path extends string,
  Answer extends z.ZodType,
  Params extends z.ZodObject = typeof none,
>(
  path: Path,
  may: QueryDefinition['may'],
  answer: Answer,
  params = none as unknown as Params,
): QueryDefinition<Path, Params, Answer> => ({ path, may, params, answer });

const empty = z.literal('').transform(() => undefined);
/** A filter that is left empty is not asked for. */
export const filter = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([empty, schema]).optional();
export const search = z.string().max(longestSearch).optional();
/**
 * Labels that the screen shows for values, as JSON: `{"Food": "खाना"}`. A search finds records by
 * them, too. Only the browser knows the words of languages other than English.
 */
export function valueNames<const Values extends readonly string[]>(values: Values) {
  const names = z.partialRecord(z.enum(values), z.string().max(100));
  return filter(z.string().max(1_000).transform(readJson).pipe(names));
}
/** Cursor that the page before returned as `next`. */
export const after = filter(z.string().max(500));

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
