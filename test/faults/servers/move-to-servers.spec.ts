import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { EventLogOnEventStore } from '#platform/event-log/event-log-on-eventstore.js';
import { EventLogOnSqlite } from '#platform/event-log/event-log-on-sqlite.js';
import {
  type EventLog,
  type Metadata,
  type RecordedEvent,
  BEFORE_ALL,
  NO_STREAM,
} from '#platform/event-log/event-log.js';
import { KeyStoreOnMongo } from '#platform/sealing/key-store/key-store-on-mongo.js';
import { KeyStoreOnSqlite } from '#platform/sealing/key-store/key-store-on-sqlite.js';
import { KeysMissing } from '#platform/sealing/key-store/key-store.js';
import { readConfig } from '#platform/common/config/config.js';
import { s3Settings } from '#platform/common/config/settings.js';
import { FileStoreInFolder } from '#platform/files/file-store/file-store-in-folder.js';
import { FileStoreOnS3 } from '#platform/files/file-store/file-store-on-s3.js';
import type { FileStore } from '#platform/files/file-store/file-store.js';
import { moveToFolder, moveToServers } from '#workers/moving/move.js';
import { KeyValueStoreOnMongo } from '#platform/storage/key-value-store/key-value-store-on-mongo.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { hashEvent } from '#platform/sealing/chain.js';
import { folders } from '#platform/testing/folders.js';
import { afterAll, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { EventStoreStandIn } from '../../servers/event-store-stand-in/event-store-stand-in.js';
import { connectToNewDatabases } from '../../servers/programs/mongod.js';
import { S3StandIn } from '../../servers/stand-ins/s3-stand-in.js';

const folder = folders();
const { urlOf, connect } = await connectToNewDatabases();
const clock = new ClockInMemory();
const closeFunctions: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(closeFunctions.map((close) => close())));

/** Makes events whose metadata continue the hash chain of their stream. */
function eventChainer() {
  const lastHashes = new Map<string, string>();
  return (stream: string, revision: number, type: string, data: Record<string, unknown>) => {
    const at = '2026-11-21T09:30:00.000Z';
    const metadata = {
      eventId: randomUUID(),
      organizationId: 'org',
      actorId: 'asha',
      at,
      previousHash: lastHashes.get(stream) ?? '',
    } as Metadata;
    const hash = hashEvent(stream, revision, { type, data, metadata });
    lastHashes.set(stream, hash);
    return { type, data, metadata: { ...metadata, hash } };
  };
}

const [LAMPS, EVENTS_PER_LAMP, EVENTS_AT_ONCE] = [150, 4, 3];
const EVENT_COUNT = LAMPS * EVENTS_PER_LAMP + EVENTS_AT_ONCE;

/**
 * Fills the data folder of embedded parts with a log of interleaved streams, two keys of which one
 * is destroyed, and secrets.
 */
async function fillDataFolder() {
  const dataDir = folder();
  const log = EventLogOnSqlite.open(join(dataDir, 'log.sqlite'));
  const keys = KeyStoreOnSqlite.open(join(dataDir, 'keys.sqlite'));
  await keys.bindToLog(await log.readIdentity(), { hasEvents: false });
  const [{ id: keptKeyId }, { id: destroyedKeyId }] = [await keys.store(), await keys.store()];
  await keys.destroy([destroyedKeyId], 'event-1');
  const createEvent = eventChainer();
  for (let revision = 0; revision < EVENTS_PER_LAMP; revision++)
    for (let lamp = 0; lamp < LAMPS; lamp++) {
      const stream = `lamp-org_${lamp}`;
      await log.append(stream, revision - 1, [
        createEvent(stream, revision, 'Switched', { lamp, revision }),
      ]);
    }
  await log.append(
    'lamp-org_many',
    NO_STREAM,
    Array.from({ length: EVENTS_AT_ONCE }, (_, revision) =>
      createEvent('lamp-org_many', revision, 'Switched', { revision }),
    ),
  );
  const secrets = new KeyValueStoreOnSqlite(
    openSecretsFile(join(dataDir, 'secrets.sqlite')),
    clock,
  );
  const inAnHour = new Date(Date.parse(clock.now()) + 3_600_000).toISOString();
  await secrets.put('session', 'ashas', { owner: 'asha' }, { expected: 0, expiresAt: inAnHour });
  await secrets.put('reactor', 'files', { position: '1' }, { expected: 0 });
  const contents = {
    events: await readEvents(log),
    secrets: await keys.readSecrets(),
    key: (await keys.get([keptKeyId])).get(keptKeyId),
  };
  await Promise.all([log.close(), keys.close(), secrets.close()]);
  return { dataDir, keptKeyId, destroyedKeyId, contents };
}

