/**
 * Whether two values are stored as the same text, whatever the field order. Missing, null and empty
 * lists are equal.
 */
export function isEqual(one: unknown, other: unknown): boolean {
  if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other);
  if (typeof one !== 'object' || typeof other !== 'object') return one === other;
  const oneFields = one as Record<string, unknown>;
  const otherFields = other as Record<string, unknown>;
  return [...new Set([...Object.keys(oneFields), ...Object.keys(otherFields)])].every((field) =>
    isEqual(oneFields[field], otherFields[field]),
  );
}

const isNothing = (value: unknown): value is null | undefined | [] =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/** Fields of `wanted` that differ. A field that `wanted` lacks stays as it is; null removes it. */
export const changedFields = <Wanted extends object>(
  wanted: Wanted,
  present: object,
): Partial<Wanted> =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([field, value]) =>
        value !== undefined && !isEqual(value, (present as Record<string, unknown>)[field]),
    ),
  ) as Partial<Wanted>;

/** Applies an edit: null removes a field, undefined leaves it. */
export const applyChanges = <Thing extends object>(
  thing: Thing,
  changes: { readonly [Field in keyof Thing]?: Thing[Field] | null | undefined },
): Thing =>
  Object.fromEntries(
    Object.entries({ ...thing, ...withoutUndefined(changes) }).filter(
      ([, value]) => value !== null && value !== undefined,
    ),
  ) as Thing;

const withoutUndefined = (changes: object): object =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
