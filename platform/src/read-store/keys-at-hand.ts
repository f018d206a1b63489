import { getHeapStatistics } from 'node:v8';
import type { SqliteFile } from '../embedded/sqlite-file.js';
import { RowSet, rowsOfPiece } from './row-set.js';
import { RowsOfKey } from './rows-of-key.js';

/**
 * Of what was read lately, in bytes. All that people look for among 1,000,000 leads is some 100 MB; a small machine has room for
 * a third of it and reads again.
 */
const mostKept = Math.min(128_000_000, Math.max(32_000_000, getHeapStatistics().heap_size_limit / 16));

/** Rows that have a key, put together from the pieces that are written, as far as they were asked for lately. */
export class KeysAtHand {
  private readonly kept = new Map<string, RowsOfKey>();
  private weight = 0;

  constructor(
    private readonly table: string,
    private readonly file: Pick<SqliteFile, 'reader'>,
    private readonly most = mostKept,
  ) {}

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
    const statement = `SELECT piece, rows FROM ${this.table} WHERE organization = ? AND key = ? AND piece >= ? ORDER BY piece`;
    const parts = this.file
      .reader<[number, Uint8Array]>(statement)
      .all(organization, key, (known?.until ?? 0) / rowsOfPiece)
      .map(([piece, bytes]) => RowSet.of(bytes).rows(piece * rowsOfPiece));
    const rows = RowsOfKey.of(written * rowsOfPiece, known, parts);
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
