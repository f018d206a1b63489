import { describe, expect, test } from '@jest/globals';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { stripVideoMetadata } from './video.js';

/** Splits bytes into pieces of the given length. */
async function* pieces(bytes: Buffer, length: number) {
  for (let offset = 0; offset < bytes.length; offset += length)
    yield bytes.subarray(offset, offset + length);
}
/**
 * Strips a video in memory.
 * @returns the result, the number of its pieces, and the number of event-loop turns meanwhile
 */
async function stripAndCountTurns(bytes: Buffer, contentType: string) {
  let [turns, handle] = [0, setImmediate(turn)];
  function turn() {
    turns++;
    handle = setImmediate(turn);
  }
  const written: Buffer[] = [];
  try {
    for await (const piece of stripVideoMetadata(pieces(bytes, bytes.length), contentType))
      written.push(piece);
  } finally {
    clearImmediate(handle);
  }
  return { bytes: Buffer.concat(written), pieceCount: written.length, turns };
}
const stripVideo = (bytes: Buffer, contentType: string, length = bytes.length) =>
  buffer(Readable.from(stripVideoMetadata(pieces(bytes, length), contentType)));

describe('an MP4', () => {
  const box = (name: string, ...content: readonly (Buffer | string)[]): Buffer => {
    const inside = Buffer.concat(content.map((part) => Buffer.from(part as string, 'latin1')));
    const header = Buffer.alloc(8);
    header.writeUInt32BE(8 + inside.length);
    header.write(name, 4, 'latin1');
    return Buffer.concat([header, inside]);
  };
  const longBox = (name: string, content: Buffer): Buffer => {
    const header = Buffer.alloc(16);
    header.writeUInt32BE(1);
    header.write(name, 4, 'latin1');
    header.writeBigUInt64BE(BigInt(16 + content.length), 8);
    return Buffer.concat([header, content]);
  };
  const handler = (kind: string) =>
    box('mdia', box('mdhd', 'times'), box('hdlr', '\0\0\0\0\0\0\0\0', kind, 'name'));
  const videoTrack = box(
    'trak',
    box('tkhd', 'first track'),
    handler('vide'),
    box('udta', box('name', 'SECRET track')),
  );
  const positionTrack = box('trak', box('tkhd', 'SECRET track'), handler('meta'));
  /** Video of tracks in tracks, with a `tkhd` box in the innermost track. */
  const nestTracks = (levels: number, innermostBytes: number): Buffer => {
    const bytes = Buffer.alloc(levels * 8 + innermostBytes, 'hd');
    for (let level = 0; level < levels; level++) {
      bytes.writeUInt32BE(bytes.length - level * 8, level * 8);
      bytes.write(level === 0 ? 'moov' : 'trak', level * 8 + 4, 'latin1');
    }
    bytes.writeUInt32BE(innermostBytes, levels * 8);
    bytes.write('tkhd', levels * 8 + 4, 'latin1');
    return bytes;
  };
  const samples = Buffer.from('the samples, where udta and meta mean nothing: udta meta uuid');
  const video = Buffer.concat([
    box('ftyp', 'mp42'),
    box('uuid', 'SECRET xmp'),
    box('free', 'SECRET padding'),
    longBox('mdat', samples),
    box(
      'moov',
      box('mvhd', 'header'),
      videoTrack,
      positionTrack,
      box('udta', box('\xa9xyz', 'SECRET +18.5590+073.7868/')),
      box('meta', 'SECRET keys'),
    ),
    box('meta', 'SECRET'),
  ]);
  /** Names, offsets and sizes of all boxes. */
  const boxesIn = (bytes: Buffer, depth = 0): readonly string[] => {
    const found: string[] = [];
    for (let offset = 0; offset < bytes.length;) {
      const isLong = bytes.readUInt32BE(offset) === 1;
      const [size, header] = isLong
        ? [Number(bytes.readBigUInt64BE(offset + 8)), 16]
        : [bytes.readUInt32BE(offset), 8];
      const name = bytes.toString('latin1', offset + 4, offset + 8);
      found.push(`${'  '.repeat(depth)}${name} ${offset} ${size}`);
      if (['moov', 'trak', 'mdia'].includes(name))
        found.push(...boxesIn(bytes.subarray(offset + header, offset + size), depth + 1));
      offset += size;
    }
    return found;
  };

  test.each([1, 7, 64, 100_000])(
    'loses only its metadata, in pieces of %s bytes',
    async (length) => {
      const clean = await stripVideo(video, 'video/mp4', length);
      expect(clean.length).toBe(video.length);
      expect(clean.includes('SECRET')).toBe(false);
      expect(clean.includes(samples)).toBe(true);
      for (const kept of ['first track', 'header', 'times'])
        expect(clean.includes(kept)).toBe(true);
    },
  );

  test('keeps every box in its place, with padding instead of metadata', async () => {
    const expected = boxesIn(video).map((line) => line.replace(/udta|meta|uuid/, 'free'));
    const clean = boxesIn(await stripVideo(video, 'video/mp4'));
    const paddings = clean.filter((line) => line.trim().startsWith('free'));
    expect(paddings).toHaveLength(7);
    expect(expected).toEqual(
      expect.arrayContaining(clean.filter((line) => !line.startsWith('  free'))),
    );
  });

  test('with a last box of unknown size is kept to its end', async () => {
    const openEnded = Buffer.concat([
      box('ftyp', 'mp42'),
      Buffer.from('\0\0\0\0mdat', 'latin1'),
      samples,
    ]);
    expect(await stripVideo(openEnded, 'video/mp4', 5)).toEqual(openEnded);
  });

  test.each([
    [
      'a box smaller than its header',
      Buffer.concat([box('ftyp', 'mp42'), Buffer.from('\0\0\0\x04mdat', 'latin1')]),
    ],
    [
      'half a long header',
      Buffer.concat([box('ftyp', 'mp42'), Buffer.from('\0\0\0\x01mdat\0\0\0', 'latin1')]),
    ],
    ['an index that ends early', video.subarray(0, video.indexOf('SECRET track'))],
    [
      'a box that is larger than the one it stands in',
      box('moov', Buffer.from('\0\0\xff\xfftrak', 'latin1')),
    ],
    ['an index of 4 GB', Buffer.from('\xff\xff\xff\xffmoov', 'latin1')],
    ['boxes in nine boxes', nestTracks(9, 8)],
    [
      'more boxes in its index than a video has',
      box('moov', ...Array.from({ length: 20_001 }, () => box('trex'))),
    ],
    [
      'more boxes in a track than a video has',
      box('moov', box('trak', box('mdia', ...Array.from({ length: 20_000 }, () => box('mdhd'))))),
    ],
    [
      'more boxes in a removed track than a video has',
      box(
        'moov',
        box('trak', ...Array.from({ length: 20_000 }, () => box('tkhd')), handler('meta')),
      ),
    ],
    [
      'more boxes than a video has',
      Buffer.concat(Array.from({ length: 100_001 }, () => box('mdat'))),
    ],
  ])('that has %s is refused', (_, bytes) =>
    expect(stripVideo(bytes, 'video/mp4')).rejects.toMatchObject({ code: 'film-unreadable' }),
  );

  test('may have eight levels of boxes', async () => {
    expect(await stripVideo(nestTracks(8, 8), 'video/mp4')).toEqual(nestTracks(8, 8));
  });

  test.each([3_000, 100_000])(
    'with %s nested tracks is refused before they are parsed',
    async (levels) => {
      const bytes = nestTracks(levels, 7 * 2 ** 20);
      const began = performance.now();
      await expect(stripVideo(bytes, 'video/mp4')).rejects.toMatchObject({
        code: 'film-unreadable',
      });
      // Searching the rest for each of them would take minutes, and deep nesting would overflow the
      // stack.
      expect(performance.now() - began).toBeLessThan(2_000);
    },
  );

  test('loses a track only because of the handler of its own media', async () => {
    const metadataHandler = box('hdlr', '\0\0\0\0\0\0\0\0', 'meta', 'name');
    const keptTrack = box(
      'moov',
      box(
        'trak',
        metadataHandler,
        box('mdia', box('minf', metadataHandler), box('hdlr', '\0\0\0\0mhlrvide')),
        box('tref', metadataHandler),
      ),
    );
    expect(await stripVideo(keptTrack, 'video/mp4')).toEqual(keptTrack);
    const removedTrack = box(
      'moov',
      box(
        'trak',
        box('mdia', box('minf', box('hdlr', '\0\0\0\0dhlrurl ')), metadataHandler),
        box('tkhd', 'SECRET'),
      ),
    );
    expect((await stripVideo(removedTrack, 'video/mp4')).includes('SECRET')).toBe(false);
  });

  test.each([1, 4, 7])(
    'may end with %s bytes that are no box, which are zeroed',
    async (length) => {
      const clean = await stripVideo(
        Buffer.concat([video, Buffer.alloc(length, 'S')]),
        'video/mp4',
      );
      expect(clean).toEqual(
        Buffer.concat([await stripVideo(video, 'video/mp4'), Buffer.alloc(length)]),
      );
    },
  );

  test('of many small boxes is written in large pieces, without blocking the event loop', async () => {
    const small = Buffer.concat([
      box('ftyp', 'mp42'),
      ...Array.from({ length: 50_000 }, () => box('mdat')),
    ]);
    const { bytes, pieceCount, turns } = await stripAndCountTurns(small, 'video/mp4');
    expect(bytes.equals(small)).toBe(true);
    expect(pieceCount).toBeLessThanOrEqual(Math.ceil(small.length / 65_000));
    expect(turns).toBeGreaterThan(100);
  });
});

