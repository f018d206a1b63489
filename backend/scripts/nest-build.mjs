/**
 * Plugin of Nest's command line, by which `nest build` and `nest start` run `npm run build`. Its own
 * compiler gets one small file (tsconfig.nest.json) and emits nothing.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Called once, before the compiler would emit. */
export function before() {
  execFileSync(process.execPath, [join(import.meta.dirname, 'build.mjs')], { stdio: 'inherit' });
  return () => (file) => file;
}
