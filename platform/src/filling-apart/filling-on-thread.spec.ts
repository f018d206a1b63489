import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { linkSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EventLogOnSqlite } from '../event-log/event-log-on-sqlite.js';
import { type Metadata, noStream } from '../event-log/event-log.js';
import { ProjectionHost } from '../projection-running/projection-host.js';
import { ReadStoreOnSqlite } from '../read-store/read-store-on-sqlite.js';
import { folders } from '../testing/folders.js';
import { diary, lampsOf } from '../testing/lamps.js';
import { mostHalves } from './room-apart.js';

const folder = folders();
const testing = join(import.meta.dirname, '..', 'testing');

type Made = { readonly name: string; readonly bulbs?: number };

/** A folder with a log that is too long to be filled in a moment. */
async function longLog(made: (lamp: number) => Partial<Made> = () => ({}), lamps = 900): Promise<string> {
  const home = folder();
  const log = EventLogOnSqlite.open(join(home, 'log.sqlite'));
  const metadata = (eventId: string) => ({ eventId, organizationId: 'org', actorId: 'asha', at: '2026-11-21T09:30:00.000Z' }) as Metadata;
  await Promise.all(
    Array.from({ length: lamps }, (_, lamp) =>
      log.append(`lamp-org_${lamp}`, noStream, [
        { type: 'Made', data: { name: `Lamp ‘${lamp}’`, ...made(lamp) }, metadata: metadata(`${lamp}-0`) },
        { type: 'Switched', data: { on: true }, metadata: metadata(`${lamp}-1`) },
        { type: 'Switched', data: { on: false }, metadata: metadata(`${lamp}-2`) },
      ]),
    ),
  );
  await log.close();
  return home;
}

