import Database from 'libsql';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

type Dump = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Contents of all views in a data folder that no process uses: documents and sums by collection
 * and id, independent of generation and order.
 */
export function readViews(dataDir: string): Dump {
  const file = new Database(join(dataDir, 'views.sqlite'));
  try {
    const currentCollections = JSON.parse(
      rows('SELECT id, value FROM state WHERE id = ?', 'current collections')[0]![1],
    ) as Readonly<Record<string, string>>;
    const tables = new Set(
      rows(`SELECT name, sql FROM sqlite_schema WHERE type = 'table'`).map(([name]) => name),
    );
    return Object.fromEntries(
      Object.entries(currentCollections).flatMap(([view, collection]) =>
        ['', '/sums']
          .filter((part) => tables.has(collection + part))
          .map((part) => [
            view + part,
            Object.fromEntries(
              rows(`SELECT id, json FROM "${collection}${part}"`).map(([id, json]) => [
                id,
                JSON.parse(json),
              ]),
            ),
          ]),
      ),
    );
  } finally {
    file.close();
  }

  function rows(sql: string, ...params: string[]): [string, string][] {
    return file
      .prepare(`${sql} ORDER BY 1`)
      .raw()
      .all(...params) as [string, string][];
  }
}

/** Number of documents, so that two empty dumps do not count as equal. */
export const countDocuments = (dump: Dump): number =>
  Object.values(dump).reduce((sum, documents) => sum + Object.keys(documents).length, 0);

/** Deletes the views, which are rebuilt from the log. */
export function deleteViews(dataDir: string): void {
  for (const name of readdirSync(dataDir))
    if (name.startsWith('views.sqlite')) rmSync(join(dataDir, name));
}
