import { afterEach, describe, expect, test } from '@jest/globals';
import Database from 'libsql';
import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../../../test/acceptance/product/until.js';
import { folders } from '../../testing/folders.js';
import { SqliteFile } from './sqlite-file.js';
import { clearUnusedSpace } from './unused-space.js';

const createFolder = folders();
const schema = `
  CREATE TABLE IF NOT EXISTS persons (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, text TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS by_text ON persons (text)`;
const opened: SqliteFile[] = [];
afterEach(() => opened.splice(0).forEach((file) => file.close()));

function open(dataFolder: string): SqliteFile {
  const file = new SqliteFile(join(dataFolder, 'persons.sqlite'), { schema });
  opened.push(file);
  return file;
}

/**
 * Repeatable random numbers, because the layout of rows in pages decides which copies stay behind.
 */
function seededIntegers(seed: number): (max: number) => number {
  return (max) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed % max;
  };
}

/**
 * Inserts rows of many lengths in random order and lets them grow, so that pages are split.
 * @returns the marker of each row
 */
async function fill(file: SqliteFile, count: number): Promise<readonly string[]> {
  const integerBelow = seededIntegers(12);
  const insert = file.writer('INSERT INTO persons VALUES (?, ?, ?)');
  const grow = file.writer('UPDATE persons SET text = text || ? WHERE row = ?');
  const markers: string[] = [];
  // Primes spread the row numbers, so that rows are inserted in random order.
  const rows = Array.from({ length: count }, (_, index) => ({
    row: 1 + index * 7_919 + integerBelow(7_000) * 1_000_003,
    marker: `marker-${randomUUID()}`,
  }));
  for (let from = 0; from < count; from += 100)
    await file.write(() => {
      for (const { row, marker } of rows.slice(from, from + 100)) {
        insert(row, marker, `${marker} ${'x'.repeat(integerBelow(800))}`);
        markers.push(marker);
      }
      for (let times = 0; times < 50; times++)
        grow('y'.repeat(integerBelow(300)), rows[integerBelow(from + 100)]!.row);
    });
  return markers;
}

/** Deletes rows and schedules the overwriting of their pages. */
async function deleteRows(file: SqliteFile, ids: readonly string[]): Promise<void> {
  const remove = file.writer('DELETE FROM persons WHERE id = ?');
  await file.write(() => {
    for (const id of ids) remove(id);
    file.scrub();
  });
}

/** Markers that are still in some file of the folder. */
function findRemaining(dataFolder: string, markers: readonly string[]): readonly string[] {
  const found = new Set(
    readdirSync(dataFolder).flatMap(
      (name) => readFileSync(join(dataFolder, name), 'latin1').match(/marker-[-0-9a-f]{36}/g) ?? [],
    ),
  );
  return markers.filter((marker) => found.has(marker));
}

/** Waits until no file holds the markers. */
const waitUntilGone = (dataFolder: string, markers: readonly string[]) =>
  until(() => findRemaining(dataFolder, markers).length === 0, {
    what: () => `the last of ${findRemaining(dataFolder, markers).length} rows to be overwritten`,
  });

describe('deleted data', () => {
  test('soon disappear from the file and its write-ahead log, and the file stays valid', async () => {
    const dataFolder = createFolder();
    const file = open(dataFolder);
    const markers = await fill(file, 4_000);
    const deleted = markers.filter((_, index) => index % 8 === 0);
    const remaining = markers.filter((_, index) => index % 8 !== 0);
    await deleteRows(file, deleted);
    await waitUntilGone(dataFolder, deleted);
    expect(findRemaining(dataFolder, remaining)).toHaveLength(remaining.length);
    expect(file.reader<[string]>('PRAGMA integrity_check').first()).toEqual(['ok']);
    expect(file.reader<[number]>('SELECT count(*) FROM persons').first()).toEqual([
      remaining.length,
    ]);
  });

  test('are overwritten when the last reader of an older state has ended, without blocking writers', async () => {
    const dataFolder = createFolder();
    const file = open(dataFolder);
    const markers = await fill(file, 300);
    const reader = new Database(join(dataFolder, 'persons.sqlite'), { readonly: true });
    reader.exec('BEGIN; SELECT count(*) FROM persons');
    expect(reader.prepare('SELECT count(*) FROM persons').raw().get([])).toEqual([300]);
    await deleteRows(file, markers.slice(0, 100));
    const more = await fill(file, 100);
    expect(findRemaining(dataFolder, markers.slice(0, 100)).length).toBeGreaterThan(0);
    reader.exec('COMMIT');
    await waitUntilGone(dataFolder, markers.slice(0, 100));
    expect(findRemaining(dataFolder, more)).toHaveLength(100);
    reader.close();
  });

  test('do not return by a write that moves them to an overwritten page', async () => {
    const file = open(createFolder());
    const markers = await fill(file, 2_000);
    await deleteRows(file, markers.slice(0, 400));
    // Moves rows between pages while the file is overwritten step by step.
    await fill(file, 300);
    await until(() => file.reader<[number]>('PRAGMA user_version').first()![0] === 0);
    const pages = file.reader<[number, Uint8Array]>('SELECT pgno, data FROM sqlite_dbpage').all();
    const withRemains = pages.filter(([number, page]) => clearUnusedSpace(page, number));
    expect(withRemains.map(([number]) => number)).toEqual([]);
  });

  test('are overwritten by the next process that opens the file after a crash', async () => {
    const dataFolder = createFolder();
    const first = open(dataFolder);
    const markers = await fill(first, 2_000);
    await deleteRows(first, markers.slice(0, 400));
    first.close();
    open(dataFolder);
    await waitUntilGone(dataFolder, markers.slice(0, 400));
  });
});
