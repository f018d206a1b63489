import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import Database from 'libsql';
import { join } from 'node:path';
import { openRotation, signRotation } from '../proof/checkpoint.js';
import { formatVerifierKey, parseVerifierKey, toVerifierKey } from '../proof/signed-note.js';
import { SqliteFile } from '../storage/embedded/sqlite-file.js';
import { folders } from '../testing/folders.js';
import { NotarizedLog } from '../testing/notary/notary-for-specs.js';
import { TamperedFolder } from '../testing/notary/tampering.js';
import { NotaryStreams } from './notary-stream.js';
import { NotaryStopped } from './stop-switch.js';

const HOUR_MS = 60 * 60_000;
/** Batch of a check after which an event that it has passed is changed. */
const TAMPERED_BATCH = 10;
const createFolder = folders();
beforeAll(() => void (SqliteFile.synchronous = 'NORMAL'));
afterAll(() => void (SqliteFile.synchronous = 'FULL'));

/** Appends a forged event of the notary, with the hashes that its stream needs. */
async function forge(
  { log, sealing, clock }: NotarizedLog,
  event: Parameters<NotaryStreams['append']>[0],
): Promise<void> {
  const streams = new NotaryStreams({ log, sealing, now: () => clock.now() });
  await streams.refresh();
  await streams.append(event).catch(() => undefined);
}

async function openWithKey() {
  const parts = NotarizedLog.open(createFolder());
  await parts.append('count-1', 3);
  const first = await parts.notary.coverNow();
  const [key] = await parts.notary.readVerifierKeys();
  const name = key!.split('+')[0]!;
  const signerOf = (seed: number) => ({ name, seed: new Uint8Array(32).fill(seed) });
  const keyOf = (seed: number) => formatVerifierKey(toVerifierKey(signerOf(seed)));
  return { parts, first, name, signerOf, keyOf, key: key! };
}

describe('events of the notary that it did not write', () => {
  test.each(['junk', 'signed by foreign keys'])('a rotation is refused: %s', async (kind) => {
    const { parts, key, keyOf, signerOf } = await openWithKey();
    const isJunk = kind === 'junk';
    const note = isJunk ? 'junk' : signRotation(signerOf(8), signerOf(9));
    const from = isJunk ? key : keyOf(8);
    await forge(parts, { type: 'NotaryKeyRotated', data: { from, to: keyOf(9), note } });
    await parts.append('count-1', 1);
    const misfit = { part: 'event', stream: 'notary-log', revision: 1, because: 'unsigned' };
    expect(await parts.notary.check()).toEqual([misfit]);
    expect(await parts.notary.readVerifierKeys()).toEqual([key]);
  });

  test.each([
    ['evil.example/x', 'foreign'],
    ['', 'malformed'],
  ])('an origin of another log is refused: “%s”', async (name, because) => {
    const { parts, key } = await openWithKey();
    const forged = formatVerifierKey(
      toVerifierKey({ name: name || 'x', seed: new Uint8Array(32) }),
    );
    await forge(parts, { type: 'NotaryBegan', data: { origin: name, key: forged } });
    expect(await parts.notary.check()).toEqual([
      { part: 'event', stream: 'notary-log', revision: 1, because },
    ]);
    expect(await parts.notary.readVerifierKeys()).toEqual([key]);
  });

  test('a fork that reuses the former key is foreign', async () => {
    const { parts, key, name } = await openWithKey();
    const [found] = (await parts.keys.get([`notary-${hexOf(key)}`])).values();
    const fork = { name: `${name}/2026-11-21-00000000`, seed: (found as { key: Uint8Array }).key };
    const forged = formatVerifierKey(toVerifierKey(fork));
    await forge(parts, { type: 'NotaryBegan', data: { origin: fork.name, key: forged } });
    expect(await parts.notary.check()).toMatchObject([{ revision: 1, because: 'foreign' }]);
  });

  test('the former key signs the new name of a restored log, and a forged signature is refused', async () => {
    const { parts, key, name, signerOf } = await openWithKey();
    await parts.notary.origins.fork();
    const [fork, former] = await parts.notary.readVerifierKeys();
    expect(former).toBe(key);
    const [rotation] = await parts.notary.origins.findRotationsTo(fork!);
    expect(formatVerifierKey(openRotation(rotation!, parseVerifierKey(fork!)))).toBe(key);
    await parts.append('count-1', 1);
    const newest = await parts.notary.coverNow();
    expect(await parts.notary.checkpoints.findEarlier(newest, () => true)).toHaveLength(1);
    expect(await parts.notary.check()).toEqual([]);

    const forged = { ...signerOf(9), name: `${name}/2026-11-21-00000000` };
    const data = { origin: forged.name, key: formatVerifierKey(toVerifierKey(forged)) };
    const note = signRotation(signerOf(8), forged);
    await forge(parts, { type: 'NotaryBegan', data: { ...data, note } });
    expect(await parts.notary.check()).toMatchObject([{ revision: 2, because: 'unsigned' }]);
  });

  test('a restored log goes on if the former key is missing', async () => {
    const { parts, key } = await openWithKey();
    await parts.keys.destroy([`notary-${hexOf(key)}`], 'event-1');
    await parts.notary.origins.fork();
    const [fork] = await parts.notary.readVerifierKeys();
    expect(await parts.notary.origins.findRotationsTo(fork!)).toEqual([]);
  });

  test('a former checkpoint with a wrong signature is named', async () => {
    const { parts, first } = await openWithKey();
    await parts.append('count-1', 3);
    await parts.notary.coverNow();
    const { size, root, note } = first;
    const forged = note.replace(/ [^ ]+\n$/, (line) => `${line.slice(0, 20)}AAAA${line.slice(24)}`);
    await forge(parts, { type: 'CheckpointSigned', data: { size, root, note: forged } });
    expect(await parts.notary.check()).toEqual([
      { part: 'checkpoint', size, because: 'signature' },
    ]);
  });
});
const hexOf = (key: string): string => Buffer.from(parseVerifierKey(key).publicKey).toString('hex');

