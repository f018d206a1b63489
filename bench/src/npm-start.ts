import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { killOnExit, isRunning } from '../../test/acceptance/product/child-process.js';
import { findFreePort } from '../../test/acceptance/product/product.js';
import { until } from '../../test/acceptance/product/until.js';

export const environmentOfStart = (port: number, dataDir: string): NodeJS.ProcessEnv => {
  const { NODE_OPTIONS: _, NODE_ENV: __, ...inherited } = process.env;
  return { ...inherited, PORT: String(port), DATA_DIR: dataDir };
};

/** `npm start` in a checkout, as a person runs it. */
export async function runNpmStart(checkout: string, dataDir: string) {
  const port = await findFreePort();
  const address = `http://127.0.0.1:${port}`;
  const since = performance.now();
  // Own process group, so that npm and its children end together.
  const child = spawn('npm', ['start'], {
    cwd: checkout,
    env: environmentOfStart(port, dataDir),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  killOnExit(child, { detached: true });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const isAnswered = async (path: string, cookie: string): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`npm start has ended:\n${printed}`);
    const response = await fetch(address + path, { headers: { Cookie: cookie } }).catch(
      () => undefined,
    );
    await response?.text();
    return response?.status === 200;
  };
  return {
    /** Seconds from the start until the path is answered with 200. */
    async waitForAnswer(path: string, cookie = ''): Promise<number> {
      await until(() => isAnswered(path, cookie), {
        withinMs: 300_000,
        everyMs: 10,
        what: () => `${path}\n${printed}`,
      });
      return (performance.now() - since) / 1_000;
    },
    async end(): Promise<void> {
      process.kill(-child.pid!, 'SIGTERM');
      await until(() => child.exitCode !== null || child.signalCode !== null, {
        what: () => 'npm start to end',
      });
      // npm ends before its server, which uses the data folder until its own end.
      await until(() => !isRunning(-child.pid!), { what: () => 'the server to end' });
    },
  };
}
