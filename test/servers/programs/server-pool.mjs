/** Starts the program of server-pool.ts, which ends when this process does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

/**
 * Starts the pool. Returns the URL at which servers are allocated, and a function that ends them
 * all.
 */
export async function startServerPool(root = process.cwd(), env = {}) {
  const hook = pathToFileURL(join(root, 'platform/src/testing/register-typescript.mjs')).href;
  const program = spawn(
    process.execPath,
    [
      '--conditions=source',
      '--import',
      hook,
      '--no-warnings',
      join(root, 'test/servers/programs/server-pool.ts'),
    ],
    {
      cwd: root,
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...env, NODE_OPTIONS: '' },
    },
  );
  const exit = once(program, 'exit');
  const failure = exit.then(([code]) =>
    Promise.reject(new Error(`The servers could not be started (${code})`)),
  );
  const [url] = await Promise.race([
    once(createInterface({ input: program.stdout }), 'line'),
    failure,
  ]);
  failure.catch(() => undefined);
  // The run may exit without waiting for the pool, which ends when its input does.
  program.unref();
  program.stdin.unref?.();
  program.stdout.unref?.();
  return {
    url,
    async end() {
      program.ref();
      program.stdin.end();
      await exit;
    },
  };
}
