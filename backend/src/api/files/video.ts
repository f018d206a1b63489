import { setImmediate } from 'node:timers/promises';
import { ByteReader } from './byte-reader.js';
import { fileProblem } from './file.words.js';

/** Most that is held at once of the part that says what is where in a video. */
const largestIndex = 8 * 2 ** 20;
/**
 * Limits of what one video may ask of the processor; videos from cameras and browsers stay far
 * below.
 */
const mostParts = 100_000;
const mostBoxesInside = 20_000;
const mostLevels = 8;
/** Other requests have their turn after so many parts. */
const partsInTurn = 128;
/** Output is buffered up to this many bytes. */
const bytesAtOnce = 64 * 1024;

/**
 * A video without what says where and with what it was taken, in pieces of about 64 kB. Every byte
 * of it stays where it is, so that nothing else of the video has to change: what goes is
 * overwritten by padding, which both formats have. What a camera writes along the video as a track
 * of its own is taken out of the index of an MP4; its samples stay among those of the picture,
 * where no player finds them.
 * @throws Problem if it is not of the format that its first bytes say, or consists of more parts
 * than a video has
 */
export async function* videoWithoutMetadata(
  content: AsyncIterable<Buffer>,
  contentType: string,
): AsyncGenerator<Buffer> {
  const input = new ByteReader(content);
  try {
    yield* gathered(contentType === 'video/webm' ? elements(input) : boxes(input));
  } finally {
    await input.end();
  }
}

/** Each piece that is passed on costs a write to the disk, so small ones go together. */
async function* gathered(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [held, used] = [Buffer.allocUnsafe(bytesAtOnce), 0];
  for await (const piece of pieces) {
    if (used > 0 && used + piece.length > bytesAtOnce) {
      yield held.subarray(0, used);
      [held, used] = [Buffer.allocUnsafe(bytesAtOnce), 0];
    }
    if (piece.length < bytesAtOnce) used += piece.copy(held, used);
    else yield piece;
  }
  if (used > 0) yield held.subarray(0, used);
}

/**
 * Before each part at the top. Those that are in memory already would otherwise follow each other
 * without any other request between.
 */
async function beginPart(number: number): Promise<void> {
  if (number > mostParts) throw fileProblem('film-unreadable');
  if (number % partsInTurn === 0) await setImmediate();
}

/**
 * ISO 14496-12 and QuickTime: boxes of a size, a name and a content. Whatever else stands at the
 * top is metadata, or padding.
 */
const keptBoxes: ReadonlySet<string> = new Set([
  'ftyp',
  'styp',
  'mdat',
  'sidx',
  'ssix',
  'mfra',
  'pdin',
]);
/** Small, and with metadata inside. */
const heldBoxes: ReadonlySet<string> = new Set(['moov', 'moof']);
const containers: ReadonlySet<string> = new Set(['trak', 'mdia', 'minf', 'traf', 'mvex', 'edts']);
/**
 * User data and metadata, with positions (`©xyz`, `loci`, `com.apple.quicktime.location`), XMP,
 * places of dashboard cameras, padding.
 */
const droppedBoxes: ReadonlySet<string> = new Set(['udta', 'meta', 'uuid', 'gps ', 'free', 'skip']);

async function* boxes(input: ByteReader): AsyncGenerator<Buffer> {
  for (let part = 1; ; part++) {
    const start = await input.take(8);
    if (start.length < 8) {
      // Some cameras write a few bytes after the last box.
      yield Buffer.alloc(start.length);
      return;
    }
    await beginPart(part);
    const isLong = start.readUInt32BE(0) === 1;
    const header = isLong ? Buffer.concat([start, await input.take(8)]) : Buffer.from(start);
    if (isLong && header.length < 16) throw fileProblem('film-unreadable');
    const name = header.toString('latin1', 4, 8);
    const size = isLong ? Number(header.readBigUInt64BE(8)) : header.readUInt32BE(0);
    // Without a size it is the last one.
    const length = size === 0 ? Infinity : size - header.length;
    if (length < 0) throw fileProblem('film-unreadable');

    if (heldBoxes.has(name)) {
      if (length > largestIndex) throw fileProblem('film-unreadable');
      const held = Buffer.from(await input.take(length));
      if (held.length < length) throw fileProblem('film-unreadable');
      blankBoxes(held);
      yield header;
      yield held;
      await setImmediate();
    } else if (keptBoxes.has(name)) {
      yield header;
      yield* input.pass(length);
    } else {
      header.write('free', 4, 'latin1');
      yield header;
      for await (const piece of input.pass(length)) yield Buffer.alloc(piece.length);
    }
  }
}

/** How many boxes of one that is held have been looked at. */
type Looked = { boxes: number };

