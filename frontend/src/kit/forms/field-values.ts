import { isEqual } from '#domain/kernel/equality.js';

/** Fields whose values differ. */
export const changedFieldNames = <Values extends object>(
  from: Values,
  to: Values,
): (keyof Values & string)[] =>
  (Object.keys(to) as (keyof Values & string)[]).filter(
    (field) => !isEqual(from[field], to[field]),
  );

/** Copy with these fields only. */
export const pick = <Values extends object>(
  values: Values,
  fields: readonly string[],
): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([field]) => fields.includes(field)),
  ) as Partial<Values>;
