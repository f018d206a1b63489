const [startOfImage, endOfImage, startOfScan] = [0xd8, 0xd9, 0xda];
const hasNoLength = (marker: number): boolean =>
  marker === 0x01 || (marker >= 0xd0 && marker <= startOfImage);

/**
 * Scans of a JPEG, by its markers and in one pass; stops behind `most`. Decoding costs time for
 * each scan and pixel, and a scan that covers the whole picture may have 75 bytes. Markers are
 * found as libjpeg finds them; embedded pictures do not count.
 */
export function countScans(jpeg: Buffer, most: number): number {
  let scans = 0;
  for (let at = jpeg.indexOf(0xff); at >= 0 && scans <= most; at = jpeg.indexOf(0xff, at)) {
    const marker = jpeg[at + 1];
    if (marker === undefined || marker === endOfImage) break;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    at += 2;
    // Zero is a stuffed byte of the scan before.
    if (marker === 0 || hasNoLength(marker)) continue;
    if (at + 2 > jpeg.length) break;
    at += jpeg.readUInt16BE(at);
    if (marker === startOfScan) scans++;
  }
  return scans;
}
