import { expect, test } from '@jest/globals';
import { deflateSync, inflateSync } from 'node:zlib';
import { removePdfMetadata } from './pdf.js';

const packed = deflateSync('<rdf>SECRET packed</rdf>'.repeat(3));
const exif = Buffer.concat([Buffer.from('Exif\0\0SECRET 18.559 N', 'latin1')]);
const jpeg = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, exif.length + 2]),
  exif,
  Buffer.from('\xff\xdb the picture \xff\xd9', 'latin1'),
]);

const objects: readonly (readonly (string | Buffer)[])[] = [
  ['<< /Type /Catalog /Pages 2 0 R /Metadata 4 0 R >>'],
  ['<< /Type /Pages /Kids [] /Count 0 /Note (kept, as it is shown) >>'],
  [
    '<< /Title (SECRET \\) of (brackets) inside) /Author <5345> /Producer\n(SECRET) /Parts << /Sub (SECRET) >> >>',
  ],
  [
    '<< /Type /Metadata /Subtype /XML /Length 40 >>\nstream\n',
    '<?xpacket begin="" ?>SECRET plain<?xpacket end="w"?>',
    '\nendstream',
  ],
  [
    `<< /Filter /FlateDecode /Type /Metadata /Length ${packed.length} >>\nstream\r\n`,
    packed,
    '\nendstream',
  ],
  ['<< /Type /XObject /Filter /DCTDecode >>\nstream\n', jpeg, '\nendstream'],
  [`<< /Type /ObjStm /Length ${packed.length} >>\nstream\n`, packed, '\nendstream'],
];

/** PDF with a correct cross-reference table. */
function pdf(info = '3 0 R') {
  let bytes = Buffer.from('%PDF-1.7\n');
  const offsets: number[] = [];
  for (const [index, parts] of objects.entries()) {
    offsets.push(bytes.length);
    bytes = Buffer.concat([
      bytes,
      Buffer.from(`${index + 1} 0 obj\n`),
      ...parts.map((part) => Buffer.from(part as string, 'latin1')),
      Buffer.from('\nendobj\n'),
    ]);
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 8\n0000000000 65535 f \n${table}trailer\n<< /Size 8 /Root 1 0 R /Info ${info} >>\nstartxref\n${bytes.length}\n%%EOF\n`;
  return { bytes: Buffer.concat([bytes, Buffer.from(end)]), offsets };
}

test('a PDF loses its author’s and its pictures’ metadata, and nothing else', () => {
  const { bytes, offsets } = pdf();
  const clean = removePdfMetadata(bytes);
  expect(clean.length).toBe(bytes.length);
  expect(clean.includes('SECRET')).toBe(false);
  expect(clean.toString('latin1')).not.toMatch(/\/Info|brackets|5345/);
  expect(clean.toString('latin1')).toMatch(
    /\/Title \( *\) \/Author <0000> \/Producer\n\( {6}\) \/Parts << \/Sub \( {6}\) >> >>/,
  );
  expect(offsets.map((offset) => clean.toString('latin1', offset, offset + 7))).toEqual(
    objects.map((_, index) => `${index + 1} 0 obj`),
  );
  for (const kept of ['(kept, as it is shown)', 'the picture', '/Metadata 4 0 R', '%%EOF'])
    expect(clean.includes(kept)).toBe(true);
});

test('compressed metadata becomes an empty text; other compressed streams stay unchanged', () => {
  const { bytes, offsets } = pdf();
  const clean = removePdfMetadata(bytes);
  const streamOf = (object: number) => {
    const from = clean.indexOf('stream', offsets[object - 1]) + 'stream\n'.length;
    return clean.subarray(
      clean[from] === 0x0a ? from + 1 : from,
      clean.indexOf('\nendstream', from),
    );
  };
  expect(inflateSync(streamOf(5)).toString()).toBe('');
  expect(streamOf(7)).toEqual(packed);
});

test('a signed PDF stays unchanged, because a change would break its signature', () => {
  const { bytes } = pdf();
  const signature =
    '8 0 obj\n<< /Type /Sig /ByteRange [ 0 840 960 240 ] /Contents <00> >>\nendobj\n';
  const signed = Buffer.concat([bytes, Buffer.from(signature)]);
  expect(removePdfMetadata(signed)).toEqual(signed);
  const unsigned = Buffer.concat([bytes, Buffer.from('% /ByteRange means nothing without ranges')]);
  expect(removePdfMetadata(unsigned).includes('SECRET')).toBe(false);
});

test('a stream that has the information dictionary’s number in another revision stays unchanged', () => {
  const stream =
    '3 0 obj\n<< /Length 32 /Name (a picture) >>\nstream\n(a picture) <53> with (brackets)\nendstream\nendobj\n';
  const information = '3 0 obj\n<< /Title (SECRET stream) >>\nendobj\n';
  const clean = removePdfMetadata(
    Buffer.from(`%PDF-1.7\n${stream}${information}trailer << /Info 3 0 R >>`),
  ).toString();
  expect(clean).toContain(stream);
  expect(clean).not.toContain('SECRET');
});

test.each([
  ['nothing', '%PDF-1.7\n%%EOF\n'],
  ['a text that is never closed', '%PDF-1.7\n3 0 obj\n<< /Title (never'],
  ['an information dictionary that is not there', '%PDF-1.7\ntrailer << /Info 99 0 R >>'],
  ['metadata without a stream', '%PDF-1.7\n1 0 obj << /Type /Metadata >> endobj'],
])('a PDF with %s keeps its length', (_, text) => {
  expect(removePdfMetadata(Buffer.from(text)).length).toBe(text.length);
});

const megabytes = 10;
test.each([
  ['begins texts that never end', () => '<?xpacket begin <x:xmpmeta '],
  ['begins metadata that never ends', () => '/Type /Metadata stream\n'],
  ['has one object again and again', () => '/Info 3 0 R 3 0 obj ('],
  ['has pictures in pictures', () => '\xff\xe1\xff\xffExif\0\0'],
  ['is digits and spaces', () => `1${' '.repeat(15)}`],
  [
    'has thousands of signatures without bytes',
    () => `/ByteRange${' '.repeat(16)}[${' '.repeat(16)}`,
  ],
  ['has dictionaries that begin no stream', () => `/Info 3 0 R 3 0 obj >>${' '.repeat(16)}`],
])('the time for a PDF grows linearly, even if it %s', (_, part) => {
  const parts = Array.from({ length: (megabytes * 2 ** 20) / part().length }, part);
  const bytes = Buffer.from(`%PDF-1.7\n${parts.join('')} endstream`, 'latin1');
  const began = performance.now();
  expect(removePdfMetadata(bytes).length).toBe(bytes.length);
  // Searching the rest of the file for each part would take hours.
  expect(performance.now() - began).toBeLessThan(10_000);
});

test.each([
  ['refers to thousands of objects', (index: number) => `/Info ${index} 0 R `],
  ['has metadata thousands of times', () => '/Type /Metadata '],
])('a PDF that %s is refused', (_, part) => {
  const bytes = Buffer.from(Array.from({ length: 2_000 }, (__, index) => part(index)).join(''));
  expect(() => removePdfMetadata(bytes)).toThrow(
    expect.objectContaining({ code: 'paper-unreadable' }),
  );
});
