import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { environmentOfStart, runNpmStart } from '../npm-start.js';
import { type Row, row } from '../table.js';

/**
 * First start: a fresh clone with downloaded packages, `npm start`, the first page, then the demo.
 */
export async function benchStart({
  print,
}: {
  readonly print: (line: string) => void;
}): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-clone-'));
  const clone = join(folder, 'fieldtrace');
  try {
    execFileSync('git', ['clone', '-q', process.cwd(), clone]);
    copyPackages(clone);
    const server = await runNpmStart(clone, join(folder, 'first'));
    const seconds = await server.waitForAnswer('/');
    await server.end();
    print(`first start: ${seconds.toFixed(1)} s`);
    const since = performance.now();
    execFileSync('npm', ['run', 'demo'], {
      cwd: clone,
      env: environmentOfStart(0, join(folder, 'second')),
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    return [
      row('start', 'fresh clone, npm start to the first page, without downloads', seconds, 's', {
        atMost: 40,
      }),
      row('start', 'npm run demo', (performance.now() - since) / 1_000, 's', { atMost: 20 }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Replaces the download of packages, which is not measured, by hard links where possible. */
function copyPackages(clone: string): void {
  if (!existsSync('node_modules')) throw new Error('The packages are not installed');
  const from = realpathSync('node_modules');
  const to = join(clone, 'node_modules');
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'ignore' });
  } catch {
    rmSync(to, { recursive: true, force: true });
    execFileSync('cp', ['-a', from, to]);
  }
}
