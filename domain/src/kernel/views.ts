import { z } from 'zod';

/** Read-only type of an answer, from its schema. */
export type Answer<Schema extends z.ZodType> = Unwritten<z.output<Schema>>;
type Unwritten<Value> = Value extends readonly (infer Item)[]
  ? readonly Unwritten<Item>[]
  : Value extends object
    ? { readonly [Field in keyof Value]: Unwritten<Value[Field]> }
    : Value;

/** The fields of a document that its answer shows: another one is not shown by accident. */
export const shownOf = <Shape extends z.ZodRawShape, Document extends object>(
  { shape }: z.ZodObject<Shape>,
  document: Document,
) =>
  Object.fromEntries(
    Object.entries(document).filter(([field]) => Object.hasOwn(shape, field)),
  ) as Pick<Document, keyof Document & keyof Shape>;

/** How many there are. */
export const count = z.int().min(0);
/** An amount as it came out, in paise: no limit of a form holds it. */
export const sum = z.int();

/**
 * A person as others see them; the name is looked up when it is asked, because views keep ids only.
 */
export const personRef = z.strictObject({ id: z.string(), name: z.string() });
export type PersonRef = Answer<typeof personRef>;

/** Page of a list, as every list answers it. */
export type List<Item> = {
  readonly items: readonly Item[];
  readonly next?: string;
  readonly hasMore: boolean;
};

/**
 * @param more beside its page: `counts` by what it is narrowed by, and the `total` of what is
 * found, which is exact for filters, with a search up to 1,000 (then 1,001: "1,000+")
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
