import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Path of the largest script of the built app. */
export function findLargestScript(): string {
  const folder = 'dist/frontend/assets';
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const sizes = scripts.map((name) => statSync(join(folder, name)).size);
  return `/assets/${scripts[sizes.indexOf(Math.max(...sizes))]}`;
}
