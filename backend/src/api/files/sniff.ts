import type { FileKind } from '#domain/kernel/files.js';

export type Sniffed = { readonly kind: FileKind; readonly contentType: string };

/**
 * Bytes that name a format; and with all brands that a film or a picture in an ISO container lists.
 */
export const leastToSniff = 16;
export const enoughToSniff = 128;

const at = (bytes: Buffer, from: number, text: string): boolean =>
  bytes.subarray(from, from + text.length).toString('latin1') === text;

/**
 * Type of a file by its bytes, whatever its name or sender says. Only these types may be uploaded;
 * SVG is refused because it can hold scripts.
 */
export function sniff(bytes: Buffer): Sniffed | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff)
    return { kind: 'image', contentType: 'image/jpeg' };
  if (at(bytes, 0, '\x89PNG\r\n\x1a\n')) return { kind: 'image', contentType: 'image/png' };
  if (at(bytes, 0, 'RIFF') && at(bytes, 8, 'WEBP'))
    return { kind: 'image', contentType: 'image/webp' };
  if (at(bytes, 0, '%PDF-')) return { kind: 'pdf', contentType: 'application/pdf' };
  if (at(bytes, 4, 'ftyp'))
    return brandsOf(bytes).some((brand) => pictureBrand.test(brand))
      ? undefined
      : { kind: 'video', contentType: 'video/mp4' };
  if (bytes.readUInt32BE(0) === 0x1a45dfa3) return { kind: 'video', contentType: 'video/webm' };
  return undefined;
}

/**
 * HEIF, AVIF and JPEG 2000, as pictures and as sequences of them, and raw photos: no browser plays
 * them as films.
 */
const pictureBrand =
  /^(?:he[iv][cmsx]|mif[12]|msf1|miaf|avi[fos]|avc[is]|MiH[ABE]|MA1[AB]|j2[ki][is]|jp[2x] |jpm |crx )/;

/**
 * The major brand and the compatible ones of an ISO container (ISO 14496-12), as far as they have
 * come.
 */
function brandsOf(bytes: Buffer): readonly string[] {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length);
  const brands = [bytes.toString('latin1', 8, 12)];
  for (let from = 16; from + 4 <= end; from += 4)
    brands.push(bytes.toString('latin1', from, from + 4));
  return brands;
}

const unsaid: ReadonlySet<string> = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
]);
const papers: ReadonlySet<string> = new Set(['application/pdf', 'application/x-pdf']);

/** Kind that a sender declares; undefined where nothing of that kind is taken. */
export function declaredKind(declared: string): FileKind | 'unsaid' | undefined {
  const said = declared.split(';')[0]!.trim().toLowerCase();
  if (unsaid.has(said)) return 'unsaid';
  if (papers.has(said)) return 'pdf';
  return said.startsWith('image/') ? 'image' : said.startsWith('video/') ? 'video' : undefined;
}

/**
 * Whether a file is of the declared kind. Formats within a kind differ from their names often: a
 * WebP that was saved as `.jpg`.
 */
export const isAsDeclared = ({ kind }: Sniffed, declared: string): boolean =>
  [kind, 'unsaid'].includes(declaredKind(declared) ?? '');
