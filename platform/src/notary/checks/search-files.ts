import type { Pace } from '../../common/pace.js';
import { EventLogOnSqlite } from '../../event-log/event-log-on-sqlite.js';
import { KeyStoreOnSqlite } from '../../sealing/key-store/key-store-on-sqlite.js';
import { KeyValueStoreOnSqlite } from '../../storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '../../storage/key-value-store/secrets-file.js';
import { createParts } from '../notary-parts.js';
import type { Findings, SearchInput } from './findings.js';
import { searchMisfits } from './search.js';

/** Paths of an installation's embedded files, which its process keeps writing. */
type SearchedFiles = {
  readonly log: string;
  readonly keys: string;
  readonly secrets: string;
};
export type FilesSearch = {
  readonly files: SearchedFiles;
  readonly input: SearchInput;
  /** Present time of the process. */
  readonly now: string;
};

/** Searches for misfits with connections of its own, in a worker thread. */
export async function searchFiles(
  { files, input, now }: FilesSearch,
  pace: Pace,
): Promise<Findings> {
  const clock = { now: () => now, pause: async () => {} };
  const log = EventLogOnSqlite.open(files.log, 'readonly');
  const keys = KeyStoreOnSqlite.open(files.keys, 'readonly');
  const secrets = new KeyValueStoreOnSqlite(openSecretsFile(files.secrets, 'readonly'), clock);
  try {
    const parts = createParts({ log, keys, secrets, clock, host: '' });
    return await searchMisfits(parts, input, pace);
  } finally {
    for (const part of [secrets, keys, log]) await part.close();
  }
}
