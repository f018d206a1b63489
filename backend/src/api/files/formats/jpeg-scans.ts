const [temporary, firstRestart] = [0x01, 0xd0];
const [startOfImage, endOfImage, startOfScan] = [0xd8, 0xd9, 0xda];
const hasNoLength = (marker: number): boolean =>
  marker === temporary || (marker >= firstRestart && marker <= startOfImage);

/**
 * Counts the scans of a JPEG by its markers, up to one more than `limit`. The time of decoding
 * grows with scans and pixels, and a file of a few kB can have a hundred scans of a large picture.
 * Finds markers as libjpeg does; embedded pictures do not count.
 */
export function countScans(jpeg: Buffer, limit: number): number {
  let scans = 0;
  for (
    let offset = jpeg.indexOf(0xff);
    offset >= 0 && scans <= limit;
    offset = jpeg.indexOf(0xff, offset)
  ) {
    const marker = jpeg[offset + 1];
    if (marker === undefined || marker === endOfImage) break;
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    offset += 2;
    // 0xff 0x00 is an escaped data byte, not a marker.
    if (marker === 0 || hasNoLength(marker)) continue;
    if (offset + 2 > jpeg.length) break;
    offset += jpeg.readUInt16BE(offset);
    if (marker === startOfScan) scans++;
  }
  return scans;
}