describe('a round checks whatever prevents signing', () => {
  test('a malformed event of the notary is named', async () => {
    const { parts, key } = await openWithKey();
    await forge(parts, { type: 'NotaryKeyRotated', data: { from: key, to: 'no key', note: '' } });
    await parts.clock.pause(HOUR_MS);
    await parts.append('count-1', 1);
    await expect(parts.notary.runRound(async () => {})).rejects.toThrow('lacks the fields');
    expect((await parts.notary.readStatus()).stopped!.because).toBe(
      'notary-log at 1 lacks the fields of its type',
    );
    expect(await parts.notary.readNewest()).toBeDefined();
  });

  test('an event that no heads cover yet is named once it cannot be read', async () => {
    const dataFolder = createFolder();
    const parts = NotarizedLog.open(dataFolder);
    await parts.append('count-1', 1);
    await parts.notary.runRound(async () => {});
    await parts.append('count-2', 300);
    await parts.clock.pause(HOUR_MS);
    await parts.notary.runRound(async () => {});
    const log = new Database(join(dataFolder, 'log.sqlite'));
    log.exec("UPDATE events SET data = '{' WHERE stream = 'count-2' AND revision = 5");
    log.close();
    await parts.append('count-3', 1);
    await expect(parts.notary.proveRecord('count-1', 0)).resolves.toBeDefined();
    await expect(parts.notary.proveRecord('count-3', 0)).rejects.toThrow(NotaryStopped);
    await parts.clock.pause(24 * HOUR_MS);
    await parts.notary.runRound(async () => {});
    const { stopped, checkedAt } = await parts.notary.readStatus();
    expect(stopped).toMatchObject({
      because: expect.stringMatching(/^count-2 at 5 cannot be read/),
      streams: ['count-2'],
    });
    expect(checkedAt).toBe(parts.clock.now());
  });

  test.each(['{', '{"hashes":5}', 'null'])('a damaged tile record is named: %s', async (value) => {
    const dataFolder = createFolder();
    const parts = NotarizedLog.open(dataFolder);
    await parts.append('count-1', 300);
    await parts.notary.coverNow();
    const secrets = new Database(join(dataFolder, 'secrets.sqlite'));
    secrets
      .prepare("UPDATE secrets SET value = ? WHERE kind = 'notary log tiles' AND id = '1/0'")
      .run([value] as never);
    secrets.close();
    await parts.clock.pause(HOUR_MS);
    await parts.append('count-2', 1);
    await expect(parts.notary.runRound(async () => {})).rejects.toThrow('Tile');
    expect((await parts.notary.readStatus()).stopped!.because).toContain(
      'Tile 1/0 of the log tree',
    );
  });
});

