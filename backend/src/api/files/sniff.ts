import type { FileKind } from '#domain/kernel/files.js';

export type Sniffed = { readonly kind: FileKind; readonly contentType: string };

/** How many bytes it takes to tell. */
export const enoughToSniff = 16;

const at = (bytes: Buffer, from: number, text: string): boolean => bytes.subarray(from, from + text.length).toString('latin1') === text;

/** What the bytes are, whatever their name or sender says. Only what is listed here may be uploaded; an SVG is a program, and is not. */
export function sniff(bytes: Buffer): Sniffed | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return { kind: 'image', contentType: 'image/jpeg' };
  if (at(bytes, 0, '\x89PNG\r\n\x1a\n')) return { kind: 'image', contentType: 'image/png' };
  if (at(bytes, 0, 'RIFF') && at(bytes, 8, 'WEBP')) return { kind: 'image', contentType: 'image/webp' };
  if (at(bytes, 0, '%PDF-')) return { kind: 'pdf', contentType: 'application/pdf' };
  if (at(bytes, 4, 'ftyp') && !at(bytes, 8, 'hei') && !at(bytes, 8, 'avi') && !at(bytes, 8, 'mif'))
    return { kind: 'video', contentType: 'video/mp4' };
  if (bytes.readUInt32BE(0) === 0x1a45dfa3) return { kind: 'video', contentType: 'video/webm' };
  return undefined;
}

const unsaid: ReadonlySet<string> = new Set(['', 'application/octet-stream']);
const plain = (declared: string): string => declared.split(';')[0]!.trim().toLowerCase().replace('image/jpg', 'image/jpeg');
const declaredKinds: Readonly<Record<string, FileKind>> = {
  'image/jpeg': 'image',
  'image/png': 'image',
  'image/webp': 'image',
  'application/pdf': 'pdf',
  'video/mp4': 'video',
  'video/webm': 'video',
  'video/quicktime': 'video',
};

/** What its sender says that a file is; undefined where nothing of that kind is taken. */
export const declaredKind = (declared: string): FileKind | 'unsaid' | undefined =>
  unsaid.has(plain(declared)) ? 'unsaid' : declaredKinds[plain(declared)];

/** Whether a file is what its sender says. One that says nothing is what it is. */
export const isAsDeclared = ({ contentType }: Sniffed, declared: string): boolean => {
  const said = plain(declared);
  return unsaid.has(said) || said === contentType || (contentType === 'video/mp4' && said === 'video/quicktime');
};