async function startServers() {
  const standIn = await EventStoreStandIn.start(join(folder(), 'log.jsonl'));
  closeFunctions.push(() => standIn.stop());
  const database = `moved-${randomUUID().slice(0, 8)}`;
  const log = EventLogOnEventStore.open(standIn.url);
  closeFunctions.unshift(() => log.close());
  return {
    standIn,
    log,
    database,
    settings: { EVENTSTORE_URL: standIn.url, MONGO_URL: urlOf(database) },
  };
}

const configOf = (DATA_DIR: string, settings: Readonly<Record<string, string>>) =>
  readConfig({ DATA_DIR, WAIT_FOR_SERVERS_SECONDS: '0', ...settings });

/** Runs the move in its own process, like `npm run move`. */
function move(dataDir: string, settings: Awaited<ReturnType<typeof startServers>>['settings']) {
  const hook = join('platform', 'src', 'testing', 'register-typescript.mjs');
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, ...settings };
  const child = spawn(
    process.execPath,
    ['--conditions=source', '--import', `./${hook}`, join('workers', 'src', 'move.ts')],
    {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const ended = once(child, 'close').then(([code, signal]: (number | string | null)[]) => ({
    code,
    signal,
    output,
  }));
  return { process: child, ended };
}

const readEvents = async (log: EventLog) =>
  (await log.readAll(BEFORE_ALL, 10_000)).map(withoutPosition);
const withoutPosition = ({ position: _, ...event }: RecordedEvent) => event;

test('log, keys and secrets are copied to the servers unchanged; a second run has nothing to do', async () => {
  const [{ dataDir, contents, keptKeyId, destroyedKeyId }, { log, database, settings }] = [
    await fillDataFolder(),
    await startServers(),
  ];
  const moving = { config: configOf(dataDir, settings), clock };
  for (let times = 0; times < 2; times++) {
    expect(await moveToServers(moving)).toEqual({ events: EVENT_COUNT, secrets: 1, files: 0 });
    expect(await readEvents(log)).toEqual(contents.events);
    const mongo = await connect(database);
    const keys = await KeyStoreOnMongo.open(mongo);
    await keys.bindToLog(await log.readIdentity(), { hasEvents: true });
    expect(await keys.readSecrets()).toEqual(contents.secrets);
    expect(await keys.get([keptKeyId, destroyedKeyId])).toEqual(
      new Map<string, unknown>([
        [keptKeyId, contents.key],
        [destroyedKeyId, { destroyedBy: 'event-1' }],
      ]),
    );
    const secrets = await KeyValueStoreOnMongo.open(mongo, clock);
    expect((await secrets.findByOwner('session', 'asha')).map(({ id }) => id)).toEqual(['ashas']);
    expect(await secrets.get('reactor', 'files')).toBeUndefined();
  }
});

test('an interrupted move continues, and a key destroyed on the server meanwhile stays destroyed', async () => {
  const [{ dataDir, contents, keptKeyId }, { log, database, settings }] = [
    await fillDataFolder(),
    await startServers(),
  ];
  for (const { stream, revision, type, data, metadata } of contents.events.slice(0, 200))
    await log.append(stream, revision - 1, [{ type, data, metadata }]);
  const moving = { config: configOf(dataDir, settings), clock };
  expect((await moveToServers(moving)).events).toBe(EVENT_COUNT);
  expect(await readEvents(log)).toEqual(contents.events);
  const keys = await KeyStoreOnMongo.open(await connect(database));
  await keys.destroy([keptKeyId], 'event-2');
  await moveToServers(moving);
  expect((await keys.get([keptKeyId])).get(keptKeyId)).toEqual({ destroyedBy: 'event-2' });
});

test('a killed move continues when it is run again', async () => {
  const [{ dataDir, contents }, { standIn, log, database, settings }] = [
    await fillDataFolder(),
    await startServers(),
  ];
  const killedMove = move(dataDir, settings);
  while (standIn.store.length < 100) await nextTurn();
  standIn.faults.hangAppends = Infinity;
  killedMove.process.kill('SIGKILL');
  expect(await killedMove.ended).toMatchObject({ signal: 'SIGKILL' });
  standIn.faults.hangAppends = 0;
  const movedEvents = await readEvents(log);
  expect(movedEvents.length).toBeLessThan(EVENT_COUNT);
  expect(movedEvents).toEqual(contents.events.slice(0, movedEvents.length));
  const { code, output } = await move(dataDir, settings).ended;
  expect(output).toMatch(
    new RegExp(
      `${EVENT_COUNT} events, \\d+ secrets and \\d+ files are moved, with their keys; all hash chains are intact\\.\\n$`,
    ),
  );
  expect(code).toBe(0);
  expect(await readEvents(log)).toEqual(contents.events);
  const keys = await KeyStoreOnMongo.open(await connect(database));
  expect(await keys.readSecrets()).toEqual(contents.secrets);
});

test('files are moved into a bucket and back, with equal bytes and types', async () => {
  const [{ dataDir }, { settings }] = [await fillDataFolder(), await startServers()];
  const s3 = await S3StandIn.start();
  closeFunctions.push(() => s3.stop());
  const contents = new Map<string, readonly [bytes: Buffer, type: string]>([
    ['org_photo', [randomBytes(70_000), 'image/jpeg']],
    ['org_photo.320', [randomBytes(900), 'image/webp']],
    ['org_paper', [Buffer.from('%PDF-1.7'), 'application/pdf']],
  ]);
  const store = new FileStoreInFolder(join(dataDir, 'files'));
  for (const [key, [bytes, type]] of contents) await store.put(key, bytes, type);
  const secrets = new KeyValueStoreOnSqlite(
    openSecretsFile(join(dataDir, 'secrets.sqlite')),
    clock,
  );
  await secrets.put('file', 'org_photo', {}, { expected: 0 });
  await secrets.put('held-file', 'org_paper', {}, { expected: 0 });
  await secrets.close();
  const expectAllIn = async (store: FileStore) => {
    for (const [key, [bytes, contentType]] of contents) {
      expect(await store.stat(key)).toEqual({ bytes: bytes.length, contentType });
      expect(Buffer.compare(await buffer((await store.read(key))!), bytes)).toBe(0);
    }
  };

  const inBucket = { ...settings, S3_URL: s3.url() };
  for (let times = 0; times < 2; times++)
    expect((await moveToServers({ config: configOf(dataDir, inBucket), clock })).files).toBe(3);
  await expectAllIn(await FileStoreOnS3.open(s3Settings.parse(s3.url())));

  const home = join(folder(), 'home');
  expect((await moveToFolder({ config: configOf(home, inBucket), clock })).files).toBe(3);
  await expectAllIn(new FileStoreInFolder(join(home, 'files')));
});

test('a server that does not answer is awaited, and the message names it', async () => {
  const [{ dataDir }, { standIn, settings }] = [await fillDataFolder(), await startServers()];
  standIn.faults.refuse = true;
  const [{ host }, printed] = [new URL(standIn.url), [] as string[]];
  const print = (line: string) => {
    printed.push(line);
    standIn.faults.refuse = false;
  };
  const moving = { config: configOf(dataDir, settings), clock };
  await expect(moveToServers(moving)).rejects.toThrow(`esdb://${host} did not answer within 0 s`);
  const patientConfig = configOf(dataDir, { ...settings, WAIT_FOR_SERVERS_SECONDS: '60' });
  const { events } = await moveToServers({ config: patientConfig, clock, print });
  expect(events).toBe(EVENT_COUNT);
  expect(printed).toEqual([
    expect.stringContaining(`Waiting for esdb://${host}`),
    `esdb://${host} answers`,
  ]);
});

type NewEvent = Pick<RecordedEvent, 'type' | 'data' | 'metadata'>;
/** First event of a target that the move must not touch. */
const foreignEvents: readonly {
  readonly target: string;
  readonly stream: string;
  readonly createEvent: (firstOfSource: NewEvent) => NewEvent;
  readonly refusal: string;
}[] = [
  {
    target: 'another log',
    stream: 'lamp-org_other',
    createEvent: () => eventChainer()('lamp-org_other', 0, 'Switched', {}),
    refusal: 'differs from the source',
  },
  {
    target: 'a log whose event does not fit its hash',
    stream: 'lamp-org_0',
    createEvent: (firstOfSource) => ({ ...firstOfSource, data: { lamp: 77 } }),
    refusal: 'not what was written',
  },
];
test.each(foreignEvents)('$target is left alone, and gets no keys', async (foreign) => {
  const [{ dataDir, contents, keptKeyId }, { log, database, settings }] = [
    await fillDataFolder(),
    await startServers(),
  ];
  const { type, data, metadata } = foreign.createEvent(contents.events[0]!);
  await log.append(foreign.stream, NO_STREAM, [{ type, data, metadata }]);
  await expect(moveToServers({ config: configOf(dataDir, settings), clock })).rejects.toThrow(
    foreign.refusal,
  );
  const keys = await KeyStoreOnMongo.open(await connect(database));
  expect(await keys.get([keptKeyId])).toEqual(new Map());
});

test('a target with later events is left alone', async () => {
  const [{ dataDir }, { log, settings }] = [await fillDataFolder(), await startServers()];
  const moving = { config: configOf(dataDir, settings), clock };
  await moveToServers(moving);
  await log.append('lamp-org_new', NO_STREAM, [eventChainer()('lamp-org_new', 0, 'Switched', {})]);
  await expect(moveToServers(moving)).rejects.toThrow('in use already');
});

test('keys of another installation are left alone', async () => {
  const [{ dataDir }, { database, settings }] = [await fillDataFolder(), await startServers()];
  await (await KeyStoreOnMongo.open(await connect(database))).store();
  await expect(moveToServers({ config: configOf(dataDir, settings), clock })).rejects.toThrow(
    KeysMissing,
  );
});

test('moving back copies later events into another folder, with keys and sessions', async () => {
  const [{ dataDir, contents, keptKeyId, destroyedKeyId }, { log, database, settings }] = [
    await fillDataFolder(),
    await startServers(),
  ];
  await moveToServers({ config: configOf(dataDir, settings), clock });
  await log.append('lamp-org_late', NO_STREAM, [
    eventChainer()('lamp-org_late', 0, 'Switched', {}),
  ]);
  const mongo = await connect(database);
  const keys = await KeyStoreOnMongo.open(mongo);
  const lateKey = await keys.store();
  await keys.destroy([keptKeyId], 'event-2');
  await (await KeyValueStoreOnMongo.open(mongo, clock)).remove('session', 'ashas');
  await (
    await KeyValueStoreOnMongo.open(mongo, clock)
  ).put('session', 'ravis', { owner: 'ravi' }, { expected: 0 });

  const home = join(folder(), 'home');
  const moving = { config: configOf(home, settings), clock };
  for (let times = 0; times < 2; times++) {
    expect(await moveToFolder(moving)).toEqual({ events: EVENT_COUNT + 1, secrets: 1, files: 0 });
    const movedLog = EventLogOnSqlite.open(join(home, 'log.sqlite'));
    expect(await readEvents(movedLog)).toEqual(await readEvents(log));
    const movedKeys = KeyStoreOnSqlite.open(join(home, 'keys.sqlite'));
    await movedKeys.bindToLog(await movedLog.readIdentity(), { hasEvents: true });
    expect(await movedKeys.readSecrets()).toEqual(contents.secrets);
    expect(await movedKeys.get([keptKeyId, destroyedKeyId, lateKey!.id])).toEqual(
      new Map<string, unknown>([
        [keptKeyId, { destroyedBy: 'event-2' }],
        [destroyedKeyId, { destroyedBy: 'event-1' }],
        [lateKey!.id, { key: lateKey!.key }],
      ]),
    );
    const secrets = new KeyValueStoreOnSqlite(openSecretsFile(join(home, 'secrets.sqlite')), clock);
    const ids: string[] = [];
    for await (const { id } of secrets.readAll()) ids.push(id);
    expect(ids).toEqual(['ravis']);
    await Promise.all([movedLog.close(), movedKeys.close(), secrets.close()]);
  }
});

test('a folder with other content, or that was used since, is refused; without events there is nothing to move', async () => {
  const [{ dataDir }, { settings }, empty] = [
    await fillDataFolder(),
    await startServers(),
    await startServers(),
  ];
  await moveToServers({ config: configOf(dataDir, settings), clock });
  const moveBackTo = (home: string, from = settings) =>
    moveToFolder({ config: configOf(home, from), clock });
  await expect(moveBackTo((await fillDataFolder()).dataDir)).rejects.toThrow(
    'differs from the source',
  );
  writeFileSync(join(dataDir, 'views.sqlite'), '');
  await expect(moveBackTo(dataDir)).rejects.toThrow('A process has run on');
  const home = join(folder(), 'home');
  await expect(moveBackTo(home, empty.settings)).rejects.toThrow('no event');
  expect(existsSync(home)).toBe(false);
});

test('without addresses, or without a log, the move names the missing variables or log', async () => {
  const { settings } = await startServers();
  await expect(moveToServers({ config: configOf(folder(), {}), clock })).rejects.toThrow(
    'EVENTSTORE_URL and MONGO_URL',
  );
  await expect(moveToServers({ config: configOf(folder(), settings), clock })).rejects.toThrow(
    'no log',
  );
});
