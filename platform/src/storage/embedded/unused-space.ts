/** Kinds of pages that hold rows or keys: of an index, of a table; inner ones first. */
const interior: ReadonlySet<number> = new Set([0x02, 0x05]);
const leaves: ReadonlySet<number> = new Set([0x0a, 0x0d]);
/**
 * From here on the number of the next page, with which other kinds of pages begin, could be taken
 * for a kind: 128 GB of 4 kB.
 */
const mostPages = 0x02000000;
const fileHeader = 100;
const zeros = Buffer.alloc(65_536);

/**
 * A page of an SQLite file with the space between its cell pointers and its cells overwritten, or
 * undefined where nothing is to be done. `secure_delete` overwrites a row where it stands when it
 * is deleted, but not where it stood before cells were distributed anew among pages, where some
 * deleted rows could still be read (https://www.sqlite.org/fileformat2.html, "B-tree Pages").
 * @param number of the page, from 1
 */
export function withoutRemains(page: Uint8Array, number: number): Uint8Array | undefined {
  const header = number === 1 ? fileHeader : 0;
  const kind = page[header]!;
  if (number >= mostPages || !(interior.has(kind) || leaves.has(kind))) return undefined;
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  const from = header + (interior.has(kind) ? 12 : 8) + 2 * view.getUint16(header + 3);
  const to = view.getUint16(header + 5) || 65_536;
  if (from >= to || to > page.length) return undefined;
  if (Buffer.compare(page.subarray(from, to), zeros.subarray(0, to - from)) === 0) return undefined;
  return Uint8Array.from(page).fill(0, from, to);
}
