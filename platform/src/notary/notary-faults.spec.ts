import { test } from '@jest/globals';
import { join } from 'node:path';
import { EventLogOnSqlite } from '../event-log/event-log-on-sqlite.js';
import { folders } from '../testing/folders.js';
import { injectNotaryFaults } from '../testing/notary/notary-faults.js';

/** Number of faults; `npm test` injects a few. */
const FAULTS = process.env['THOROUGH'] === '1' ? 500 : 10;

const createFolder = folders();

test('no origin ever has two roots for one size, whatever is killed, rebuilt or restored', async () => {
  const openLog = async () => EventLogOnSqlite.open(join(createFolder(), 'log.sqlite'));
  await injectNotaryFaults({ faults: FAULTS, createFolder, openLog });
}, 3_600_000);