describe('a WebM', () => {
  /** Ids of elements (RFC 9559) in hexadecimal digits. */
  const ID = {
    header: '1a45dfa3',
    segment: '18538067',
    info: '1549a966',
    cluster: '1f43b675',
    timestamp: 'e7',
    block: 'a3',
    tags: '1254c367',
    attachments: '1941a469',
    padding: 'ec',
  };
  const unknownSize = Buffer.from('01ffffffffffffff', 'hex');
  const encodeLength = (length: number, width: number) =>
    Buffer.from(
      ((1n << BigInt(7 * width)) | BigInt(length)).toString(16).padStart(2 * width, '0'),
      'hex',
    );
  const element = (id: string, content: Buffer | string, width = 2): Buffer =>
    Buffer.concat([
      Buffer.from(id, 'hex'),
      encodeLength(content.length, width),
      Buffer.from(content as string, 'latin1'),
    ]);
  const head = element(ID.header, 'webm', 1);
  const cluster = (width = 2) =>
    element(
      ID.cluster,
      Buffer.concat([element(ID.timestamp, '\0', 1), element(ID.block, `block ${ID.tags}`)]),
      width,
    );
  const tags = (width: number) => element(ID.tags, 'SECRET', width);
  const segmentContent = Buffer.concat([
    element(ID.info, 'info'),
    tags(1),
    cluster(),
    tags(3),
    tags(8),
    element(ID.attachments, 'SECRET'),
    element(ID.padding, 'SECRET'),
  ]);
  const liveBeginning = Buffer.concat([
    head,
    Buffer.from(ID.segment, 'hex'),
    unknownSize,
    element(ID.info, 'info'),
    tags(2),
  ]);
  const liveCluster = Buffer.concat([
    Buffer.from(ID.cluster, 'hex'),
    unknownSize,
    element(ID.timestamp, '\0', 1),
    element(ID.block, 'block'),
    tags(4),
  ]);

  test.each([
    ['of known size', Buffer.concat([head, element(ID.segment, segmentContent, 8)])],
    ['that was sent while it was recorded', Buffer.concat([liveBeginning, liveCluster, cluster()])],
  ])('%s loses only its tags', async (_, video) => {
    for (const length of [1, 7, 100_000]) {
      const clean = await stripVideo(video, 'video/webm', length);
      expect(clean.includes('SECRET')).toBe(false);
      expect(clean.length).toBe(video.length);
      const [contentAfter, contentBefore] = [clean, video].map((bytes) =>
        bytes.toString('latin1').match(/info|block|webm/g),
      );
      expect(contentAfter).toEqual(contentBefore);
      // Cleaning it again changes nothing, because padding replaced the tags.
      expect(await stripVideo(clean, 'video/webm')).toEqual(clean);
    }
  });

  test.each([
    ['no ids', Buffer.concat([head, Buffer.alloc(8)])],
    [
      'more elements than a video has',
      Buffer.concat([head, Buffer.from('ec80'.repeat(100_000), 'hex')]),
    ],
    ['an id without a size', Buffer.concat([head, Buffer.from(ID.tags, 'hex')])],
    ['tags without a size', Buffer.concat([head, Buffer.from(ID.tags, 'hex'), unknownSize])],
    ['half a size', Buffer.concat([head, Buffer.from(`${ID.tags}20`, 'hex')])],
  ])('that has %s is refused', (_, bytes) =>
    expect(stripVideo(bytes, 'video/webm')).rejects.toMatchObject({ code: 'film-unreadable' }),
  );

  test.each([1, 7])('may end with %s zeros', async (length) => {
    const padded = Buffer.concat([head, Buffer.alloc(length)]);
    expect(await stripVideo(padded, 'video/webm')).toEqual(padded);
  });

  test('of many small elements is written in large pieces, without blocking the event loop', async () => {
    const small = Buffer.concat([head, Buffer.from('ec80'.repeat(50_000), 'hex')]);
    const { bytes, pieceCount, turns } = await stripAndCountTurns(small, 'video/webm');
    expect(bytes.equals(small)).toBe(true);
    expect(pieceCount).toBeLessThanOrEqual(Math.ceil(small.length / 65_000));
    expect(turns).toBeGreaterThan(100);
  });
});
