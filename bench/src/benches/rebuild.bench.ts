import Database from 'libsql';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { v7 as newId } from 'uuid';
import { Product } from '../../../test/acceptance/product/product.js';
import { until } from '../../../test/acceptance/product/until.js';
import { prepareSampleData } from '../sample-data.js';
import { ConnectionPool, runOpenLoop } from '../load.js';
import { readResidentBytes } from '../process-usage.js';
import { sampleLead } from '../sample-lead.js';
import { type Row, percentile, row } from '../table.js';

/** Events per lead: capture, note, follow-up, claim, and for every third lead a status change. */
const EVENTS_PER_LEAD = 4 + 1 / 3;
const COMMANDS_PER_SECOND = 20;
const PAGES_PER_SECOND = 50;
/** Views of the list page, which stay current and are served during the rebuild. */
const keptViews: readonly string[] = ['lead-list', 'people'];

/**
 * Measures a start with all views outdated except two, which are served while the others are
 * rebuilt under traffic. Uses a copy of the data.
 */
export async function benchRebuild({
  events: eventCount,
  print,
}: {
  readonly events: number;
  readonly print: (line: string) => void;
}): Promise<readonly Row[]> {
  const sample = await prepareSampleData({
    organizations: 1,
    leadsEach: Math.round(eventCount / EVENTS_PER_LEAD),
    notes: true,
    print,
  });
  const { admin, reps } = sample.organizations[0]!;
  const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-rebuild-'));
  cpSync(sample.dataDir, folder, { recursive: true });
  const events = markViewsOutdated(folder);
  const product = await Product.create({ dataDir: folder });
  try {
    await product.startListening();
    const since = performance.now();
    const pool = new ConnectionPool(product.url, admin.cookie);
    const isServed = async () =>
      (await pool.run((connection) => connection.ask('/api/leads'))).status === 200;
    await until(isServed, {
      everyMs: 10,
      what: () => `the list of leads; the product said:\n${product.output.slice(-2_000)}`,
    });
    const [pages, commands]: [number[], number[]] = [[], []];
    let [isOver, peakBytes, nextLeadNumber] = [false, 0, sample.leads];
    const commanding = repeatUntilRebuilt(COMMANDS_PER_SECOND, async (dueAt) => {
      const data = { leadId: newId(), ...sampleLead(nextLeadNumber++) };
      const { status, text } = await pool.run((connection) =>
        connection.sendCommand('CreateLead', randomUUID(), data),
      );
      if (status !== 200) throw new Error(`CreateLead was answered ${status}: ${text}`);
      commands.push(performance.now() - dueAt);
    });
    const reading = repeatUntilRebuilt(PAGES_PER_SECOND, async (dueAt) => {
      const path = `/api/leads?status=New&assignedTo=${reps[pages.length % reps.length]!.id}`;
      const { status, text } = await pool.run((connection) => connection.ask(path));
      if (status !== 200) throw new Error(`${path} was answered ${status}: ${text}`);
      pages.push(performance.now() - dueAt);
      peakBytes = Math.max(peakBytes, readResidentBytes(product));
    });
    async function repeatUntilRebuilt(
      perSecond: number,
      send: (dueAt: number) => Promise<void>,
    ): Promise<void> {
      while (!isOver) await runOpenLoop({ perSecond, seconds: 1, send });
    }
    const rebuilding = until(
      async () => (await product.readReadiness()).body.views?.role === 'active',
      {
        everyMs: 200,
        withinMs: 3_600_000,
        what: () => 'the views to be rebuilt',
      },
    );
    await Promise.race([rebuilding, commanding, reading]);
    const seconds = (performance.now() - since) / 1_000;
    isOver = true;
    await Promise.all([commanding, reading]);
    pool.close();
    print(`rebuilt in ${seconds.toFixed(0)} s`);
    return [
      row(
        'rebuild',
        `views rebuilt beside ${COMMANDS_PER_SECOND} commands/s, ${events} events`,
        events / seconds,
        'events/s',
        { atLeast: 4_000 },
      ),
      row('rebuild', 'list page meanwhile, p99', percentile(pages, 99), 'ms', {
        atMost: 50,
        note: `p50 ${percentile(pages, 50).toFixed(1)} ms, ${pages.length} pages`,
      }),
      row('rebuild', 'command meanwhile, p99', percentile(commands, 99), 'ms', {
        note: `${commands.length} commands`,
      }),
      row('rebuild', 'memory of the process meanwhile, at most', peakBytes / 1e6, 'MB'),
    ];
  } finally {
    await product.dispose();
  }
}

/**
 * Marks all views except `keptViews` as outdated.
 * @returns number of events in the log
 */
function markViewsOutdated(dataDir: string): number {
  const views = new Database(join(dataDir, 'views.sqlite'));
  const { value } = views
    .prepare(`SELECT value FROM state WHERE id = 'current collections'`)
    .get([]) as { readonly value: string };
  const keptCollections = Object.entries(
    JSON.parse(value) as Readonly<Record<string, string>>,
  ).filter(([view]) => keptViews.includes(view));
  views
    .prepare(`UPDATE state SET value = ? WHERE id = 'current collections'`)
    .run([JSON.stringify(Object.fromEntries(keptCollections))]);
  views.close();
  const log = new Database(join(dataDir, 'log.sqlite'));
  const { count } = log.prepare('SELECT count(*) AS count FROM events').get([]) as {
    readonly count: number;
  };
  log.close();
  return count;
}
