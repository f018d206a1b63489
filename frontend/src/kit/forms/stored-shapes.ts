export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isText = (value: unknown): value is string => typeof value === 'string';
/** Makes a check pass for absent values. */
export const isAbsentOr =
  (isRight: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === undefined || isRight(value);
