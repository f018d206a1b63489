import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Product } from '../../../test/acceptance/product/product.js';
import { runOperatorCommand } from '../../../test/faults/operator-commands.js';
import { type Row, row } from '../table.js';
import { waitForViews } from '../wait-for-views.js';
import { writeInstallation } from '../written-installation.js';

const COMPANIES = 50;
const FOLDER = '.cache/bench';
const MAX_RTO_SECONDS = 300;

/** Measures backup and drill of a generated log, with and without the views of the backup. */
export async function benchDrill({
  events,
  print,
}: {
  readonly events: number;
  readonly print: (line: string) => void;
}): Promise<readonly Row[]> {
  const installation = await writeInstallation({ events, companies: COMPANIES, print });
  mkdirSync(FOLDER, { recursive: true });
  const folder = mkdtempSync(join(FOLDER, 'drill-'));
  const [dataDir, backups] = [join(folder, 'data'), join(folder, 'backups')];
  try {
    cpSync(installation, dataDir, { recursive: true });
    const product = await Product.create({ dataDir });
    // The product is ready only when the views are built.
    await product.startListening();
    await waitForViews(product, 60 * 60_000);
    await product.end();
    print('the views are built');
    const since = performance.now();
    await runOperation('backup', dataDir, backups);
    const backupSeconds = (performance.now() - since) / 1_000;
    print('the backup is made');
    const withViews = await measureDrill(dataDir, backups);
    const [backup] = readdirSync(backups).filter((name) => !name.endsWith('.jsonl'));
    rmSync(join(backups, backup!, 'views.sqlite'));
    const withoutViews = await measureDrill(dataDir, backups);
    const size = withViews.events.toLocaleString('en-IN');
    return [
      row('drill', `RTO of ${size} events, with the views of the backup`, withViews.seconds, 's', {
        atMost: MAX_RTO_SECONDS,
        note: withViews.output,
      }),
      row('drill', 'RTO without views', withoutViews.seconds, 's', { note: withoutViews.output }),
      row('drill', 'events that a restore loses', withViews.lost, '', { atMost: 0 }),
      row('drill', 'first backup', backupSeconds, 's'),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureDrill(dataDir: string, backups: string) {
  const report = await runOperation('drill', dataDir, backups);
  const [, events] = /: ([\d,]+) events/.exec(report)!;
  const [, seconds, details] = /RTO ([\d.]+) s: (.*)/.exec(report)!;
  const [, lost] = /([\d,]+) events were recorded since/.exec(report)!;
  const numberOf = (text: string) => Number(text.replaceAll(',', ''));
  return {
    events: numberOf(events!),
    seconds: Number(seconds),
    lost: numberOf(lost!),
    output: details!,
  };
}

/** @throws Error if the command finds a defect, or fails */
async function runOperation(name: string, dataDir: string, backups: string): Promise<string> {
  const { code, output: report } = await runOperatorCommand(name, { DATA_DIR: dataDir }, backups);
  if (code !== 0) throw new Error(`${name} ended with ${code}:\n${report}`);
  return report;
}
