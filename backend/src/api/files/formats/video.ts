import { setImmediate } from 'node:timers/promises';
import { ByteReader } from './byte-reader.js';
import { fileProblem } from '../file.problems.js';

/** Limit of an index box, which is held in memory. */
const MAX_INDEX_BYTES = 8 * 2 ** 20;
/** Limits that protect the processor; videos of cameras and browsers stay far below. */
const MAX_PARTS = 100_000;
const MAX_NESTED_BOXES = 20_000;
const MAX_DEPTH = 8;
/** Yields to other requests after this many parts. */
const PARTS_PER_TURN = 128;
/** Buffer size of the output. */
const BUFFER_BYTES = 64 * 1024;

/**
 * Removes place, time and camera from a video, and yields it in pieces of about 64 kB.
 * Bytes are overwritten by padding in place, so no offsets change. A metadata track is removed from
 * an MP4's index; its samples stay, where no player finds them.
 * @throws Problem if it is not of the declared format, or has too many parts
 */
export async function* stripVideoMetadata(
  content: AsyncIterable<Buffer>,
  contentType: string,
): AsyncGenerator<Buffer> {
  const input = new ByteReader(content);
  try {
    yield* mergeSmallPieces(contentType === 'video/webm' ? stripMatroska(input) : stripMp4(input));
  } finally {
    await input.end();
  }
}

/** Merges small pieces, because each piece costs a write to the disk. */
async function* mergeSmallPieces(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [pending, used] = [Buffer.allocUnsafe(BUFFER_BYTES), 0];
  for await (const piece of pieces) {
    if (used > 0 && used + piece.length > BUFFER_BYTES) {
      yield pending.subarray(0, used);
      [pending, used] = [Buffer.allocUnsafe(BUFFER_BYTES), 0];
    }
    if (piece.length < BUFFER_BYTES) used += piece.copy(pending, used);
    else yield piece;
  }
  if (used > 0) yield pending.subarray(0, used);
}

/** Counts a top-level part, and yields to other requests now and then. */
async function countPart(number: number): Promise<void> {
  if (number > MAX_PARTS) throw fileProblem('film-unreadable');
  if (number % PARTS_PER_TURN === 0) await setImmediate();
}

/**
 * Boxes of an MP4 or QuickTime file (ISO 14496-12) that are kept; other top-level boxes are
 * metadata or padding.
 */
const KEPT_BOXES: ReadonlySet<string> = new Set([
  'ftyp',
  'styp',
  'mdat',
  'sidx',
  'ssix',
  'mfra',
  'pdin',
]);
/** Boxes read into memory, because they contain metadata. */
const INDEX_BOXES: ReadonlySet<string> = new Set(['moov', 'moof']);
const CONTAINER_BOXES: ReadonlySet<string> = new Set([
  'trak',
  'mdia',
  'minf',
  'traf',
  'mvex',
  'edts',
]);
/**
 * User data and metadata: positions (`©xyz`, `loci`, `com.apple.quicktime.location`), XMP,
 * dashboard cameras, padding.
 */
const DROPPED_BOXES: ReadonlySet<string> = new Set([
  'udta',
  'meta',
  'uuid',
  'gps ',
  'free',
  'skip',
]);

async function* stripMp4(input: ByteReader): AsyncGenerator<Buffer> {
  for (let part = 1; ; part++) {
    const start = await input.take(8);
    if (start.length < 8) {
      // Some cameras write a few bytes after the last box.
      yield Buffer.alloc(start.length);
      return;
    }
    await countPart(part);
    const isLong = start.readUInt32BE(0) === 1;
    const header = isLong ? Buffer.concat([start, await input.take(8)]) : Buffer.from(start);
    if (isLong && header.length < 16) throw fileProblem('film-unreadable');
    const name = header.toString('latin1', 4, 8);
    const size = isLong ? Number(header.readBigUInt64BE(8)) : header.readUInt32BE(0);
    // A box without a size is the last one.
    const length = size === 0 ? Infinity : size - header.length;
    if (length < 0) throw fileProblem('film-unreadable');

    if (INDEX_BOXES.has(name)) {
      if (length > MAX_INDEX_BYTES) throw fileProblem('film-unreadable');
      const content = Buffer.from(await input.take(length));
      if (content.length < length) throw fileProblem('film-unreadable');
      blankBoxes(content);
      yield header;
      yield content;
      await setImmediate();
    } else if (KEPT_BOXES.has(name)) {
      yield header;
      yield* input.yieldBytes(length);
    } else {
      header.write('free', 4, 'latin1');
      yield header;
      for await (const piece of input.yieldBytes(length)) yield Buffer.alloc(piece.length);
    }
  }
}

/** Number of nested boxes visited. */
type VisitCount = { boxes: number };

