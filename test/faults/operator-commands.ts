import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Operator's commands of the backend; all others are of the workers. */
const BACKEND_COMMANDS: readonly string[] = [
  'build-views',
  'drill',
  'restore',
  'upgrade-check',
  'verify',
];

/** Runs an operator's command, like `npm run …`. */
export const runOperatorCommand = (
  name: string,
  env: Readonly<Record<string, string>>,
  ...args: string[]
) => runOperatorCommandIn('.', name, env, ...args);

/** Runs an operator's command of another built checkout. */
export async function runOperatorCommandIn(
  checkout: string,
  name: string,
  env: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<{ readonly code: number; readonly output: string }> {
  const program = BACKEND_COMMANDS.includes(name) ? 'backend' : 'workers';
  const running = promisify(execFile)(
    process.execPath,
    [`dist/${program}/src/${name}.js`, ...args],
    {
      cwd: checkout,
      env: { ...process.env, NODE_OPTIONS: '', ...env },
    },
  );
  return running.then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
}
