/**
 * The one JSON text of a value (RFC 8785: members in order of their names, no space). The log stores events as this text
 * and hashes are made over it; who has only the parsed value writes the same text again, because nothing gets in that
 * JSON would change on its way: no floats, no number beyond 2⁵³, no undefined, no half of a surrogate pair, no class.
 * @throws TypeError that names the place
 */
export const canonical = (value: unknown): string => written(value, undefined);

/** Of what never changes and is written more than once on its way to the log: for its hash, and to be stored. */
const texts = new WeakMap<object, string>();
export function canonicalOnce(value: object): string {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = canonical(value);
  texts.set(value, text);
  return text;
}

/** Where a value stands, for the words of an error: nothing is written while all is well. */
type Place = { readonly in: Place; readonly at: string } | undefined;

function written(value: unknown, place: Place): string {
  switch (typeof value) {
    case 'string':
      return quoted(value, place);
    case 'number':
      if (!Number.isSafeInteger(value)) return unwritable(`the number ${value}`, place);
      return String(value);
    case 'boolean':
      return String(value);
    case 'object':
      if (value === null) return 'null';
      if (Array.isArray(value)) return `[${Array.from(value, (item, index) => written(item, { in: place, at: `[${index}]` })).join(',')}]`;
      return members(value, place);
    default:
      return unwritable(typeof value, place);
  }
}

/** Printable ASCII that JSON writes as it is: ids, hashes, times and most of everything else. */
const plain = /^[ !#-[\]-~]*$/;

function quoted(text: string, place: Place): string {
  if (plain.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) return unwritable('half of a surrogate pair', place);
  return JSON.stringify(text);
}

function members(value: object, place: Place): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  // Plain objects only; those of another realm have another root.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return unwritable(`a ${value.constructor.name}`, place);
  let text = '';
  for (const name of inOrder(Object.keys(value))) {
    const here = { in: place, at: `.${name}` };
    const member = written((value as Record<string, unknown>)[name], here);
    text += `${text && ','}${quoted(name, here)}:${member}`;
  }
  return `{${text}}`;
}

/** Most come in their order already. */
function inOrder(names: string[]): string[] {
  for (let index = 1; index < names.length; index++) if (names[index - 1]! > names[index]!) return names.sort();
  return names;
}

function unwritable(what: string, place: Place): never {
  let path = '';
  for (let at = place; at; at = at.in) path = at.at + path;
  throw new TypeError(`JSON would not keep ${what} at ${path || 'the top'}`);
}
