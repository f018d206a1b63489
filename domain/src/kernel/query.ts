import { z } from 'zod';
import type { Rule } from './policy.js';
import { MAX_SEARCH_LENGTH, tableRows } from './query.values.js';

/** Definition of a query: route, rule, parameters and answer. */
export type QueryDefinition<
  Path extends string = string,
  Params extends z.ZodObject = z.ZodObject,
  Answer extends z.ZodType = z.ZodType,
> = {
  /** Route pattern, such as `/api/leads/:leadId`. */
  readonly path: Path;
  readonly may: Rule | 'anyone';
  /** Query parameters of the address. */
  readonly params: Params;
  /** Schema of the answer, for types and the API description. Specs check that answers match it. */
  readonly answer: Answer;
};
export type QueryDefinitions = Readonly<Record<string, QueryDefinition>>;

const noParams = z.strictObject({});

export const query = <
  const Path extends string,
  Answer extends z.ZodType,
  Params extends z.ZodObject = typeof noParams,
>(
  path: Path,
  may: QueryDefinition['may'],
  answer: Answer,
  params = noParams as unknown as Params,
): QueryDefinition<Path, Params, Answer> => ({ path, may, params, answer });

/** Answer that is a CSV file. */
export const csvText = z.string().meta({ contentMediaType: 'text/csv' });

const emptyValue = z.literal('').transform(() => undefined);
/** Filter parameter. An empty value means no filter. */
export const filter = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([emptyValue, schema]).optional();
export const search = z.string().max(MAX_SEARCH_LENGTH).optional();
/**
 * Labels of values as JSON, such as `{"Food": "खाना"}`, so that searches match them. Only the
 * browser knows translations.
 */
export function valueNames<const Values extends readonly string[]>(values: Values) {
  const names = z.partialRecord(z.enum(values), z.string().max(100));
  return filter(z.string().max(1_000).transform(readJson).pipe(names));
}
/** Cursor, returned as `next` by the previous page. */
export const after = filter(z.string().max(500));

/** Number of rows of a page of a table. By default, a page has as many rows as a list of cards. */
export const rows = filter(z.literal(tableRows));

/** Clocks by which a past day ends: times of recording, or of capture. */
const pastClocks = ['recorded', 'happened'] as const;
export type PastClock = (typeof pastClocks)[number];
/** Parameters of a query that auditors may ask as of the end of a past day. */
export const asOfParams = {
  asOf: filter(z.iso.date('Enter a date')),
  clock: filter(z.enum(pastClocks)),
};
/** Parameters of a query that has only `asOfParams`. */
export const asOfOnly = z.strictObject(asOfParams);

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
