import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readCheckpoint } from '../proof/checkpoint.js';
import { toBase64 } from '../proof/encoding.js';
import { folders } from '../testing/folders.js';
import { NotarizedLog } from '../testing/notary/notary-for-specs.js';
import { seededRandom } from '../testing/notary/tampering.js';

/** Number of killed processes; `npm test` kills a few. */
const KILLS = process.env['THOROUGH'] === '1' ? 60 : 2;

const createFolder = folders();
const testing = join(import.meta.dirname, '..', 'testing');

/** Runs the process until some time after its first checkpoint, and kills it with SIGKILL. */
async function runAndKill(
  dataFolder: string,
  round: number,
  milliseconds: number,
): Promise<string[]> {
  const child = spawn(
    process.execPath,
    [
      '--conditions=source',
      '--import',
      join(testing, 'register-typescript.mjs'),
      join(testing, 'notary/notary-process.ts'),
      dataFolder,
      String(round),
    ],
    { env: { PATH: process.env['PATH'] }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const closed = new Promise((resolve) => child.on('close', resolve));
  let output = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    if (output === '') void wait(milliseconds).then(() => child.kill('SIGKILL'));
    output += chunk as string;
  }
  await closed;
  const lines = output.split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as string);
}

test('after kill -9 no size has two roots, and the log fits all its checkpoints', async () => {
  const dataFolder = createFolder();
  const random = seededRandom(Date.now());
  const roots = new Map<number, string>();
  const add = (note: string) => {
    const { size, root } = readCheckpoint(note);
    expect(roots.get(size) ?? toBase64(root)).toBe(toBase64(root));
    roots.set(size, toBase64(root));
  };
  for (let round = 0; round < KILLS; round++) {
    const notes = await runAndKill(dataFolder, round, random() * 400);
    expect(notes.length).toBeGreaterThan(0);
    notes.forEach(add);
    const parts = NotarizedLog.open(dataFolder);
    // The lease of the killed process has to end first.
    await parts.secrets.remove('turn', 'notary');
    add((await parts.notary.coverNow()).note);
    expect(await parts.notary.check()).toEqual([]);
    for await (const { note } of parts.notary.checkpoints.readAll()) add(note);
    await parts.close();
  }
}, 600_000);