/** Blanks metadata in the content of an index box, recursively. */
function blankBoxes(content: Buffer, visited: VisitCount = { boxes: 0 }, level = 1): void {
  if (level > MAX_DEPTH) throw fileProblem('film-unreadable');
  for (const { name, inside, header } of readBoxes(content, visited)) {
    if (DROPPED_BOXES.has(name) || (name === 'trak' && isMetadataTrack(inside, visited))) {
      header.write('free', 4, 'latin1');
      inside.fill(0);
    } else if (CONTAINER_BOXES.has(name)) blankBoxes(inside, visited, level + 1);
  }
}

type Box = { readonly name: string; readonly header: Buffer; readonly inside: Buffer };

/**
 * Boxes in sequence, without their nested boxes.
 * @throws Problem if a box ends outside the content, or there are too many
 */
function* readBoxes(content: Buffer, visited: VisitCount): Generator<Box> {
  for (let offset = 0; offset + 8 <= content.length;) {
    if (++visited.boxes > MAX_NESTED_BOXES) throw fileProblem('film-unreadable');
    const isLong = content.readUInt32BE(offset) === 1;
    const headerBytes = isLong ? 16 : 8;
    if (offset + headerBytes > content.length) throw fileProblem('film-unreadable');
    const size =
      (isLong ? Number(content.readBigUInt64BE(offset + 8)) : content.readUInt32BE(offset)) ||
      content.length - offset;
    if (size < headerBytes || offset + size > content.length) throw fileProblem('film-unreadable');
    const name = content.toString('latin1', offset + 4, offset + 8);
    yield {
      name,
      header: content.subarray(offset, offset + headerBytes),
      inside: content.subarray(offset + headerBytes, offset + size),
    };
    offset += size;
  }
}

/** Whether the track is a metadata track, by the handler in its media box. */
function isMetadataTrack(track: Buffer, visited: VisitCount): boolean {
  for (const media of readBoxes(track, visited)) {
    if (media.name !== 'mdia') continue;
    for (const { name, inside } of readBoxes(media.inside, visited))
      if (name === 'hdlr' && inside.toString('latin1', 8, 12) === 'meta') return true;
  }
  return false;
}

/**
 * Elements of a Matroska file (RFC 9559) that are dropped: tags (place), attachments (pictures),
 * `Void` (padding).
 */
const DROPPED_ELEMENTS: ReadonlySet<number> = new Set([0x1254c367, 0x1941a469, 0xec]);
const [segment, cluster, padding] = [0x18538067, 0x1f43b675, 0xec];

async function* stripMatroska(input: ByteReader): AsyncGenerator<Buffer> {
  for (let part = 1; ; part++) {
    const first = await input.take(1);
    if (first.length === 0) return;
    if (first[0] === 0) {
      // No id starts with zero: some programs write zeros after the last element.
      const rest = await input.take(7);
      if (rest.length === 7) throw fileProblem('film-unreadable');
      yield Buffer.alloc(1 + rest.length);
      return;
    }
    await countPart(part);
    const id = await readVariableLength(first, input, 4);
    const size = await readVariableLength(await input.take(1), input, 8);
    const name = id.readUIntBE(0, id.length);
    const length = decodeSize(size);
    const header = Buffer.concat([id, size]);

    if (DROPPED_ELEMENTS.has(name)) {
      if (length === undefined) throw fileProblem('film-unreadable');
      yield createPaddingHeader(header.length, length);
      for await (const piece of input.yieldBytes(length)) yield Buffer.alloc(piece.length);
    } else {
      yield header;
      // Nested elements are read as if they were top-level.
      if (name === segment || (name === cluster && length === undefined)) continue;
      if (length === undefined) throw fileProblem('film-unreadable');
      yield* input.yieldBytes(length);
    }
  }
}

/** Reads a number whose leading zero bits give its length. */
async function readVariableLength(
  first: Buffer,
  input: ByteReader,
  maxLength: number,
): Promise<Buffer> {
  const length = Math.clz32(first[0] ?? 0) - 23;
  if (length > maxLength) throw fileProblem('film-unreadable');
  const rest = await input.take(length - 1);
  if (rest.length < length - 1) throw fileProblem('film-unreadable');
  return Buffer.concat([first, rest]);
}

/** @returns undefined for an unknown size, as in a live stream */
function decodeSize(size: Buffer): number | undefined {
  const mask = (1n << BigInt(7 * size.length)) - 1n;
  const value = BigInt(`0x${size.toString('hex')}`) & mask;
  return value === mask ? undefined : Number(value);
}

/**
 * Creates the header of padding that replaces an element of the same length.
 * @param headerBytes at most eleven
 */
function createPaddingHeader(headerBytes: number, contentBytes: number): Buffer {
  const width = Math.min(8, headerBytes - 1);
  const value = BigInt(headerBytes - 1 - width + contentBytes) | (1n << BigInt(7 * width));
  const header = Buffer.alloc(headerBytes);
  header[0] = padding;
  header.write(value.toString(16).padStart(2 * width, '0'), 1, 'hex');
  return header;
}
