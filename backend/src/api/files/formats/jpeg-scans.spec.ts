import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { scanBomb } from '../../../../../test/acceptance/product/hostile-files.js';
import { countScans } from './jpeg-scans.js';

const createPicture = ({ progressive }: { readonly progressive: boolean }) =>
  sharp({
    create: {
      width: 64,
      height: 64,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg({ progressive })
    .toBuffer();
const endOfImage = Buffer.from('ffd9', 'hex');
const segment = (marker: string, content: Buffer) => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(content.length + 2);
  return Buffer.concat([Buffer.from(`ff${marker}`, 'hex'), length, content]);
};
const withSegment = (jpeg: Buffer, inserted: Buffer) =>
  Buffer.concat([jpeg.subarray(0, 2), inserted, jpeg.subarray(2)]);
test('counts one scan of a baseline JPEG and about ten of a progressive one', async () => {
  expect(countScans(await createPicture({ progressive: false }), 100)).toBe(1);
  expect(countScans(await createPicture({ progressive: true }), 100)).toBe(10);
});

test('counts repeated scans, and stops above the limit', async () => {
  expect(countScans(scanBomb(await createPicture({ progressive: true }), 50), 100)).toBe(60);
  expect(countScans(scanBomb(await createPicture({ progressive: true }), 10_000), 100)).toBe(101);
});

test('counts scans behind fill bytes, restarts and comments', async () => {
  const scanStart = Buffer.from('ffffffda', 'hex');
  const jpeg = await createPicture({ progressive: false });
  const scan = jpeg.subarray(
    jpeg.lastIndexOf(Buffer.from('ffda', 'hex')) + 2,
    jpeg.lastIndexOf(endOfImage),
  );
  const withTwoScans = Buffer.concat([
    jpeg.subarray(0, -2),
    Buffer.from('ffd0', 'hex'),
    segment('fe', Buffer.from('comment')),
    scanStart,
    scan,
    endOfImage,
  ]);
  expect(countScans(withTwoScans, 100)).toBe(2);
});

test('counts nothing inside segments or after the end of the picture', async () => {
  const jpeg = await createPicture({ progressive: false });
  const thumbnails = segment(
    'e1',
    Buffer.concat([
      Buffer.from('Exif\0\0'),
      ...Array.from({ length: 200 }, () => Buffer.from('ffda0008', 'hex')),
    ]),
  );
  const scansAfterEnd = Buffer.concat(
    Array.from({ length: 200 }, () => Buffer.from('ffda0008', 'hex')),
  );
  expect(countScans(Buffer.concat([withSegment(jpeg, thumbnails), scansAfterEnd]), 100)).toBe(1);
});

test.each([
  [''],
  ['ff'],
  ['ffd8ff'],
  ['ffd8ffe0'],
  ['ffd8ffda00'],
  ['ffd8ffe00000'],
  ['ffd8ffe0ffff'],
])('stops at the end of a truncated JPEG: %s', (bytes) => {
  expect(countScans(Buffer.from(bytes, 'hex'), 100)).toBeLessThanOrEqual(1);
});
