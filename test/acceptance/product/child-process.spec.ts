import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isRunning } from './child-process.js';
import { until } from './until.js';

const hook = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  'platform',
  'src',
  'testing',
  'register-typescript.mjs',
);
/** Starts an endless child process, prints its id, and waits. */
const program = `
  import { spawn } from 'node:child_process';
  import { killOnExit, exitOnSignals } from ${JSON.stringify(join(import.meta.dirname, 'child-process.ts'))};
  exitOnSignals();
  const child = killOnExit(spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'], { stdio: 'ignore' }));
  console.log(child.pid);
  setInterval(() => {}, 1_000);`;

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'child processes end with a program that is ended by %s',
  async (signal) => {
    const parent = spawn(
      process.execPath,
      ['--import', hook, '--no-warnings', '--input-type=module', '-e', program],
      {
        env: { PATH: process.env['PATH'] },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
    const childId = Number(line);
    expect(isRunning(childId)).toBe(true);
    parent.kill(signal);
    await once(parent, 'exit');
    await until(() => !isRunning(childId), { what: () => 'the child to end' });
  },
);
