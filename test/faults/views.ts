import Database from 'libsql';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

type Dump = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * All that the read models say, in a data folder that no server uses now: documents and sums by collection and id. Which
 * generation of a collection it is does not matter, nor does the order in which it was filled.
 */
export function viewsIn(dataDir: string): Dump {
  const file = new Database(join(dataDir, 'views.sqlite'));
  try {
    const live = file.prepare('SELECT view, collection FROM live ORDER BY view').raw().all() as [string, string][];
    return Object.fromEntries(
      live.flatMap(([view, collection]) => [
        [view, Object.fromEntries(rows(`SELECT id, json FROM "${collection}"`).map(([id, json]) => [id, JSON.parse(json!) as unknown]))],
        [`${view}/sums`, Object.fromEntries(rows(`SELECT key || ' ' || name, amount FROM sums WHERE amount <> 0 AND collection = ?`, collection))],
      ]),
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
export const documentsIn = (dump: Dump): number => Object.values(dump).reduce((sum, documents) => sum + Object.keys(documents).length, 0);

/** The read models may always be deleted: they are made again from the log. */
export function deleteViews(dataDir: string): void {
  for (const name of readdirSync(dataDir)) if (name.startsWith('views.sqlite')) rmSync(join(dataDir, name));
}
