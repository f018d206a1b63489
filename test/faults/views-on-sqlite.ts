import Database from 'libsql';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

type Dump = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * All that the read models say, in a data folder that no server uses now: documents and sums by
 * collection and id. Which generation of a collection it is does not matter, nor does the order in
 * which it was filled.
 */
export function viewsIn(dataDir: string): Dump {
  const file = new Database(join(dataDir, 'views.sqlite'));
  try {
    const current = JSON.parse(
      rows('SELECT id, value FROM state WHERE id = ?', 'current collections')[0]![1],
    ) as Readonly<Record<string, string>>;
    const tables = new Set(
      rows(`SELECT name, sql FROM sqlite_schema WHERE type = 'table'`).map(([name]) => name),
    );
    return Object.fromEntries(
      Object.entries(current).flatMap(([view, collection]) =>
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

  function rows(sql: string, ...given: string[]): [string, string][] {
    return file
      .prepare(`${sql} ORDER BY 1`)
      .raw()
      .all(...given) as [string, string][];
  }
}

/** How many documents there are, so that two empty dumps are not taken for proof. */
export const documentsIn = (dump: Dump): number =>
  Object.values(dump).reduce((sum, documents) => sum + Object.keys(documents).length, 0);

/** The read models may always be deleted: they are made again from the log. */
export function deleteViews(dataDir: string): void {
  for (const name of readdirSync(dataDir))
    if (name.startsWith('views.sqlite')) rmSync(join(dataDir, name));
}
