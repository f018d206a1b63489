import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { cpSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EventLogOnSqlite } from '../../event-log/event-log-on-sqlite.js';
import { type Metadata, NO_STREAM } from '../../event-log/event-log.js';
import { ProjectingProcess } from '../../testing/processes/projecting-process.js';
import { ReadStoreOnSqlite } from '../read-store/read-store-on-sqlite.js';
import { folders } from '../../testing/folders.js';
import { diary, createLamps } from '../../testing/lamps.js';
import { rebuildInWorker } from './rebuild-in-worker.js';

const createFolder = folders();
const testing = join(import.meta.dirname, '..', '..', 'testing');

/** Number of lamps in a log that takes long to project. */
const LAMP_COUNT = 3_000;

/** Folder with a log that takes long to project. */
async function createLongLog(): Promise<string> {
  const dataFolder = createFolder();
  const log = EventLogOnSqlite.open(join(dataFolder, 'log.sqlite'));
  const metadata = (eventId: string) =>
    ({
      eventId,
      organizationId: 'org',
      actorId: 'asha',
      at: '2026-11-21T09:30:00.000Z',
    }) as Metadata;
  await Promise.all(
    Array.from({ length: LAMP_COUNT }, (_, lamp) =>
      log.append(`lamp-org_${lamp}`, NO_STREAM, [
        { type: 'Made', data: { name: `Lamp ‘${lamp}’` }, metadata: metadata(`${lamp}-0`) },
        { type: 'Switched', data: { on: true }, metadata: metadata(`${lamp}-1`) },
        { type: 'Switched', data: { on: false }, metadata: metadata(`${lamp}-2`) },
      ]),
    ),
  );
  await log.close();
  return dataFolder;
}

