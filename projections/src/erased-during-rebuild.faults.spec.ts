import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { folders } from '#platform/testing/folders.js';
import { leadTimeline } from './leads/lead-timeline.projection.js';

const createFolder = folders();
const platformTesting = join(import.meta.dirname, '..', '..', 'platform', 'src', 'testing');

async function runErasingProcess(
  dataFolder: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const child = spawn(
    process.execPath,
    [
      '--conditions=source',
      '--import',
      join(platformTesting, 'register-typescript.mjs'),
      join(import.meta.dirname, 'testing', 'erasing-process.ts'),
      dataFolder,
    ],
    { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  expect(code).toBe(0);
  return output;
}

test.each(['while it is projected', 'once it is written'])(
  'an erasure during a rebuild, %s, leaves nothing in the views, and nothing in any file',
  async (moment) => {
    const dataFolder = createFolder();
    const { current, shown } = JSON.parse(
      await runErasingProcess(dataFolder, { ERASED: moment }),
    ) as {
      readonly current: string;
      readonly shown: readonly { readonly erased?: true }[];
    };
    expect(current).toBe(`${leadTimeline.name}@${leadTimeline.version}.2`);
    // The lead's creation, 450 notes and the erasure.
    expect(shown).toHaveLength(452);
    expect(shown.filter(({ erased }) => !erased)).toHaveLength(1); // the erasure itself
    const files = readdirSync(dataFolder).filter((name) => name.includes('.sqlite'));
    expect(files.toSorted()).toEqual(['keys.sqlite', 'log.sqlite', 'views.sqlite']);
    for (const file of files)
      expect(readFileSync(join(dataFolder, file)).toString('latin1').toLowerCase()).not.toContain(
        'quillfeather',
      );
  },
);