async function run(home: string, env: Readonly<Record<string, string>>): Promise<{ readonly said: string; readonly signal: NodeJS.Signals | null }> {
  const child = spawn(
    process.execPath,
    ['--conditions=source', '--import', join(testing, 'register-typescript.mjs'), join(testing, 'filling-process.ts'), home],
    { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  const signal = await new Promise<NodeJS.Signals | null>((resolve) => child.on('close', (_, ended) => resolve(ended)));
  return { said, signal };
}

/** What is live, and all that it holds, once what is left to fold has been folded; filled here, if nothing of this version is live. */
async function seen(home: string, version: number, views = 'views.sqlite') {
  const log = EventLogOnSqlite.open(join(home, 'log.sqlite'));
  const store = new ReadStoreOnSqlite(join(home, views));
  const lamps = lampsOf(version);
  const live = await store.live();
  const host = new ProjectionHost({ log, store, projections: [lamps, diary] });
  try {
    await host.start();
    const pages = [lamps, diary].map(async (view) => {
      const { items } = await host.views.find(view, 'org', { sort: ['name'], limit: 10_000 });
      return items.map(({ id, json }) => [id, json]);
    });
    const found = await host.views.find(lamps, 'org', { sort: ['name'], limit: 10, search: ['‘77’'] });
    return { live, shown: [await Promise.all(pages), [...(await host.views.sums(lamps, 'org', ['everyone']))], found.items] };
  } finally {
    await host.stop();
    await store.close();
    await log.close();
  }
}

test('views that are filled on a thread are those that are folded here, in one file', async () => {
  const home = await longLog();
  expect(await run(home, { LAMPS: '1' })).toEqual({ said: '', signal: null });
  expect(readdirSync(home).toSorted()).toEqual(['log.sqlite', 'views.sqlite']);
  const { live, shown } = await seen(home, 1);
  expect(live).toEqual({ lamps: 'lamps@1.1', diary: 'diary@1.1' });
  expect(shown).toEqual((await seen(home, 1, 'others.sqlite')).shown);
}, 60_000);

test('while a new version of a view is filled the others go on, and what came meanwhile is in all of them', async () => {
  const home = await longLog();
  await run(home, { LAMPS: '1' });
  const { said } = await run(home, { LAMPS: '2', LATE: 'yes' });
  expect(said).toMatch(/^meanwhile .* Made/);
  const { live, shown } = await seen(home, 2);
  expect(live).toEqual({ lamps: 'lamps@2.1', diary: 'diary@1.2' });
  expect(JSON.stringify(shown)).toContain('Late');
  expect(shown).toEqual((await seen(home, 2, 'others.sqlite')).shown);
}, 60_000);

test.each([
  ['while it fills', 'filling', 1],
  ['before it takes over', 'before', 1],
  ['after it took over', 'after', 2],
])(
  'killed %s, one whole set is there, and the next start ends where folding from nothing ends',
  async (_, KILLED, version) => {
    const home = await longLog();
    await run(home, { LAMPS: '1' });
    expect((await run(home, { LAMPS: '2', KILLED })).signal).toBe('SIGKILL');
    const { live, shown } = await seen(home, version);
    expect(live).toMatchObject({ lamps: `lamps@${version}.1` });
    expect(shown).toEqual((await seen(home, version, 'others.sqlite')).shown);
    await run(home, { LAMPS: '2' });
    expect((await seen(home, 2)).live).toMatchObject({ lamps: 'lamps@2.1' });
    expect((await seen(home, 2)).shown).toEqual((await seen(home, 2, 'more.sqlite')).shown);
  },
  60_000,
);

test('what was left of a file that had not taken over yet is thrown away', async () => {
  const home = await longLog();
  await seen(home, 1);
  writeFileSync(join(home, 'views.sqlite.next'), 'half of it');
  linkSync(join(home, 'views.sqlite'), join(home, 'views.sqlite.before'));
  const { live } = await seen(home, 1);
  expect(live).toMatchObject({ lamps: 'lamps@1.1' });
  expect(readdirSync(home).toSorted()).toEqual(['log.sqlite', 'views.sqlite']);
}, 60_000);

/** A text that shares hardly two characters in a row with any other one, so that a list is searched by all of its parts. */
const rare = (lamp: number) =>
  Array.from({ length: 32 }, (_, at) =>
    String.fromCharCode(0x4e00 + (((((lamp * 32 + at + 1) * 2_654_435_761) % 4_294_967_296) >>> 12) % 20_000)),
  ).join('');

const outOfMemory = (who: string, megabytes: string) =>
  `The thread that ${who} views was out of memory within the ${megabytes} MB that this process may hold (MEMORY_MEGABYTES, or the limit of its container)`;

test.each([
  ['folds, because a batch of the log is more than its heap holds', 'folds', '480', (lamp: number) => (lamp < 170 ? { bulbs: 12_000 } : {}), 900],
  [
    'writes, because its heap does not hold what a list is searched by',
    'writes',
    '640',
    (lamp: number) => ({ name: `‘${lamp}’ ${rare(lamp)}` }),
    4_200,
  ],
] as const)(
  'where the thread is out of memory that %s, it begins again with less at once, until views are those that are folded here',
  async (_, who, MEMORY, made, lamps) => {
    const home = await longLog(made, lamps);
    const { said, signal } = await run(home, { LAMPS: '1', MEMORY });
    const lines = said.trim().split('\n');
    expect(lines).toEqual(lines.map(() => `${outOfMemory(who, MEMORY)}: they are filled anew, with half as much at once`));
    expect(signal).toBeNull();
    expect(readdirSync(home).toSorted()).toEqual(['log.sqlite', 'views.sqlite']);
    const { live, shown } = await seen(home, 1);
    expect(live).toEqual({ lamps: 'lamps@1.1', diary: 'diary@1.1' });
    expect(shown).toEqual((await seen(home, 1, 'others.sqlite')).shown);
  },
  120_000,
);

test('what no heap of that size can hold, also by itself, is not tried for ever without a word: more memory is asked for', async () => {
  const home = await longLog((lamp) => (lamp === 700 ? { bulbs: 3_000_000 } : {}));
  const lines = (await run(home, { LAMPS: '1', MEMORY: '480' })).said.trim().split('\n');
  expect(lines.pop()).toBe(
    'Views cannot be filled within the 480 MB that this process may hold (MEMORY_MEGABYTES, or the limit of its container), not even event by event: give it more',
  );
  expect(lines).toEqual(Array.from({ length: mostHalves }, () => expect.stringContaining(outOfMemory('folds', '480'))));
  expect(await run(home, { LAMPS: '1', MEMORY: '4000' })).toEqual({ said: '', signal: null });
  expect((await seen(home, 1)).live).toEqual({ lamps: 'lamps@1.1', diary: 'diary@1.1' });
}, 120_000);
