// Sizes and offsets below are those of the OpenType format.
const HEADER_BYTES = 12;
const TABLE_RECORD = { bytes: 16, offsetAt: 8 };
/** Table `cmap`, which maps characters to glyphs: its head, then a record for each mapping. */
const CMAP = { countAt: 2, recordsAt: 4, recordBytes: 8, offsetAt: 4 };
/** Mapping whose ranges are groups. */
const FORMAT_12 = { countAt: 12, groupsAt: 16, groupBytes: 12 };
/** Mapping with the last codes of all ranges, and after a pause of two bytes their first codes. */
const FORMAT_4 = { bytesAt: 6, lastCodesAt: 14, firstCodesAt: 16 };

/** Offset of a table in a font file. */
function findOffset(font: DataView, wanted: string): number {
  const count = font.getUint16(4);
  for (let index = 0; index < count; index++) {
    const entryOffset = HEADER_BYTES + index * TABLE_RECORD.bytes;
    const tag = String.fromCharCode(
      ...[0, 1, 2, 3].map((byte) => font.getUint8(entryOffset + byte)),
    );
    if (tag === wanted) return font.getUint32(entryOffset + TABLE_RECORD.offsetAt);
  }
  throw new Error(`The font has no table ${wanted}`);
}

type Range = readonly [first: number, last: number];

/** Ranges of code points that have a glyph, from tables of format 4 and 12. */
function readRanges(font: DataView, table: number): readonly Range[] {
  const format = font.getUint16(table);
  if (format === 12)
    return Array.from({ length: font.getUint32(table + FORMAT_12.countAt) }, (_, index): Range => {
      const group = table + FORMAT_12.groupsAt + index * FORMAT_12.groupBytes;
      return [font.getUint32(group), font.getUint32(group + 4)];
    });
  if (format !== 4) return [];
  const bytes = font.getUint16(table + FORMAT_4.bytesAt);
  return Array.from({ length: bytes / 2 }, (_, index): Range => {
    const last = font.getUint16(table + FORMAT_4.lastCodesAt + index * 2);
    return [font.getUint16(table + FORMAT_4.firstCodesAt + bytes + index * 2), last];
  });
}

/** Ranges of all code points for which a TrueType font has a glyph. */
export function readCoverage(file: Uint8Array): readonly Range[] {
  const font = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const cmap = findOffset(font, 'cmap');
  return Array.from({ length: font.getUint16(cmap + CMAP.countAt) }, (_, index) => {
    const record = cmap + CMAP.recordsAt + index * CMAP.recordBytes;
    return readRanges(font, cmap + font.getUint32(record + CMAP.offsetAt));
  }).flat();
}

/** Characters that are never drawn: controls, joiners, line ends, variation selectors. */
const UNDRAWN = /[\p{C}\p{Z}\p{Variation_Selector}]/u;

/** Creates a test whether some font has a glyph for a character. It caches its answers. */
export function createGlyphCheck(ranges: readonly Range[]): (character: string) => boolean {
  const answers = new Map<string, boolean>();
  const hasGlyph = (character: string): boolean => {
    const code = character.codePointAt(0)!;
    return UNDRAWN.test(character) || ranges.some(([first, last]) => code >= first && code <= last);
  };
  return (character) => {
    const answer = answers.get(character) ?? hasGlyph(character);
    answers.set(character, answer);
    return answer;
  };
}

/** Copy of a document's data, with each text changed. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, mapTexts(member, change)]),
  );
}
