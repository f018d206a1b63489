import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { ReadStoreOnSqlite } from './read-store-on-sqlite.js';
import { readStoreContract } from './read-store.contract.js';

const folder = mkdtempSync(join(tmpdir(), 'views-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

readStoreContract(async () => {
  let now = Date.parse('2026-11-21T09:30:00.000Z');
  const store = new ReadStoreOnSqlite(join(folder, `${files++}.sqlite`), () => now);
  return { store, later: (milliseconds) => void (now += milliseconds) };
});
