/**
 * Canonical JSON text of a value (RFC 8785: sorted members, no spaces). The log stores events as
 * this text, and hashes cover it.
 * Parsing and writing it again gives the same text. So floats, numbers beyond 2⁵³, undefined, lone
 * surrogates and class instances are refused.
 * @throws TypeError that names the path
 */
export const canonical = (value: unknown): string => serialize(value, '');

/**
 * Canonical JSON text that also takes floats, written as RFC 8785 does, and texts with half of a
 * surrogate pair. Leaves out undefined members, as JSON does, so that parsing any JSON text of the
 * value and writing it again gives the same text. Fingerprints of commands and commitments cover
 * this text.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${Array.from(value, canonicalJson).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/** @param path property path of the value, for the error message */
function serialize(value: unknown, path: string): string {
  switch (typeof value) {
    case 'string':
      return quote(value, path);
    case 'number':
      if (!Number.isSafeInteger(value)) return refuse(`the number ${value}`, path);
      return String(value);
    case 'boolean':
      return String(value);
    case 'object':
      if (value === null) return 'null';
      if (Array.isArray(value))
        return `[${Array.from(value, (item, index) => serialize(item, `${path}[${index}]`)).join(',')}]`;
      return serializeMembers(value, path);
    default:
      return refuse(typeof value, path);
  }
}

function quote(text: string, path: string): string {
  return text.isWellFormed() ? JSON.stringify(text) : refuse('half of a surrogate pair', path);
}

function serializeMembers(value: object, path: string): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  // Plain objects only, also those of another realm.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
    return refuse(`a ${value.constructor.name}`, path);
  let text = '';
  for (const name of Object.keys(value).sort()) {
    const memberPath = `${path}.${name}`;
    const member = serialize((value as Record<string, unknown>)[name], memberPath);
    text += `${text && ','}${quote(name, memberPath)}:${member}`;
  }
  return `{${text}}`;
}

function refuse(value: string, path: string): never {
  throw new TypeError(`JSON would not keep ${value} at ${path || 'the top'}`);
}
