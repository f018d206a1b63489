import { expect, test } from '@jest/globals';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Metadata, NO_STREAM } from '../event-log/event-log.js';
import { KeysMissing } from '../sealing/key-store/key-store.js';
import { ClockInMemory } from '../testing/in-memory/clock-in-memory.js';
import { folders } from '../testing/folders.js';
import { Unavailable } from '../common/unavailable.js';
import { readConfig } from '../common/config/config.js';
import { LogCutShort, openParts } from './open-parts.js';

const createFolder = folders();
const everything = [
  'log',
  'keys',
  'secrets',
  'jobs',
  'stores',
  'files',
  'messages',
  'devInbox',
] as const;
const open = (dataFolder: string, lines: string[] = []) =>
  openParts(readConfig({ DATA_DIR: dataFolder }), everything, {
    clock: new ClockInMemory(),
    onJobFailure: () => {},
    onTrouble: () => {},
    print: (line) => lines.push(line),
  });
const noted = { type: 'Noted', data: {}, metadata: { eventId: '1' } as Metadata };

test('written data survive a restart', async () => {
  const dataFolder = join(createFolder(), 'made', 'when', 'missing');
  const first = await open(dataFolder);
  await first.log.append('a', NO_STREAM, [noted]);
  const key = await first.keys.store();
  await first.secrets.put('session', 's', 'kept', { expected: 0 });
  await first.jobs.add('send', 'job', {});
  await first.files.put('o_file', Buffer.from('bytes'), 'image/png');
  await first.messages.send('1', { to: '+919876543210', text: 'Your code is 123456' });
  await first.close();

  const later = await open(dataFolder);
  expect(await later.log.read('a')).toHaveLength(1);
  expect((await later.keys.get([key!.id])).size).toBe(1);
  expect((await later.secrets.get('session', 's'))?.value).toBe('kept');
  expect((await later.jobs.readDepth()).waiting).toBe(1);
  expect(await later.files.stat('o_file')).toEqual({ bytes: 5, contentType: 'image/png' });
  expect(later.devInbox?.newestFirst()).toHaveLength(1);
  await later.close();
});

test('a log that lost its end stops the start with instructions; missing views are made again', async () => {
  const dataFolder = createFolder();
  const first = await open(dataFolder);
  await first.log.append('a', NO_STREAM, [noted]);
  await first.close();
  const backup = readFileSync(join(dataFolder, 'log.sqlite'));

  const second = await open(dataFolder);
  await second.keys.store();
  const { position, revision } = await second.log.append('a', 0, [
    { ...noted, metadata: { eventId: '2' } as Metadata },
  ]);
  const checkpoint = {
    log: await second.log.readIdentity(),
    position,
    eventId: '2',
    stream: 'a',
    revision,
    epoch: 0,
  };
  await second.stores.first.commit({
    track: 'current',
    expected: undefined,
    checkpoint,
    documents: [],
    sums: [],
    changes: [],
  });
  await second.close();
  await (await open(dataFolder)).close();

  for (const suffix of ['-wal', '-shm'])
    rmSync(join(dataFolder, `log.sqlite${suffix}`), { force: true });
  writeFileSync(join(dataFolder, 'log.sqlite'), backup);
  await expect(open(dataFolder)).rejects.toThrow(LogCutShort);
  await expect(open(dataFolder)).rejects.toThrow('its newest part is missing');

  for (const name of readdirSync(dataFolder))
    if (name.startsWith('views.sqlite')) rmSync(join(dataFolder, name));
  const restored = await open(dataFolder);
  expect(await restored.log.read('a')).toHaveLength(1);
  await restored.close();
});

test('only requested parts are opened', async () => {
  const dataFolder = createFolder();
  const { log, close } = await openParts(readConfig({ DATA_DIR: dataFolder }), ['log'], {
    clock: new ClockInMemory(),
    onJobFailure: () => {},
    onTrouble: () => {},
  });
  expect(await log.read('a')).toEqual([]);
  expect(readdirSync(dataFolder).filter((name) => /^(keys|secrets|views)/.test(name))).toEqual([]);
  await close();
});

test('a second process on the folder is refused with a message that names it, without effect on the first', async () => {
  const dataFolder = createFolder();
  const first = await open(dataFolder);
  for (let tries = 0; tries < 2; tries++)
    await expect(open(dataFolder)).rejects.toThrow(
      `another Fieldtrace already runs on ${dataFolder}`,
    );
  await first.log.append('a', NO_STREAM, [noted]);
  await first.close();
  await (await open(dataFolder)).close();
});

test('nothing in the folder is accessible to other users', async () => {
  const dataFolder = createFolder();
  mkdirSync(dataFolder, { recursive: true, mode: 0o755 });
  const embedded = await open(dataFolder);
  await embedded.messages.send('1', { to: '+919876543210', text: 'Your code is 123456' });
  expect(statSync(dataFolder).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(dataFolder))
    expect([name, statSync(join(dataFolder, name)).mode & 0o077]).toEqual([name, 0]);
  await embedded.close();
});

test('a log without keys is a broken installation; missing views are not', async () => {
  const dataFolder = createFolder();
  const first = await open(dataFolder);
  await first.log.append('a', NO_STREAM, [noted]);
  await first.close();
  rmSync(join(dataFolder, 'views.sqlite'));
  await (await open(dataFolder)).close();
  rmSync(join(dataFolder, 'keys.sqlite'));
  await expect(open(dataFolder)).rejects.toThrow(KeysMissing);
  await expect(open(dataFolder)).rejects.toThrow(KeysMissing);
});

test('keys of another log are refused', async () => {
  const dataFolder = createFolder();
  await (await open(dataFolder)).close();
  rmSync(join(dataFolder, 'log.sqlite'));
  await expect(open(dataFolder)).rejects.toThrow('The keys belong to another log');
});

test('an unusable folder is refused with its name', async () => {
  const dataFolder = join(createFolder(), 'a-file');
  writeFileSync(dataFolder, '');
  await expect(open(dataFolder)).rejects.toThrow(`The data folder ${dataFolder} cannot be used`);
});

test('production has no dev inbox, and sends no message without a service', async () => {
  const dataFolder = createFolder();
  const config = readConfig({ DATA_DIR: dataFolder, NODE_ENV: 'production' });
  const embedded = await openParts(config, everything, {
    clock: new ClockInMemory(),
    onJobFailure: () => {},
    onTrouble: () => {},
  });
  expect(embedded.devInbox).toBeUndefined();
  await expect(embedded.messages.send('1', { to: '+919876543210', text: 'code' })).rejects.toThrow(
    Unavailable,
  );
  expect(existsSync(join(dataFolder, 'dev-inbox'))).toBe(false);
  await embedded.close();
});
