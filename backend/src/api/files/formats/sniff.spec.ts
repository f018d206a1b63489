import { expect, test } from '@jest/globals';
import { declaredKind, isAsDeclared, sniff } from './sniff.js';

/** First box of a video or picture, with its major and compatible brands. */
const container = (major: string, ...compatible: readonly string[]) => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(16 + 4 * compatible.length);
  return Buffer.concat([
    size,
    Buffer.from(`ftyp${major}\0\0\0\0${compatible.join('')}`, 'latin1'),
    Buffer.alloc(64),
  ]);
};

test.each([
  ['isom', ['isom', 'iso2', 'avc1', 'mp41']],
  ['mp42', ['isom', 'mp42']],
  ['qt  ', ['qt  ']],
  ['iso5', ['hvc1', 'iso6', 'hev1']],
  ['M4V ', ['M4V ', 'M4A ', 'mp42', 'isom']],
  ['3gp5', ['3gp5', 'isom']],
])('a container of the brand %s is a video', (major, compatible) => {
  expect(sniff(container(major, ...compatible))).toEqual({
    kind: 'video',
    contentType: 'video/mp4',
  });
});

test.each([
  ['heic', ['mif1', 'heic']],
  ['heix', ['mif1', 'heix']],
  ['mif1', ['mif1', 'heic', 'hevc']],
  ['hevc', ['msf1', 'hevc', 'heic', 'mif1', 'iso8']],
  ['hevx', ['hevx']],
  ['heim', []],
  ['hevs', []],
  ['msf1', ['msf1', 'iso8']],
  ['avif', ['avif', 'mif1', 'miaf', 'MA1A']],
  ['avis', ['avis', 'msf1', 'iso8', 'mif1', 'miaf']],
  ['iso8', ['iso8', 'avis']],
  ['crx ', ['crx ', 'isom']],
])(
  'a container of the brand %s is a picture or an image sequence, and no video',
  (major, compatible) => {
    expect(sniff(container(major, ...compatible))).toBeUndefined();
  },
);

test.each([
  ['image/jpeg', 'image'],
  ['IMAGE/JPG; charset=binary', 'image'],
  ['image/pjpeg', 'image'],
  ['image/heic', 'image'],
  ['video/quicktime', 'video'],
  ['video/x-matroska', 'video'],
  ['application/x-pdf', 'pdf'],
  ['', 'undeclared'],
  ['application/octet-stream', 'undeclared'],
  ['text/html', undefined],
  ['application/zip', undefined],
  ['imagery/jpeg', undefined],
])('the type %s declares the kind %s', (declared, kind) =>
  expect(declaredKind(declared)).toBe(kind),
);

test('a file must be of the declared kind, in any format', () => {
  const webp = { kind: 'image', contentType: 'image/webp' } as const;
  expect(
    ['image/jpeg', 'image/heic', '', 'application/octet-stream'].map((type) =>
      isAsDeclared(webp, type),
    ),
  ).toEqual([true, true, true, true]);
  expect(
    ['video/mp4', 'application/pdf', 'text/html'].map((type) => isAsDeclared(webp, type)),
  ).toEqual([false, false, false]);
});
