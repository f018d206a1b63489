/** Page types of the B-trees of indexes and tables: interior pages, and leaves. */
const INTERIOR_PAGES: ReadonlySet<number> = new Set([0x02, 0x05]);
const LEAF_PAGES: ReadonlySet<number> = new Set([0x0a, 0x0d]);
/**
 * Other pages may begin with the number of a page. Above this number (128 GB in pages of 4 kB), its
 * first byte could be mistaken for a page type.
 */
const MAX_PAGE_NUMBER = 0x02000000;
const FILE_HEADER_BYTES = 100;
const CELL_POINTER_BYTES = 2;
const ZEROS = Buffer.alloc(65_536);

/**
 * Copies a page with zeros between its cell pointers and its cells. Returns undefined if they are
 * there already.
 * `secure_delete` overwrites a deleted row, but not its earlier copies, from before cells moved
 * between pages (https://www.sqlite.org/fileformat2.html, "B-tree Pages").
 * @param number page number, from 1
 */
export function clearUnusedSpace(page: Uint8Array, number: number): Uint8Array | undefined {
  const headerStart = number === 1 ? FILE_HEADER_BYTES : 0;
  const pageType = page[headerStart]!;
  if (number >= MAX_PAGE_NUMBER || !(INTERIOR_PAGES.has(pageType) || LEAF_PAGES.has(pageType)))
    return undefined;
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  const headerBytes = INTERIOR_PAGES.has(pageType) ? 12 : 8;
  const cellCount = view.getUint16(headerStart + 3);
  const from = headerStart + headerBytes + cellCount * CELL_POINTER_BYTES;
  const to = view.getUint16(headerStart + 5) || 65_536;
  if (from >= to || to > page.length) return undefined;
  if (Buffer.compare(page.subarray(from, to), ZEROS.subarray(0, to - from)) === 0) return undefined;
  return Uint8Array.from(page).fill(0, from, to);
}
