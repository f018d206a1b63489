import { deflateSync } from 'node:zlib';
import { fileProblem } from '../file.problems.js';

/** Markers of metadata in embedded pictures: Exif, XMP and IPTC. */
const PICTURE_METADATA_MARKERS = ['Exif\0\0', 'http://ns.adobe.com/', 'Photoshop 3.0\0'];

/** Marker bytes of the JPEG segments that hold Exif and XMP (APP1), or IPTC (APP13). */
const [MARKER, APP1, APP13] = [0xff, 0xe1, 0xed];

/** Longest distance between a metadata dictionary's type and its stream. */
const MAX_DICTIONARY_BYTES = 4_096;
/** Limit of metadata objects; no real document has more, and each costs time. */
const MAX_METADATA_OBJECTS = 1_000;
const EMPTY_DEFLATED = deflateSync('');

/**
 * Removes title, author, programs, XMP and picture metadata from a PDF.
 * - Bytes are overwritten in place, because a PDF refers to byte offsets.
 * - Metadata packed into an object stream stays, but nothing refers to it. Text and encrypted
 * contents stay.
 * - Each part is read once, so the time is linear in the length.
 * - A signed PDF stays unchanged, because any change breaks its signature.
 * @throws Problem
 */
export function removePdfMetadata(pdf: Buffer): Buffer {
  if (isSigned(pdf)) return pdf;
  const bytes = Buffer.from(pdf);
  for (const [from, to] of pictureMetadataSegments(bytes)) bytes.fill(0, from, to);
  const text = bytes.toString('latin1');
  blankPackets(bytes, text);
  blankStreams(bytes, text);
  blankInfo(bytes, text);
  return bytes;
}

/** Whether the PDF has a signature; its byte ranges are always plain text. */
function isSigned(pdf: Buffer): boolean {
  return /\/ByteRange\s{0,16}\[\s{0,16}\d/.test(pdf.toString('latin1'));
}

/**
 * Ranges of Exif, XMP and IPTC in embedded JPEG pictures. A segment has two bytes of marker, two of
 * length, then the name.
 */
function* pictureMetadataSegments(bytes: Buffer): Iterable<readonly [from: number, to: number]> {
  for (const name of PICTURE_METADATA_MARKERS)
    for (
      let offset = bytes.indexOf(name, 0, 'latin1');
      offset >= 0;
      offset = bytes.indexOf(name, offset + 1, 'latin1')
    ) {
      const isMarked =
        offset >= 4 &&
        bytes[offset - 4] === MARKER &&
        (bytes[offset - 3] === APP1 || bytes[offset - 3] === APP13);
      if (isMarked)
        yield [offset, Math.min(bytes.length, offset - 2 + bytes.readUInt16BE(offset - 2))];
    }
}

/** Blanks XMP packets, delimited the same way in every file format. */
function blankPackets(bytes: Buffer, text: string): void {
  for (const [begin, end] of [
    ['<?xpacket begin', '<?xpacket end'],
    ['<x:xmpmeta', '</x:xmpmeta>'],
  ] as const)
    for (let from = text.indexOf(begin); from >= 0;) {
      const to = text.indexOf(end, from);
      if (to < 0) break;
      bytes.fill(' ', from, to);
      from = text.indexOf(begin, to);
    }
}

/** Blanks metadata streams; a compressed one becomes an empty text with padding. */
function blankStreams(bytes: Buffer, text: string): void {
  let [parsedUntil, count] = [0, 0];
  for (const { index } of text.matchAll(/\/Type\s{0,16}\/Metadata\b/g)) {
    if (index < parsedUntil) continue;
    if (++count > MAX_METADATA_OBJECTS) throw fileProblem('paper-unreadable');
    const after = text.slice(index, index + MAX_DICTIONARY_BYTES);
    const begin = /\bendobj\b|\bstream\r?\n/.exec(after);
    if (!begin || begin[0] === 'endobj') continue;
    const from = index + begin.index + begin[0].length;
    const end = text.indexOf('endstream', from);
    if (end < 0) return;
    const before = text.slice(Math.max(0, index - MAX_DICTIONARY_BYTES), index);
    const isCompressed = /\/FlateDecode\b/.test(
      before.slice(before.lastIndexOf(' obj') + 1) + after.slice(0, begin.index),
    );
    bytes.fill(isCompressed ? 0 : ' ', from, end);
    if (isCompressed && end - from >= EMPTY_DEFLATED.length) EMPTY_DEFLATED.copy(bytes, from);
    parsedUntil = end;
  }
}

/** Blanks the strings of the information dictionary and the references to it. */
function blankInfo(bytes: Buffer, text: string): void {
  const infoIds = new Set<string>();
  for (const { 0: reference, 1: number, 2: generation, index } of text.matchAll(
    /\/Info\s{1,16}(\d{1,10})\s{1,16}(\d{1,5})\s{1,16}R\b/g,
  )) {
    bytes.fill(' ', index, index + reference.length);
    if (infoIds.add(`${number} ${generation}`).size > MAX_METADATA_OBJECTS)
      throw fileProblem('paper-unreadable');
  }
  if (infoIds.size === 0) return;
  let parsedUntil = 0;
  for (const { 0: head, 1: number, 2: generation, index } of text.matchAll(
    /\b(\d{1,10})\s{1,16}(\d{1,5})\s{1,16}obj\b/g,
  )) {
    if (index < parsedUntil || !infoIds.has(`${number} ${generation}`)) continue;
    const end = text.indexOf('endobj', index);
    parsedUntil = end < 0 ? bytes.length : end;
    // In another revision of the PDF, the number may belong to a picture or a text.
    const isStream = />>\s{0,16}stream\b/.test(text.slice(index, parsedUntil));
    if (!isStream) blankStrings(bytes, index + head.length, parsedUntil);
  }
}

const [open, close, backslash, less, greater] = [0x28, 0x29, 0x5c, 0x3c, 0x3e];

/** Blanks `(text)`, also with nested brackets, and `<hex>`; `<<` starts a dictionary. */
function blankStrings(bytes: Buffer, from: number, end: number): void {
  for (let offset = from; offset < end;) {
    const isDictionary = bytes[offset] === less && bytes[offset + 1] === less;
    if (isDictionary) offset += 2;
    else if (bytes[offset] === less) {
      const stringEnd = findHexEnd(bytes, offset + 1, end);
      bytes.fill('0', offset + 1, stringEnd);
      offset = stringEnd + 1;
    } else if (bytes[offset] === open) {
      const stringEnd = findTextEnd(bytes, offset + 1, end);
      bytes.fill(' ', offset + 1, stringEnd);
      offset = stringEnd + 1;
    } else offset++;
  }
}

/** @returns offset of the closing `>`, or `end` */
function findHexEnd(bytes: Buffer, from: number, end: number): number {
  const closing = bytes.subarray(from, end).indexOf(greater);
  return closing < 0 ? end : from + closing;
}

/** @returns offset of the bracket that closes a text, or `end` */
function findTextEnd(bytes: Buffer, from: number, end: number): number {
  let depth = 1;
  for (let offset = from; offset < end; offset++) {
    const byte = bytes[offset];
    if (byte === backslash)
      offset++; // The escaped byte opens and closes nothing.
    else if (byte === open) depth++;
    else if (byte === close && --depth === 0) return offset;
  }
  return end;
}