/** The content of a box that is held, and of the boxes in it. */
function blankBoxes(content: Buffer, looked: Looked = { boxes: 0 }, level = 1): void {
  if (level > mostLevels) throw fileProblem('film-unreadable');
  for (const { name, inside, start } of boxesOf(content, looked)) {
    if (droppedBoxes.has(name) || (name === 'trak' && isOfMetadata(inside, looked))) {
      start.write('free', 4, 'latin1');
      inside.fill(0);
    } else if (containers.has(name)) blankBoxes(inside, looked, level + 1);
  }
}

type Box = { readonly name: string; readonly start: Buffer; readonly inside: Buffer };

/**
 * Boxes that follow each other, without those inside them.
 * @throws Problem if a box ends outside the content, or after too many boxes
 */
function* boxesOf(content: Buffer, looked: Looked): Generator<Box> {
  for (let at = 0; at + 8 <= content.length;) {
    if (++looked.boxes > mostBoxesInside) throw fileProblem('film-unreadable');
    const isLong = content.readUInt32BE(at) === 1;
    const header = isLong ? 16 : 8;
    if (at + header > content.length) throw fileProblem('film-unreadable');
    const size =
      (isLong ? Number(content.readBigUInt64BE(at + 8)) : content.readUInt32BE(at)) ||
      content.length - at;
    if (size < header || at + size > content.length) throw fileProblem('film-unreadable');
    const name = content.toString('latin1', at + 4, at + 8);
    yield {
      name,
      start: content.subarray(at, at + header),
      inside: content.subarray(at + header, at + size),
    };
    at += size;
  }
}

/**
 * A track whose handler says that it is metadata. The handler stands in the media box of the track:
 * each box is looked at where it is.
 */
function isOfMetadata(track: Buffer, looked: Looked): boolean {
  for (const media of boxesOf(track, looked)) {
    if (media.name !== 'mdia') continue;
    for (const { name, inside } of boxesOf(media.inside, looked))
      if (name === 'hdlr' && inside.toString('latin1', 8, 12) === 'meta') return true;
  }
  return false;
}

/**
 * Matroska (RFC 9559): elements of an id, a size and a content. Tags say where it was taken,
 * attachments are pictures; `Void` is padding.
 */
const droppedElements: ReadonlySet<number> = new Set([0x1254c367, 0x1941a469, 0xec]);
const [segment, cluster, padding] = [0x18538067, 0x1f43b675, 0xec];

async function* elements(input: ByteReader): AsyncGenerator<Buffer> {
  for (let part = 1; ; part++) {
    const first = await input.take(1);
    if (first.length === 0) return;
    if (first[0] === 0) {
      // No id begins like this: some programs write a few zeros after the last element.
      const rest = await input.take(7);
      if (rest.length === 7) throw fileProblem('film-unreadable');
      yield Buffer.alloc(1 + rest.length);
      return;
    }
    await beginPart(part);
    const id = await variableLength(first, input, 4);
    const size = await variableLength(await input.take(1), input, 8);
    const name = id.readUIntBE(0, id.length);
    const length = valueOf(size);
    const header = Buffer.concat([id, size]);

    if (droppedElements.has(name)) {
      if (length === undefined) throw fileProblem('film-unreadable');
      yield paddingHeader(header.length, length);
      for await (const piece of input.pass(length)) yield Buffer.alloc(piece.length);
    } else {
      yield header;
      // The content of these elements is read as if it were beside them.
      if (name === segment || (name === cluster && length === undefined)) continue;
      if (length === undefined) throw fileProblem('film-unreadable');
      yield* input.pass(length);
    }
  }
}

/** Its first byte says by its leading zeros how many follow. */
async function variableLength(first: Buffer, input: ByteReader, most: number): Promise<Buffer> {
  const length = Math.clz32(first[0] ?? 0) - 23;
  if (length > most) throw fileProblem('film-unreadable');
  const rest = await input.take(length - 1);
  if (rest.length < length - 1) throw fileProblem('film-unreadable');
  return Buffer.concat([first, rest]);
}

/** Undefined: unknown, as of a video that was sent while it was made. */
function valueOf(size: Buffer): number | undefined {
  const mask = (1n << BigInt(7 * size.length)) - 1n;
  const value = BigInt(`0x${size.toString('hex')}`) & mask;
  return value === mask ? undefined : Number(value);
}

/**
 * A header of that many bytes, eleven at most, of padding that is as long as what it stands for.
 */
function paddingHeader(bytes: number, length: number): Buffer {
  const width = Math.min(8, bytes - 1);
  const value = BigInt(bytes - 1 - width + length) | (1n << BigInt(7 * width));
  const header = Buffer.alloc(bytes);
  header[0] = padding;
  header.write(value.toString(16).padStart(2 * width, '0'), 1, 'hex');
  return header;
}
