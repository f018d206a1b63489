/**
 * The one JSON text of a value (RFC 8785: members in order of their names, no space). The log
 * stores events as this text and hashes are made over it; the parsed value is written as the same
 * text again, because nothing is accepted that JSON would change: no floats, no number beyond 2⁵³,
 * no undefined, no half of a surrogate pair, no class.
 * @throws TypeError that names the path
 */
export const canonical = (value: unknown): string => written(value, '');

/** @param path where the value stands, for the words of an error */
function written(value: unknown, path: string): string {
  switch (typeof value) {
    case 'string':
      return quoted(value, path);
    case 'number':
      if (!Number.isSafeInteger(value)) return unwritable(`the number ${value}`, path);
      return String(value);
    case 'boolean':
      return String(value);
    case 'object':
      if (value === null) return 'null';
      if (Array.isArray(value))
        return `[${Array.from(value, (item, index) => written(item, `${path}[${index}]`)).join(',')}]`;
      return members(value, path);
    default:
      return unwritable(typeof value, path);
  }
}

function quoted(text: string, path: string): string {
  return text.isWellFormed() ? JSON.stringify(text) : unwritable('half of a surrogate pair', path);
}

function members(value: object, path: string): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  // Plain objects only; those of another realm have another root.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
    return unwritable(`a ${value.constructor.name}`, path);
  let text = '';
  for (const name of Object.keys(value).sort()) {
    const here = `${path}.${name}`;
    const member = written((value as Record<string, unknown>)[name], here);
    text += `${text && ','}${quoted(name, here)}:${member}`;
  }
  return `{${text}}`;
}

function unwritable(what: string, path: string): never {
  throw new TypeError(`JSON would not keep ${what} at ${path || 'the top'}`);
}
