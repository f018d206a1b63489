import Database from 'libsql';
import { hash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { canonical } from '../../event-log/canonical.js';
import { signCheckpoint } from '../../proof/checkpoint.js';
import { toBase64 } from '../../proof/encoding.js';
import { eventLeaf } from '../../proof/event-hash.js';
import { parseVerifierKey } from '../../proof/signed-note.js';
import { computeRoot } from '../../proof/tree.js';

/** Repeatable random numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Row = {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
};

/** Copy of an installation's files, which a spec changes by SQL while no process runs. */
export class TamperedFolder {
  constructor(
    readonly path: string,
    private readonly random: () => number,
  ) {}

  static copy(source: string, path: string, random: () => number): TamperedFolder {
    cpSync(source, path, { recursive: true });
    return new TamperedFolder(path, random);
  }

  integer(min: number, max: number): number {
    return min + Math.floor(this.random() * (max - min + 1));
  }

  pick<Choice>(choices: readonly Choice[]): Choice {
    return choices[this.integer(0, choices.length - 1)]!;
  }

  /** Text with one character changed. */
  flip(text: string): string {
    const index = this.integer(0, text.length - 1);
    const code = text.charCodeAt(index) ^ (1 << this.integer(0, 6));
    // JSON would escape a control character.
    return (
      text.slice(0, index) + String.fromCharCode(code < 32 ? 63 : code) + text.slice(index + 1)
    );
  }

  log<Result>(work: (database: Database.Database) => Result): Result {
    return this.open('log.sqlite', work);
  }

  secrets<Result>(work: (database: Database.Database) => Result): Result {
    return this.open('secrets.sqlite', work);
  }

  keys<Result>(work: (database: Database.Database) => Result): Result {
    return this.open('keys.sqlite', work);
  }

  rows(): readonly Row[] {
    return this.log(
      (database) => database.prepare('SELECT * FROM events ORDER BY position').all([]) as Row[],
    );
  }

  run(database: Database.Database, sql: string, ...values: readonly unknown[]): void {
    database.prepare(sql).run(values as never);
  }

  /** Adds 1 to the given position and to all later ones, so that an event can be inserted there. */
  makeRoom(database: Database.Database, position: number): void {
    this.run(database, 'UPDATE events SET position = -position - 1 WHERE position >= ?', position);
    database.exec('UPDATE events SET position = -position WHERE position < 0');
  }

  /** Hashes all streams again, as an attacker would after changing an event. */
  rehash(rows: readonly Row[]): readonly Row[] {
    const hashes = new Map<string, string>();
    return rows.map((row) => {
      const { stream, revision, type } = row;
      const { hash: _, ...metadata } = {
        ...(JSON.parse(row.metadata) as Record<string, unknown>),
        previousHash: hashes.get(stream) ?? '',
      } as Record<string, unknown>;
      const text = canonical({ data: JSON.parse(row.data), metadata, revision, stream, type });
      const eventHash = hash('sha256', text, 'hex');
      hashes.set(stream, eventHash);
      return { ...row, metadata: canonical({ ...metadata, hash: eventHash }) };
    });
  }

  write(rows: readonly Row[]): void {
    this.log((database) => {
      database.exec('BEGIN; DELETE FROM events');
      for (const { position, stream, revision, type, data, metadata } of rows)
        this.run(
          database,
          'INSERT INTO events (position, stream, revision, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)',
          position,
          stream,
          revision,
          type,
          data,
          metadata,
        );
      database.exec('COMMIT');
    });
  }

  /** Removes tiles and records of the notary, which are then made again. */
  forgetNotary(): void {
    this.secrets((database) => database.exec("DELETE FROM secrets WHERE kind LIKE 'notary%'"));
  }

  /** Changes one event, rehashes the log, and signs all checkpoints again with the notary's key. */
  rewriteAndSign(changed: number): void {
    let rows: readonly Row[] = this.rows().map((row, index) =>
      index === changed ? { ...row, data: '{"number":4711}' } : row,
    );
    const began = rows.find(({ type }) => type === 'NotaryBegan')!;
    const { origin, key } = JSON.parse(began.data) as { origin: string; key: string };
    const { publicKey } = parseVerifierKey(key);
    const id = `notary-${Buffer.from(publicKey).toString('hex')}`;
    const seed = this.keys(
      (database) =>
        (database.prepare('SELECT key FROM keys WHERE id = ?').get([id]) as { key: Uint8Array })
          .key,
    );
    rows = this.rehash(rows);
    for (const [index, row] of rows.entries()) {
      if (row.type !== 'CheckpointSigned') continue;
      const { size } = JSON.parse(row.data) as { size: number };
      const leaves = rows
        .slice(0, size)
        .map(({ metadata }) => eventLeaf((JSON.parse(metadata) as { hash: string }).hash));
      const root = computeRoot(leaves);
      const note = signCheckpoint(
        { origin, size, root },
        { name: origin, seed: new Uint8Array(seed) },
      );
      const data = canonical({ size, root: toBase64(root), note });
      rows = this.rehash(rows.with(index, { ...row, data }));
    }
    this.write(rows);
    this.forgetNotary();
  }

  private open<Result>(name: string, work: (database: Database.Database) => Result): Result {
    const database = new Database(join(this.path, name));
    try {
      return work(database);
    } finally {
      database.close();
    }
  }
}
