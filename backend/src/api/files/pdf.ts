import { deflateSync } from 'node:zlib';
import { fileProblem } from './file.words.js';

/** Markers of metadata in embedded pictures: Exif, XMP and the IPTC data of photo editors. */
const pictureMetadata = ['Exif\0\0', 'http://ns.adobe.com/', 'Photoshop 3.0\0'];

/** Most bytes between a dictionary with the metadata type and the start of its stream. */
const longestDictionary = 4_096;
/** More is no written document, and looking at each would hold up all other requests. */
const mostMetadata = 1_000;
const nothingPacked = deflateSync('');

/**
 * A PDF without its title, author and programs, without XMP, and its pictures without where they
 * were taken. Every byte of it stays where it is, because a PDF says by places what is where: what
 * goes is overwritten. What a program has packed into an object stream stays in it, and is referred
 * to no more. The text of the PDF and an encrypted one's contents stay as they are. Each part is
 * looked at once, whatever the PDF says of itself: the time that it takes grows with its length
 * alone. A signed PDF is returned unchanged, because any change would break its signature.
 * @throws Problem
 */
export function pdfWithoutMetadata(pdf: Buffer): Buffer {
  if (isSigned(pdf)) return pdf;
  const bytes = Buffer.from(pdf);
  for (const [from, to] of pictureSegments(bytes)) bytes.fill(0, from, to);
  const text = bytes.toString('latin1');
  blankPackets(bytes, text);
  blankStreams(bytes, text);
  blankInfo(bytes, text);
  return bytes;
}

/** A signature names the ranges of bytes that it covers, always in plain text. */
function isSigned(pdf: Buffer): boolean {
  return /\/ByteRange\s{0,16}\[\s{0,16}\d/.test(pdf.toString('latin1'));
}

/** Segments of JPEG files: a marker of two bytes, a length of two, its name. */
function* pictureSegments(bytes: Buffer): Iterable<readonly [from: number, to: number]> {
  for (const name of pictureMetadata)
    for (
      let at = bytes.indexOf(name, 0, 'latin1');
      at >= 0;
      at = bytes.indexOf(name, at + 1, 'latin1')
    ) {
      const isMarked =
        at >= 4 && bytes[at - 4] === 0xff && (bytes[at - 3] === 0xe1 || bytes[at - 3] === 0xed);
      if (isMarked) yield [at, Math.min(bytes.length, at - 2 + bytes.readUInt16BE(at - 2))];
    }
}

/** XMP stands between marks by which it is found in any format. */
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

/** Metadata that is packed: an empty text in its place, and padding after it. */
function blankStreams(bytes: Buffer, text: string): void {
  let [reached, count] = [0, 0];
  for (const { index } of text.matchAll(/\/Type\s{0,16}\/Metadata\b/g)) {
    if (index < reached) continue;
    if (++count > mostMetadata) throw fileProblem('paper-unreadable');
    const after = text.slice(index, index + longestDictionary);
    const begin = /\bendobj\b|\bstream\r?\n/.exec(after);
    if (!begin || begin[0] === 'endobj') continue;
    const from = index + begin.index + begin[0].length;
    const end = text.indexOf('endstream', from);
    if (end < 0) return;
    const before = text.slice(Math.max(0, index - longestDictionary), index);
    const isPacked = /\/FlateDecode\b/.test(
      before.slice(before.lastIndexOf(' obj') + 1) + after.slice(0, begin.index),
    );
    bytes.fill(isPacked ? 0 : ' ', from, end);
    if (isPacked && end - from >= nothingPacked.length) nothingPacked.copy(bytes, from);
    reached = end;
  }
}

/** Strings of the document information dictionary, and what refers to it. */
function blankInfo(bytes: Buffer, text: string): void {
  const information = new Set<string>();
  for (const { 0: reference, 1: number, 2: generation, index } of text.matchAll(
    /\/Info\s{1,16}(\d{1,10})\s{1,16}(\d{1,5})\s{1,16}R\b/g,
  )) {
    bytes.fill(' ', index, index + reference.length);
    if (information.add(`${number} ${generation}`).size > mostMetadata)
      throw fileProblem('paper-unreadable');
  }
  if (information.size === 0) return;
  let reached = 0;
  for (const { 0: head, 1: number, 2: generation, index } of text.matchAll(
    /\b(\d{1,10})\s{1,16}(\d{1,5})\s{1,16}obj\b/g,
  )) {
    if (index < reached || !information.has(`${number} ${generation}`)) continue;
    const end = text.indexOf('endobj', index);
    reached = end < 0 ? bytes.length : end;
    // In another revision of the PDF the number may belong to a picture or a text.
    const isStream = />>\s{0,16}stream\b/.test(text.slice(index, reached));
    if (!isStream) blankStrings(bytes, index + head.length, reached);
  }
}

const [open, close, backslash, less, greater] = [0x28, 0x29, 0x5c, 0x3c, 0x3e];

/** `(text)`, also with brackets inside, and `<hex>`; `<<` begins a dictionary. */
function blankStrings(bytes: Buffer, from: number, end: number): void {
  for (let at = from; at < end; at++) {
    if (bytes[at] === less && bytes[at + 1] === less) at++;
    else if (bytes[at] === less) {
      for (at++; at < end && bytes[at] !== greater; at++) bytes[at] = 0x30;
    } else if (bytes[at] === open) {
      for (let depth = 1; ++at < end;) {
        if (bytes[at] === backslash) bytes[at++] = 0x20;
        else if (bytes[at] === open) depth++;
        else if (bytes[at] === close && --depth === 0) break;
        bytes[at] = 0x20;
      }
    }
  }
}
