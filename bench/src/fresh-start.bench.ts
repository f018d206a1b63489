import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { endsWithUs } from '../../test/acceptance/ends-with-us.js';
import { Person } from '../../test/acceptance/person.js';
import { Product, freePort } from '../../test/acceptance/product.js';
import { until } from '../../test/acceptance/until.js';
import { cookieOf } from '../../test/faults/asking.js';
import { type Row, percentile, row } from './table.js';

const starts = 5;

/**
 * What a newcomer waits for: a clone with its packages already downloaded, `npm start`, the first page. Then what they wait
 * for every morning: `npm start` again, with 10,000 leads, until the list is answered.
 */
export async function freshStart({ say }: { readonly say: (line: string) => void }): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-clone-'));
  const clone = join(folder, 'fieldtrace');
  try {
    execFileSync('git', ['clone', '-q', process.cwd(), clone]);
    takePackages(clone);
    const first = await started(clone, join(folder, 'first'));
    const pageAfter = await first.answers('/');
    await first.end();
    say(`first start: ${pageAfter.toFixed(1)} s`);

    const dataDir = join(folder, 'second');
    say('filling 10,000 demo leads');
    const since = performance.now();
    const printed = execFileSync('npm', ['run', 'demo', '--', '--leads', '10000'], {
      cwd: clone,
      env: environment(0, dataDir),
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    const demoSeconds = (performance.now() - since) / 1_000;
    const admin = /admin.*?(\+91\d{10})/i.exec(printed)?.[1] ?? /(\+91\d{10}).*?admin/i.exec(printed)?.[1];
    if (!admin) throw new Error(`The demo named no admin:\n${printed.slice(-2_000)}`);

    const server = await Product.start({ dataDir });
    const person = await new Person(server, 'The admin', admin).signIn();
    await server.end();

    const lists: number[] = [];
    for (let start = 0; start < starts; start++) {
      const again = await started(clone, dataDir);
      lists.push(await again.answers('/api/leads', cookieOf(person)));
      await again.end();
    }
    return [
      row('start', 'fresh clone, npm start to the first page, without downloads', pageAfter, 's', { atMost: 60 }),
      row('start', 'npm start again, 10,000 demo leads, to the first list (median of 5)', percentile(lists, 50), 's', {
        atMost: 1.5,
        beside: `slowest ${Math.max(...lists).toFixed(2)} s`,
      }),
      row('start', 'npm run demo -- --leads 10000', demoSeconds, 's', {
        beside: `${Math.round(10_000 / demoSeconds)} leads/s with all that belongs to them`,
      }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As if they had been downloaded, which is not what is measured. Links where that can be, because they are many. */
function takePackages(clone: string): void {
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

const environment = (port: number, dataDir: string): NodeJS.ProcessEnv => {
  const { NODE_OPTIONS: _, NODE_ENV: __, ...inherited } = process.env;
  return { ...inherited, PORT: String(port), DATA_DIR: dataDir };
};

async function started(clone: string, dataDir: string) {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const since = performance.now();
  // a group of its own, so that npm and what it started end together
  const child: ChildProcess = spawn('npm', ['start'], {
    cwd: clone,
    env: environment(port, dataDir),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  endsWithUs(child, { detached: true });
  let printed = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  return {
    address,
    /** Seconds from the start until this is answered 200. */
    async answers(path: string, cookie = ''): Promise<number> {
      await until(
        async () => {
          if (child.exitCode !== null) throw new Error(`npm start has ended:\n${printed}`);
          const response = await fetch(address + path, { headers: { Cookie: cookie } }).catch(() => undefined);
          await response?.text();
          return response?.status === 200;
        },
        { within: 300_000, every: 10, what: () => `${path}\n${printed}` },
      );
      return (performance.now() - since) / 1_000;
    },
    async end(): Promise<void> {
      process.kill(-child.pid!, 'SIGTERM');
      await until(() => child.exitCode !== null || child.signalCode !== null, { what: () => 'npm start to end' });
      const isSilent = () =>
        fetch(`${address}/healthz`).then(
          () => false,
          () => true,
        );
      await until(isSilent, { what: () => 'the server to end' });
    },
  };
}
