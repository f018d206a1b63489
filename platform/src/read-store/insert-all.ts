import type { Column, SqliteFile } from '../embedded/sqlite-file.js';

/** So many rows by one statement, which costs less than a statement for each; few lots, so that all of them stay prepared. */
const lots = [50, 10, 3, 1] as const;

/** Puts rows of one length into a table, in their order. */
export function insertAll(file: Pick<SqliteFile, 'writer'>, table: string, rows: readonly (readonly Column[])[]): void {
  for (let start = 0; start < rows.length;) {
    const lot = lots.find((size) => size <= rows.length - start)!;
    const row = `(${rows[start]!.map(() => '?').join()})`;
    const insert = file.writer(`INSERT INTO ${table} VALUES ${Array.from({ length: lot }, () => row).join()}`);
    insert(...(lot === 1 ? rows[start]! : rows.slice(start, start + lot).flat()));
    start += lot;
  }
}
