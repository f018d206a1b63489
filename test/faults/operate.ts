import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Operator's commands of the backend; all others are of the workers. */
const OF_BACKEND: readonly string[] = [
  'build-views',
  'drill',
  'restore',
  'upgrade-check',
  'verify',
];

/** Runs an operator's command, like `npm run …`. */
export const operate = (name: string, env: Readonly<Record<string, string>>, ...words: string[]) =>
  operateIn('.', name, env, ...words);

/** Runs an operator's command of another built checkout. */
export async function operateIn(
  checkout: string,
  name: string,
  env: Readonly<Record<string, string>>,
  ...words: string[]
): Promise<{ readonly code: number; readonly said: string }> {
  const of = OF_BACKEND.includes(name) ? 'backend' : 'workers';
  const running = promisify(execFile)(process.execPath, [`dist/${of}/src/${name}.js`, ...words], {
    cwd: checkout,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
  });
  return running.then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      said: error.stdout + error.stderr,
    }),
  );
}
