import type { FileKind } from '#domain/kernel/files/files.js';

export type Sniffed = { readonly kind: FileKind; readonly contentType: string };

/** Bytes that identify a format, and bytes that include all brands of an ISO container. */
export const MIN_SNIFF_BYTES = 16;
export const FULL_SNIFF_BYTES = 128;

/** Identifies the container of WebM. */
const EBML_ID = 0x1a45dfa3;

const hasTextAt = (bytes: Buffer, from: number, text: string): boolean =>
  bytes.subarray(from, from + text.length).toString('latin1') === text;

/**
 * Type of a file by its bytes, whatever its name says. Only these types may be uploaded; SVG is
 * refused because it can hold scripts.
 */
export function sniff(bytes: Buffer): Sniffed | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff)
    return { kind: 'image', contentType: 'image/jpeg' };
  if (hasTextAt(bytes, 0, '\x89PNG\r\n\x1a\n')) return { kind: 'image', contentType: 'image/png' };
  if (hasTextAt(bytes, 0, 'RIFF') && hasTextAt(bytes, 8, 'WEBP'))
    return { kind: 'image', contentType: 'image/webp' };
  if (hasTextAt(bytes, 0, '%PDF-')) return { kind: 'pdf', contentType: 'application/pdf' };
  if (hasTextAt(bytes, 4, 'ftyp'))
    return readBrands(bytes).some((brand) => PICTURE_BRAND.test(brand))
      ? undefined
      : { kind: 'video', contentType: 'video/mp4' };
  if (bytes.readUInt32BE(0) === EBML_ID) return { kind: 'video', contentType: 'video/webm' };
  return undefined;
}

/** Brands of pictures (HEIF, AVIF, JPEG 2000, raw photos), which no browser plays as video. */
const PICTURE_BRAND =
  /^(?:he[iv][cmsx]|mif[12]|msf1|miaf|avi[fos]|avc[is]|MiH[ABE]|MA1[AB]|j2[ki][is]|jp[2x] |jpm |crx )/;

/** Major and compatible brands of an ISO container (ISO 14496-12), as far as received. */
function readBrands(bytes: Buffer): readonly string[] {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length);
  const brands = [bytes.toString('latin1', 8, 12)];
  for (let from = 16; from + 4 <= end; from += 4)
    brands.push(bytes.toString('latin1', from, from + 4));
  return brands;
}

const UNDECLARED_TYPES: ReadonlySet<string> = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
]);
const PDF_TYPES: ReadonlySet<string> = new Set(['application/pdf', 'application/x-pdf']);

/** Kind that a sender declares; undefined if no file of that kind is accepted. */
export function declaredKind(declared: string): FileKind | 'undeclared' | undefined {
  const mimeType = declared.split(';')[0]!.trim().toLowerCase();
  if (UNDECLARED_TYPES.has(mimeType)) return 'undeclared';
  if (PDF_TYPES.has(mimeType)) return 'pdf';
  return mimeType.startsWith('image/')
    ? 'image'
    : mimeType.startsWith('video/')
      ? 'video'
      : undefined;
}

/**
 * Whether a file has the declared kind. Formats within a kind often differ from their names, e.g. a
 * WebP saved as `.jpg`.
 */
export const isAsDeclared = ({ kind }: Sniffed, declared: string): boolean =>
  [kind, 'undeclared'].includes(declaredKind(declared) ?? '');
