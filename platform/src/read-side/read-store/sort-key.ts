import type { Range, Sort, Value } from './read-store.js';

/**
 * Sort key of a document, so that a range over one column answers any page.
 * Descending fields are inverted, missing fields sort last, and the id breaks ties.
 */
export function sortKey(sort: Sort, document: Fields, id: string): Buffer {
  return Buffer.concat([
    ...sort.map((field) => encode(field, document[fieldName(field)])),
    idKey(id, document['organizationId']),
  ]);
}

export type Fields = Readonly<Record<string, unknown>>;
export type Bounds = { readonly after: Buffer; readonly before: Buffer };

export const fieldName = (field: string) => (field.startsWith('-') ? field.slice(1) : field);

/**
 * Exclusive bounds of all sort keys whose first field lies in the inclusive range. They exclude
 * missing fields.
 */
export function toBounds(field: string, { from, to }: Range): Bounds {
  const isDescending = field.startsWith('-');
  const [low, high] = isDescending ? [to, from] : [from, to];
  const tag = typeof (from ?? to) === 'number' ? TAGS.number : TAGS.text;
  return {
    after: low === undefined ? Buffer.from([tag]) : encode(field, low),
    before:
      high === undefined
        ? Buffer.from([tag + 1])
        : Buffer.concat([encode(field, high), Buffer.from([0xff])]),
  };
}

/** Tie-breaker: the id without its organization. A UUID takes 16 bytes, to keep indexes small. */
function idKey(id: string, organizationId: unknown): Buffer {
  const bare =
    typeof organizationId === 'string' && id.startsWith(`${organizationId}_`)
      ? id.slice(organizationId.length + 1)
      : id;
  return Buffer.concat(
    bare
      .split('_')
      .map((part) =>
        UUID.test(part) ? Buffer.from(part.replaceAll('-', ''), 'hex') : Buffer.from(part),
      ),
  );
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const TAGS = { number: 1, text: 2, missing: 3 };

/**
 * Encodes a value so that no other value of its kind starts with it. Numbers have a fixed width;
 * texts end with a zero byte.
 */
function encode(field: string, value: unknown): Buffer {
  if (value === undefined || value === null) return Buffer.from([TAGS.missing]);
  const bytes =
    typeof value === 'number' || typeof value === 'boolean'
      ? encodeNumber(Number(value))
      : encodeText(value as Exclude<Value, number>);
  if (field.startsWith('-')) invertAfterTag(bytes);
  return bytes;
}

const DOUBLE_BYTES = 8;
const SIGN_BIT = 0x80;

/** IEEE 754 bytes sort as numbers once the sign is flipped, and all bits of a negative number. */
function encodeNumber(value: number): Buffer {
  const bytes = Buffer.alloc(1 + DOUBLE_BYTES);
  bytes[0] = TAGS.number;
  bytes.writeDoubleBE(value, 1);
  const isNegative = (bytes[1]! & SIGN_BIT) !== 0;
  if (isNegative) invertAfterTag(bytes);
  else bytes[1]! |= SIGN_BIT;
  return bytes;
}

function invertAfterTag(bytes: Buffer): void {
  for (let index = 1; index < bytes.length; index++) bytes[index] = 255 - bytes[index]!;
}

function encodeText(value: unknown): Buffer {
  const text = String(value).replaceAll('\0', '');
  const bytes = Buffer.alloc(Buffer.byteLength(text) + 2);
  bytes[0] = TAGS.text;
  bytes.write(text, 1);
  return bytes;
}
