import { z } from 'zod';

/** Read-only type of an answer, from its schema. */
export type Answer<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>;
type DeepReadonly<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : Value extends object
    ? { readonly [Field in keyof Value]: DeepReadonly<Value[Field]> }
    : Value;

/** Picks the fields of the answer's schema from a document, so that no other field is shown. */
export const pickShownFields = <Shape extends z.ZodRawShape, Document extends object>(
  { shape }: z.ZodObject<Shape>,
  document: Document,
) =>
  Object.fromEntries(
    Object.entries(document).filter(([field]) => Object.hasOwn(shape, field)),
  ) as Pick<Document, keyof Document & keyof Shape>;

/** Number of things, 0 or more. */
export const count = z.int().min(0);
/** Computed amount in paise, without the limit of entered amounts. */
export const sum = z.int();

/** Person as others see them. Names are looked up for each query, because views store only ids. */
export const personRef = z.strictObject({ id: z.string(), name: z.string() });
export type PersonRef = Answer<typeof personRef>;

/** Page of a list. */
export type List<Item> = {
  readonly items: readonly Item[];
  readonly next?: string;
  readonly hasMore: boolean;
};

/**
 * @param more fields in addition to the page: `counts` by filter value, and the `total`, exact up
 * to 1,000 in searches (1,001 means "1,000+")
 */
export const listOf = <Item extends z.ZodType, More extends z.ZodRawShape = Record<never, never>>(
  item: Item,
  more = {} as More,
) =>
  z.strictObject({
    items: z.array(item),
    next: z.string().optional(),
    hasMore: z.boolean(),
    ...more,
  });
