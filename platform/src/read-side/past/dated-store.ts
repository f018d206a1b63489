import type { Column, SqliteFile } from '../../storage/embedded/sqlite-file.js';
import { CollectionOnSqlite } from '../read-store/collection-on-sqlite.js';
import { feed } from '../read-store/feed.js';
import type { Collection } from '../read-store/read-store.js';
import { ReadStoreOnSqlite } from '../read-store/read-store-on-sqlite.js';
import type { QueriedStore } from '../read-store/views.js';

/** End of a document's last version, after every day. */
const NO_END = '~';

/** SQLite page caches. Only one store is written at a time. */
const CACHE_KIBIBYTES = { reading: 8_000, writing: 64_000 } as const;

/**
 * Views as of the end of each day, in one file. A document has a row for each day on which it
 * changed, and each row the days on which it is valid.
 */
export class DatedStore extends ReadStoreOnSqlite {
  /** Day that is written and read. */
  day = '';

  constructor(path: string, use: keyof typeof CACHE_KIBIBYTES) {
    super(path, Date.now, { cacheKibibytes: CACHE_KIBIBYTES[use] });
  }

  /** Answers queries as of the end of a day. */
  asOf(day: string): QueriedStore {
    // Each call reads before it first waits, so that calls of several days do not mix.
    const askOnDay = <Answer>(ask: () => Answer): Answer => {
      this.day = day;
      return ask();
    };
    return {
      readCurrentCollections: () => this.readCurrentCollections(),
      get: (...parameters) => askOnDay(() => this.get(...parameters)),
      find: (...parameters) => askOnDay(() => this.find(...parameters)),
      readSums: (...parameters) => askOnDay(() => this.readSums(...parameters)),
      countEach: (...parameters) => askOnDay(() => this.countEach(...parameters)),
      sumEach: (...parameters) => askOnDay(() => this.sumEach(...parameters)),
    };
  }

  protected override createCollection(
    declaration: Collection,
    file: SqliteFile,
  ): CollectionOnSqlite {
    // Only the projector reads records, and only the newest.
    return declaration.name.endsWith('/records') || declaration.name === feed.name
      ? new CollectionOnSqlite(declaration, file)
      : new DatedCollection(declaration, file, () => this.day);
  }
}

class DatedCollection extends CollectionOnSqlite {
  constructor(
    declaration: Collection,
    file: SqliteFile,
    private readonly day: () => string,
  ) {
    super(declaration, file);
  }

  protected override readonly key: readonly string[] = ['id', 'since'];
  protected override readonly validity: readonly string[] = ['since', 'until'];

  protected override validRows() {
    return { sql: 'since <= ? AND until > ?', parameters: [this.day(), this.day()] };
  }

  override put(id: string, json: string): void {
    const day = this.day();
    this.endVersion(id, day);
    const values: readonly Column[] = [id, json, day, NO_END, ...this.columnValues(id, json)];
    this.file.writer(
      `INSERT OR REPLACE INTO ${this.table} VALUES (${values.map(() => '?').join()})`,
    )(...values);
  }

  override remove(id: string): void {
    const day = this.day();
    this.endVersion(id, day);
    this.file.writer(`DELETE FROM ${this.table} WHERE id = ? AND since = ?`)(id, day);
  }

  /** Ends the version of an earlier day, if there is one. */
  private endVersion(id: string, day: string): void {
    this.file.writer(
      `UPDATE ${this.table} SET until = ? WHERE id = ? AND since < ? AND until = '${NO_END}'`,
    )(day, id, day);
  }
}
