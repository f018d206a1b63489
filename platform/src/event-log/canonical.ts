/**
 * The one JSON text of a value (RFC 8785: members in order of their names, no space). The log stores events as this text
 * and hashes are made over it; who has only the parsed value writes the same text again, because nothing gets in that
 * JSON would change on its way: no floats, no number beyond 2⁵³, no undefined, no half of a surrogate pair, no class.
 * @throws TypeError that names the place
 */
export const canonical = (value: unknown): string => written(value, '');

function written(value: unknown, place: string): string {
  switch (typeof value) {
    case 'string':
      if (!value.isWellFormed()) return unwritable('half of a surrogate pair', place);
      return JSON.stringify(value);
    case 'number':
      if (!Number.isSafeInteger(value)) return unwritable(`the number ${value}`, place);
      return String(value);
    case 'boolean':
      return String(value);
    case 'object':
      if (value === null) return 'null';
      if (Array.isArray(value)) return `[${Array.from(value, (item, index) => written(item, `${place}[${index}]`)).join(',')}]`;
      return members(value, place);
    default:
      return unwritable(typeof value, place);
  }
}

function members(value: object, place: string): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  // Plain objects only; those of another realm have another root.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return unwritable(`a ${value.constructor.name}`, place);
  let text = '';
  for (const name of Object.keys(value).sort()) {
    const member = written((value as Record<string, unknown>)[name], `${place}.${name}`);
    text += `${text && ','}${written(name, place)}:${member}`;
  }
  return `{${text}}`;
}

const unwritable = (what: string, place: string): never => {
  throw new TypeError(`JSON would not keep ${what} at ${place || 'the top'}`);
};
