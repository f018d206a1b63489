import { transform } from '@swc/core';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { swcOptions } from './swc-options.mjs';

/**
 * Lets Node run TypeScript sources directly, for specs that start processes (with
 * --conditions=source).
 */
export const resolve = (specifier, context, next) =>
  next(
    isSource(specifier, context.parentURL) ? specifier.replace(/\.js$/, '.ts') : specifier,
    context,
  );

/**
 * Whether a module is a source: imported by path from a source, or the first module of a thread.
 */
const isSource = (specifier, parent) =>
  /^\.{1,2}\//.test(specifier)
    ? parent?.endsWith('.ts')
    : /^file:.*\.js$/.test(specifier) && !existsSync(fileURLToPath(specifier));

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const { code } = await transform(await readFile(fileURLToPath(url), 'utf8'), {
    filename: fileURLToPath(url),
    sourceMaps: 'inline',
    ...swcOptions,
  });
  return { format: 'module', source: code, shortCircuit: true };
}