describe('no proof is made', () => {
  test('while the notary is stopped', async () => {
    const { parts, key } = await openWithKey();
    await forge(parts, { type: 'NotaryKeyRotated', data: { from: key, to: key, note: '' } });
    await expect(parts.notary.proveRecord('count-1', 2)).rejects.toThrow('not signed by both keys');
    const again = new NotarizedLog(parts.log, parts.keys, parts.secrets);
    await parts.secrets.update('notary', 'status', () => ({
      value: { stopped: { because: 'a reason', since: parts.clock.now() } },
    }));
    await expect(again.notary.proveRecord('count-1', 2)).rejects.toThrow('a reason');
  });

  test.each([
    ['rewritten with new hashes', 1, true],
    ['changed', 1, false],
  ])('of a record that was %s, which stops the notary', async (_, revision, isRehashed) => {
    const dataFolder = createFolder();
    const parts = NotarizedLog.open(dataFolder);
    await parts.append('count-1', 3);
    await parts.append('count-2', 3);
    await parts.notary.coverNow();
    const tampered = new TamperedFolder(dataFolder, Math.random);
    const rows = tampered
      .rows()
      .map((row) =>
        row.stream === 'count-1' && row.revision === revision
          ? { ...row, data: '{"number":4711}' }
          : row,
      );
    tampered.write(isRehashed ? tampered.rehash(rows) : rows);
    await expect(parts.notary.proveRecord('count-1', 2)).rejects.toThrow(NotaryStopped);
    expect((await parts.notary.readStatus()).stopped!.streams).toEqual(['count-1']);
  });
});

test('a check keeps a stop that was reported while it ran', async () => {
  const dataFolder = createFolder();
  const parts = NotarizedLog.open(dataFolder);
  await parts.append('count-1', 300);
  await parts.notary.coverNow();
  const tampered = new TamperedFolder(dataFolder, Math.random);
  let batchCount = 0;
  const misfits = await parts.notary.check(async () => {
    batchCount++;
    if (batchCount !== TAMPERED_BATCH) return;
    tampered.log((log) =>
      log.exec(`UPDATE events SET data = '{"number":4711}' WHERE revision = 3`),
    );
    await expect(parts.notary.proveRecord('count-1', 299)).rejects.toThrow(NotaryStopped);
  });
  expect(misfits).toEqual([]);
  expect((await parts.notary.readStatus()).stopped!.because).toContain('count-1 at 3');
});

test('a removed event concerns the stream of the event before it', async () => {
  const dataFolder = createFolder();
  const parts = NotarizedLog.open(dataFolder);
  await parts.append('count-1', 3);
  await parts.append('count-2', 1);
  await parts.notary.coverNow();
  new TamperedFolder(dataFolder, Math.random).log((log) =>
    log.exec("DELETE FROM events WHERE stream = 'count-1' AND revision = 2"),
  );
  await parts.notary.check();
  const { because, streams } = (await parts.notary.readStatus()).stopped!;
  expect(because).toContain('(after count-1 at 1) was removed');
  expect(streams).toEqual(['count-1']);
});

test.each([
  ['notary tree', 'log'],
  ['notary tree', 'heads'],
  ['notary', 'signed'],
])('the record “%s %s” is named if it cannot be read', async (kind, id) => {
  const dataFolder = createFolder();
  const parts = NotarizedLog.open(dataFolder);
  await parts.append('count-1', 3);
  await parts.notary.coverNow();
  const tampered = new TamperedFolder(dataFolder, Math.random);
  tampered.secrets((secrets) =>
    tampered.run(secrets, `UPDATE secrets SET value = '{' WHERE kind = ? AND id = ?`, kind, id),
  );
  await parts.clock.pause(HOUR_MS);
  await parts.append('count-2', 1);
  await expect(parts.notary.runRound(async () => {})).rejects.toThrow(NotaryStopped);
  await expect(parts.notary.readNewest()).resolves.not.toThrow();
  expect(await parts.notary.check()).toEqual([
    { part: 'record', id: `${kind} ${id}`, because: 'damaged' },
  ]);
});

test('other misfits are named too if an event has a float, and so no hash', async () => {
  const dataFolder = createFolder();
  const parts = NotarizedLog.open(dataFolder);
  await parts.append('count-1', 5);
  await parts.notary.coverNow();
  new TamperedFolder(dataFolder, Math.random).log((log) => {
    log.exec(`UPDATE events SET data = '{"number":0.5}' WHERE revision = 1`);
    log.exec("DELETE FROM events WHERE stream = 'count-1' AND revision = 3");
  });
  const revisions = (await parts.notary.check()).map(
    (misfit) => 'revision' in misfit && misfit.revision,
  );
  expect(revisions).toEqual(expect.arrayContaining([1, 3]));
});
