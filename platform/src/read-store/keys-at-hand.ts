import { getHeapStatistics } from 'node:v8';
import type { SqliteFile } from '../embedded/sqlite-file.js';
import { PiecesWritten, type WrittenColumns } from './pieces-written.js';
import { rowsOfPiece } from './row-set.js';
import { RowsOfKey } from './rows-of-key.js';

/**
 * Of what was read lately, in bytes. All that people look for among 1,000,000 leads is some 100 MB; a small machine has room for
 * a third of it and reads again.
 */
const mostKept = Math.min(128_000_000, Math.max(32_000_000, getHeapStatistics().heap_size_limit / 16));

/** Rows that have a key, put together from the pieces that are written, as far as they were asked for lately. */
export class KeysAtHand {
  private readonly kept = new Map<string, RowsOfKey>();
  private readonly select: string;
  private weight = 0;

  constructor(
    table: string,
    private readonly file: Pick<SqliteFile, 'reader'>,
    private readonly most = mostKept,
  ) {
    this.select = PiecesWritten.select(table);
  }

  /** Those of the first so many pieces. */
  get(organization: number, key: string, written: number): RowsOfKey {
    const name = nameOf(organization, key);
    const known = this.kept.get(name);
    return known && known.until >= written * rowsOfPiece ? known : this.read(name, organization, key, written, known);
  }

  /** A row came or went that was written before. */
  changed(organization: number, key: string, row: number, isThere: boolean): void {
    const name = nameOf(organization, key);
    const rows = this.kept.get(name);
    if (!rows || row >= rows.until) return;
    this.weight -= weightOf(name, rows);
    if (isThere) rows.add(row);
    else rows.delete(row);
    this.weight += weightOf(name, rows);
  }

  forget(): void {
    this.kept.clear();
    this.weight = 0;
  }

  private read(name: string, organization: number, key: string, written: number, known: RowsOfKey | undefined): RowsOfKey {
    const after = this.file.reader<WrittenColumns>(this.select).first(organization, key, (known?.until ?? 0) / rowsOfPiece);
    const rows = RowsOfKey.of(written * rowsOfPiece, known, PiecesWritten.of(after!));
    this.kept.delete(name);
    this.kept.set(name, rows);
    this.weight += weightOf(name, rows) - (known ? weightOf(name, known) : 0);
    for (const [oldest, others] of this.kept) {
      if (this.weight <= this.most || oldest === name) break;
      this.kept.delete(oldest);
      this.weight -= weightOf(oldest, others);
    }
    return rows;
  }
}

const nameOf = (organization: number, key: string) => `${organization} ${key}`;
const weightOf = (name: string, rows: RowsOfKey) => 2 * name.length + rows.weight;
