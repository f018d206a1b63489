import type { Range, Sort, Value } from './read-store.js';

/**
 * Sort key of a document. Descending fields are inverted, missing ones come last, and the id
 * decides between equals. So one range over one column answers any page of any order.
 */
export function sortKey(sort: Sort, document: Fields, id: string): Buffer {
  return Buffer.concat([
    ...sort.map((field) => encoded(field, document[nameOf(field)])),
    idKey(id, document['organizationId']),
  ]);
}

export type Fields = Readonly<Record<string, unknown>>;
export type Bounds = { readonly after: Buffer; readonly before: Buffer };

export const nameOf = (field: string) => (field.startsWith('-') ? field.slice(1) : field);

/**
 * Between which two, neither of them a whole key, all keys are whose first field is in the range,
 * both ends included; a missing one never is.
 */
export function boundsOf(field: string, { from, to }: Range): Bounds {
  const descending = field.startsWith('-');
  const [low, high] = descending ? [to, from] : [from, to];
  const tag = typeof (from ?? to) === 'number' ? tags.number : tags.text;
  return {
    after: low === undefined ? Buffer.from([tag]) : encoded(field, low),
    before:
      high === undefined
        ? Buffer.from([tag + 1])
        : Buffer.concat([encoded(field, high), Buffer.from([0xff])]),
  };
}

/**
 * Bytes that decide between equals: the id without its organization. A UUID takes 16 bytes, because
 * every index holds the keys.
 */
function idKey(id: string, organizationId: unknown): Buffer {
  const bare =
    typeof organizationId === 'string' && id.startsWith(`${organizationId}_`)
      ? id.slice(organizationId.length + 1)
      : id;
  return Buffer.concat(
    bare
      .split('_')
      .map((part) =>
        uuid.test(part) ? Buffer.from(part.replaceAll('-', ''), 'hex') : Buffer.from(part),
      ),
  );
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const tags = { number: 1, text: 2, missing: 3 };

/**
 * Each ends so that no other value of its kind begins with it: numbers by their width, texts by a
 * byte that no text has.
 */
function encoded(field: string, value: unknown): Buffer {
  if (value === undefined || value === null) return Buffer.from([tags.missing]);
  const bytes =
    typeof value === 'number' || typeof value === 'boolean'
      ? ofNumber(Number(value))
      : ofText(value as Exclude<Value, number>);
  if (field.startsWith('-'))
    for (let index = 1; index < bytes.length; index++) bytes[index] = 255 - bytes[index]!;
  return bytes;
}

function ofNumber(value: number): Buffer {
  const bytes = Buffer.alloc(9);
  bytes[0] = tags.number;
  bytes.writeDoubleBE(value, 1);
  if (bytes[1]! & 0x80) for (let index = 1; index < 9; index++) bytes[index] = 255 - bytes[index]!;
  else bytes[1]! |= 0x80;
  return bytes;
}

function ofText(value: unknown): Buffer {
  const text = String(value).replaceAll('\0', '');
  const bytes = Buffer.alloc(Buffer.byteLength(text) + 2);
  bytes[0] = tags.text;
  bytes.write(text, 1);
  return bytes;
}
