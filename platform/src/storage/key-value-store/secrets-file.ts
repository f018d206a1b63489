import { SqliteFile } from '../embedded/sqlite-file.js';

/**
 * Schema of the file for secrets and jobs, which share commits: both are small, change often and
 * must be on the disk when a write is answered. Versions are random, so the version of a removed
 * record fits no later one.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS secrets (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    value TEXT NOT NULL,
    version INTEGER NOT NULL,
    owner TEXT,
    expires_at TEXT,
    PRIMARY KEY (kind, id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS secrets_of_owner ON secrets (kind, owner) WHERE owner IS NOT NULL;
  CREATE INDEX IF NOT EXISTS secrets_by_end ON secrets (expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS jobs (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    data TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'active', 'done', 'failed')),
    attempt INTEGER NOT NULL,
    due_at TEXT NOT NULL,
    ended_at TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS jobs_due ON jobs (name, due_at) WHERE state = 'waiting';
  CREATE INDEX IF NOT EXISTS jobs_by_state ON jobs (state, ended_at)`;

export const openSecretsFile = (path: string, readonly?: 'readonly'): SqliteFile =>
  new SqliteFile(path, { schema: SCHEMA, readonly });
