import Database from 'libsql';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Product } from '../../../test/acceptance/product/product.js';
import {
  CompaniesAtWork,
  memoryGrowthRow,
  REPS_OF_COMPANY,
  phaseRows,
} from '../companies-at-work.js';
import { readResidentBytes } from '../process-usage.js';
import { prepareSampleData } from '../sample-data.js';
import { type Row, row } from '../table.js';
import { waitForViews } from '../wait-for-views.js';

type Options = {
  readonly companies: number;
  readonly leadsEach: number;
  readonly minutes: number;
  readonly print: (line: string) => void;
};

const MINUTE_MS = 60_000;

/**
 * Measures many companies at work in one process on a copy of the data: a quiet third of the time,
 * an upgrade that builds all views beside the process and restarts it, and the rest.
 */
export async function benchCompanies({
  companies: count,
  leadsEach,
  minutes,
  print,
}: Options): Promise<readonly Row[]> {
  const sample = await prepareSampleData({
    organizations: count,
    leadsEach,
    reps: REPS_OF_COMPANY,
    notes: true,
    print,
  });
  const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-companies-'));
  cpSync(sample.dataDir, folder, { recursive: true });
  const product = await Product.start({ dataDir: folder });
  try {
    await waitForViews(product, 30 * 60_000);
    const work = new CompaniesAtWork(product.url, sample, () => readResidentBytes(product));
    const before = await work.runDuring(() => pause((minutes * MINUTE_MS) / 3));
    print('building the views beside the process');
    const building = await work.runDuring(async () => {
      await promisify(execFile)(process.execPath, ['dist/backend/src/build-views.js'], {
        env: { ...process.env, NODE_OPTIONS: '', DATA_DIR: folder },
      });
    });
    const restarting = await work.runDuring(async () => {
      await product.end();
      await product.startListening();
      await waitForViews(product);
    });
    const after = await work.runDuring(() => pause((minutes * MINUTE_MS * 2) / 3));
    await product.end();
    const lost = sample.leads + work.acknowledged - countLeads(folder);
    const size = `${count} companies of ${REPS_OF_COMPANY + 1} people and ${leadsEach} leads`;
    return [
      row(
        'companies',
        `5xx, ${size}`,
        before.failed + building.failed + restarting.failed + after.failed,
        '',
        {
          atMost: 0,
        },
      ),
      row('companies', 'acknowledged commands that are lost', lost, '', { atMost: 0 }),
      ...phaseRows('companies', 'calm', before),
      ...phaseRows('companies', 'while all views are built', building),
      ...phaseRows('companies', 'after the restart', after),
      row('companies', 'building all views beside the process', building.seconds, 's'),
      row('companies', 'restart until the views are current', restarting.seconds, 's', {
        note: `longest command ${(Math.max(0, ...restarting.commands) / 1_000).toFixed(1)} s`,
      }),
      memoryGrowthRow('companies', after),
    ];
  } finally {
    await product.dispose();
  }
}

function countLeads(folder: string): number {
  const log = new Database(join(folder, 'log.sqlite'), { readonly: true });
  const [count] = log
    .prepare(`SELECT count(*) FROM events WHERE type = 'LeadCreated'`)
    .raw()
    .get([]) as [number];
  log.close();
  return count;
}
