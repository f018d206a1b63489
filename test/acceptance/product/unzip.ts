import { crc32, inflateRawSync } from 'node:zlib';

const [DIRECTORY_END, DIRECTORY_ENTRY, DEFLATED] = [0x06054b50, 0x02014b50, 8];
/** Lengths of the fixed parts, in bytes. Offsets below are those of the ZIP format (APPNOTE). */
const [DIRECTORY_END_BYTES, DIRECTORY_ENTRY_BYTES, LOCAL_HEADER_BYTES] = [22, 46, 30];

/**
 * Texts of a ZIP file's entries by name.
 * @throws Error if the file was broken off, or an entry does not fit its checksum
 */
export function unzip(file: Buffer): ReadonlyMap<string, string> {
  const end = file.length - DIRECTORY_END_BYTES;
  if (end < 0 || file.readUInt32LE(end) !== DIRECTORY_END) throw new Error('The file has no end');
  const count = file.readUInt16LE(end + 10);
  let entryAt = file.readUInt32LE(end + 16);
  const entries = new Map<string, string>();
  for (let index = 0; index < count; index++) {
    if (file.readUInt32LE(entryAt) !== DIRECTORY_ENTRY) throw new Error('An entry is missing');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      file.readUInt16LE(entryAt + offset),
    ) as [number, number, number];
    const nameAt = entryAt + DIRECTORY_ENTRY_BYTES;
    const name = file.toString('utf8', nameAt, nameAt + nameLength);
    const localHeaderAt = file.readUInt32LE(entryAt + 42);
    const start =
      localHeaderAt +
      LOCAL_HEADER_BYTES +
      file.readUInt16LE(localHeaderAt + 26) +
      file.readUInt16LE(localHeaderAt + 28);
    const stored = file.subarray(start, start + file.readUInt32LE(entryAt + 20));
    const content = file.readUInt16LE(entryAt + 10) === DEFLATED ? inflateRawSync(stored) : stored;
    if (crc32(content) !== file.readUInt32LE(entryAt + 16)) throw new Error(`${name} is damaged`);
    entries.set(name, content.toString());
    entryAt = nameAt + nameLength + extraLength + commentLength;
  }
  return entries;
}
