import { transform } from '@swc/core';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Lets node run the sources as they are, for specs that need a process of their own (run with --conditions=source). */
export const resolve = (specifier, context, next) =>
  next(/^\.{1,2}\//.test(specifier) && context.parentURL?.endsWith('.ts') ? specifier.replace(/\.js$/, '.ts') : specifier, context);

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const { code } = await transform(await readFile(fileURLToPath(url), 'utf8'), {
    filename: fileURLToPath(url),
    sourceMaps: 'inline',
    module: { type: 'es6' },
    jsc: { target: 'es2022', parser: { syntax: 'typescript', decorators: true }, transform: { legacyDecorator: true, decoratorMetadata: true } },
  });
  return { format: 'module', source: code, shortCircuit: true };
}