async function run(
  dataFolder: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly output: string; readonly signal: NodeJS.Signals | null }> {
  const child = spawn(
    process.execPath,
    [
      '--conditions=source',
      '--import',
      join(testing, 'register-typescript.mjs'),
      join(testing, 'processes/rebuild-process.ts'),
      dataFolder,
    ],
    { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const signal = await new Promise<NodeJS.Signals | null>((resolve) =>
    child.on('close', (_, ended) => resolve(ended)),
  );
  return { output, signal };
}

let projectedFolder: Promise<string> | undefined;
/** Copies a folder with a long log and its views by the first version of the projections. */
async function copyProjectedFolder(): Promise<string> {
  projectedFolder ??= createLongLog().then(async (dataFolder) => {
    await run(dataFolder, { LAMPS_VERSION: '1' });
    return dataFolder;
  });
  const dataFolder = createFolder();
  cpSync(await projectedFolder, dataFolder, { recursive: true });
  return dataFolder;
}

/**
 * Current collections, and their documents after this process projected all events. Rebuilds the
 * views in this process if this version has no current generation.
 */
async function readViews(dataFolder: string, version: number, views = 'views.sqlite') {
  const log = EventLogOnSqlite.open(join(dataFolder, 'log.sqlite'));
  const store = new ReadStoreOnSqlite(join(dataFolder, views));
  const lamps = createLamps(version);
  const current = await store.readCurrentCollections();
  const host = new ProjectingProcess({ log, store, projections: [lamps, diary] });
  try {
    await host.start();
    const pages = [lamps, diary].map(
      async (view) =>
        (await host.views.find(view, 'org', { sort: ['name'], limit: 10_000 })).documents,
    );
    const found = await host.views.find(lamps, 'org', {
      sort: ['name'],
      limit: 10,
      search: ['‘77’'],
    });
    return {
      current,
      shown: [
        await Promise.all(pages),
        [...(await host.views.getSums(lamps, 'org', ['everyone']))],
        found.documents,
      ],
    };
  } finally {
    await host.stop();
    await store.close();
    await log.close();
  }
}

test('views rebuilt by a worker equal those projected in this process, and leave no other file', async () => {
  const dataFolder = await createLongLog();
  expect(await run(dataFolder, { LAMPS_VERSION: '1' })).toEqual({ output: '', signal: null });
  expect(readdirSync(dataFolder).toSorted()).toEqual(['keys.sqlite', 'log.sqlite', 'views.sqlite']);
  const { current, shown } = await readViews(dataFolder, 1);
  expect(current).toEqual({ lamps: 'lamps@1.1', diary: 'diary@1.1' });
  expect(shown).toEqual((await readViews(dataFolder, 1, 'others.sqlite')).shown);
});

test('an unchanged view is projected while all views are rebuilt, and all contain later events', async () => {
  const dataFolder = await copyProjectedFolder();
  const { output } = await run(dataFolder, { LAMPS_VERSION: '2', LATE: 'yes' });
  // The program prints the diary's late entry, read before the rebuilt views took over.
  expect(output).toMatch(/^meanwhile .* Made/);
  const { current, shown } = await readViews(dataFolder, 2);
  expect(current).toEqual({ lamps: 'lamps@2.1', diary: 'diary@1.2' });
  expect(JSON.stringify(shown)).toContain('Late');
  expect(shown).toEqual((await readViews(dataFolder, 2, 'others.sqlite')).shown);
});

test.each([
  ['while it rebuilds', 'building', 1],
  ['before it takes over', 'before', 1],
  ['after it took over', 'after', 2],
])(
  'killed %s, one complete set exists, and the next start completes the views',
  async (_, ENDS, version) => {
    const dataFolder = await copyProjectedFolder();
    expect((await run(dataFolder, { LAMPS_VERSION: '2', ENDS })).signal).toBe('SIGKILL');
    const { current, shown } = await readViews(dataFolder, version);
    expect(current).toMatchObject({ lamps: `lamps@${version}.1` });
    expect(shown).toEqual((await readViews(dataFolder, version, 'others.sqlite')).shown);
    await run(dataFolder, { LAMPS_VERSION: '2' });
    expect((await readViews(dataFolder, 2)).current).toMatchObject({ lamps: 'lamps@2.1' });
    expect((await readViews(dataFolder, 2)).shown).toEqual(
      (await readViews(dataFolder, 2, 'more.sqlite')).shown,
    );
  },
);

test('the remains of a file that had not taken over are deleted', async () => {
  const dataFolder = await createLongLog();
  await readViews(dataFolder, 1);
  writeFileSync(join(dataFolder, 'views.sqlite.next'), 'half of it');
  const { current } = await readViews(dataFolder, 1);
  expect(current).toMatchObject({ lamps: 'lamps@1.1' });
  expect(readdirSync(dataFolder).toSorted()).toEqual(['log.sqlite', 'views.sqlite']);
});

test('stopped during a rebuild, the process ends cleanly at once, and the next start begins again', async () => {
  const dataFolder = await copyProjectedFolder();
  expect(await run(dataFolder, { LAMPS_VERSION: '2', ENDS: 'stopped' })).toEqual({
    output: '',
    signal: null,
  });
  expect(readdirSync(dataFolder).toSorted()).toEqual(['keys.sqlite', 'log.sqlite', 'views.sqlite']);
  expect((await readViews(dataFolder, 1)).current).toMatchObject({ lamps: 'lamps@1.1' });
  await run(dataFolder, { LAMPS_VERSION: '2' });
  expect((await readViews(dataFolder, 2)).current).toMatchObject({ lamps: 'lamps@2.1' });
});

test('a failed worker leaves nothing on the disk, and completed generations stay', async () => {
  const dataFolder = createFolder();
  const path = join(dataFolder, 'views.sqlite.next');
  const entry = (code: string) => {
    writeFileSync(
      join(dataFolder, 'entry.mjs'),
      `import { writeFileSync } from 'node:fs';\nimport { parentPort } from 'node:worker_threads';\n${code}`,
    );
    return pathToFileURL(join(dataFolder, 'entry.mjs'));
  };
  const writeFiles = `for (const end of ['', '-wal', '-shm', '-journal']) writeFileSync('${path}' + end, 'half of it');\n`;
  const takeOver = async () => renameSync(path, join(dataFolder, 'views.sqlite'));
  const begin = (code: string) =>
    rebuildInWorker(
      {
        entry: entry(writeFiles + code),
        files: { log: '', keys: '' },
        erase: async () => {},
        rebuildTarget: { path, takeOver },
      },
      [],
      {
        epoch: 1,
        signal: new AbortController().signal,
        progress: () => {},
        onParked: () => {},
      },
    );

  const failing = begin(`throw new Error('no space')`);
  await expect(failing.build()).rejects.toThrow('no space');
  await failing.end();
  expect(readdirSync(dataFolder)).toEqual(['entry.mjs']);

  // Messages of a worker that built all views, and completed them at the take-over.
  const succeeding = begin(
    `parentPort.once('message', () => parentPort.postMessage({ name: 'completed' }));\nparentPort.postMessage({ name: 'reached' });`,
  );
  await succeeding.build();
  await succeeding.takeOver({ processors: [], checkpoint: undefined }, undefined);
  writeFileSync(path, 'of the next one');
  await succeeding.end();
  expect(readdirSync(dataFolder)).toEqual(
    expect.arrayContaining(['views.sqlite', 'views.sqlite.next']),
  );
});
