export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isText = (value: unknown): value is string => typeof value === 'string';
/** Shape check that also accepts an absent value. */
export const optionalShape =
  (hasShape: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === undefined || hasShape(value);
