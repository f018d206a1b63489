import { expect, test } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';

const productFiles = ['platform', 'backend', 'projections', 'workers'].flatMap((name) =>
  readdirSync(`${name}/src`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.ts$/.test(path) && !/(\.(spec|contract)\.ts$|testing\/)/.test(path))
    .map((path) => `${name}/src/${path}`),
);
const findFilesWith = (pattern: RegExp) =>
  productFiles.flatMap((path) => (readFileSync(path, 'utf8').match(pattern) ?? []).map(() => path));

test('the platform is the only global module', () =>
  expect(findFilesWith(/^@Global\(\)|^\s+global: true,\n\s+module/gm)).toEqual([
    'platform/src/process/platform.module.ts',
  ]));

test('only the code that prepares every request uses raw hooks of Fastify', () =>
  expect(findFilesWith(/\.addHook\(/g).toSorted()).toEqual([
    'backend/src/http/server.ts',
    'backend/src/request-pipeline.ts',
    'backend/src/request-pipeline.ts',
  ]));
