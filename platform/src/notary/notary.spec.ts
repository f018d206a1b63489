import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import Database from 'libsql';
import { join } from 'node:path';
import { WITHOUT_PAUSES } from '../common/pace.js';
import { BEFORE_ALL, type RecordedEvent } from '../event-log/event-log.js';
import { openCheckpoint, readCheckpoint } from '../proof/checkpoint.js';
import { fromBase64 } from '../proof/encoding.js';
import { parseVerifierKey } from '../proof/signed-note.js';
import type { Checkpoint } from '../proof/record-proof.js';
import { isConsistent, isIncluded, computeRoot } from '../proof/tree.js';
import { SqliteFile } from '../storage/embedded/sqlite-file.js';
import { folders } from '../testing/folders.js';
import { NotarizedLog } from '../testing/notary/notary-for-specs.js';
import { toHeadLeaf } from './trees/heads-tree.js';
import { toLeaf } from './trees/log-tree.js';
import { forgetTiles } from './notary-state.js';
import { HeadMoved } from './proving.js';
import { NotaryStopped } from './stop-switch.js';

const createFolder = folders();
beforeAll(() => void (SqliteFile.synchronous = 'NORMAL'));
afterAll(() => void (SqliteFile.synchronous = 'FULL'));
const open = (place = createFolder()) => NotarizedLog.open(place);
const eventsOf = ({ log }: NotarizedLog): Promise<readonly RecordedEvent[]> =>
  log.readAll(BEFORE_ALL, 100_000);

/** Heads of the streams within the first events, in the order of the streams' first events. */
function headsOf(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  const heads = new Map<string, RecordedEvent>();
  for (const event of events) heads.set(event.stream, event);
  return [...heads.values()];
}

test('a checkpoint has the root of all events in log order, signed under the origin', async () => {
  const parts = open();
  await parts.append('count-a', 300);
  await parts.append('count-b', 2);
  const checkpoint = await parts.notary.coverNow();
  const events = await eventsOf(parts);
  const covered = events.slice(0, checkpoint.size);
  const [key] = await parts.notary.readVerifierKeys();
  expect(openCheckpoint(checkpoint.note, parseVerifierKey(key!))).toEqual({
    origin: `crm.example.com/${await parts.log.readIdentity()}`,
    size: checkpoint.size,
    root: computeRoot(covered.map(toLeaf)),
  });
  expect(covered.map(({ type }) => type).slice(-2)).toEqual(['NotaryBegan', 'HeadsPublished']);
  expect(events.at(-1)!.type).toBe('CheckpointSigned');
  expect(checkpoint.position).toBe(covered.at(-1)!.position);
  expect(await parts.notary.readNewest()).toEqual(checkpoint);
  expect(await parts.notary.check()).toEqual([]);
});

test('nothing is written while nothing is recorded', async () => {
  const parts = open();
  await parts.append('count-a', 1);
  const first = await parts.notary.coverNow();
  const head = await parts.log.readLastPosition();
  expect(await parts.notary.coverNow()).toEqual(first);
  await parts.notary.runRound(async () => {});
  expect(await parts.log.readLastPosition()).toBe(head);
});

test('rounds sign a checkpoint for each hour with new events, and publish heads once a day', async () => {
  const parts = open();
  const HOUR_MS = 60 * 60_000;
  const readTypesAfter = async ({ pauseMs = 0, appends = 0 }) => {
    const head = await parts.log.readLastPosition();
    if (appends > 0) await parts.append('count-a', appends);
    await parts.clock.pause(pauseMs);
    await parts.notary.runRound(async () => {});
    const events = await parts.log.readAll(head, 100);
    return events.map(({ type }) => type).filter((type) => type !== 'Counted');
  };
  expect(await readTypesAfter({})).toEqual([]);
  expect(await readTypesAfter({ appends: 1 })).toEqual([
    'NotaryBegan',
    'HeadsPublished',
    'CheckpointSigned',
  ]);
  expect(await readTypesAfter({ pauseMs: HOUR_MS / 2, appends: 1 })).toEqual([]);
  expect(await readTypesAfter({ pauseMs: HOUR_MS / 2 })).toEqual(['CheckpointSigned']);
  const { checkedAt } = await parts.notary.readStatus();
  expect(await readTypesAfter({ pauseMs: HOUR_MS })).toEqual([]);
  // A change by hand is found within the hour, even if no event is recorded.
  expect((await parts.notary.readStatus()).checkedAt! > checkedAt!).toBe(true);
  expect(await readTypesAfter({ pauseMs: 24 * HOUR_MS })).toEqual([]);
  expect(await readTypesAfter({ appends: 1 })).toEqual(['HeadsPublished', 'CheckpointSigned']);
});

test('simultaneous calls share one checkpoint that covers all of them', async () => {
  const parts = open();
  await parts.append('count-a', 1);
  const early = parts.notary.coverNow();
  await parts.append('count-a', 1);
  const end = await parts.log.readLastPosition();
  const [, ...late] = await Promise.all([
    early,
    ...Array.from({ length: 5 }, () => parts.notary.coverNow()),
  ]);
  expect(new Set(late.map(({ size }) => size)).size).toBe(1);
  expect(late[0]!.position >= end).toBe(true);
});

describe('a proof of a record', () => {
  test('leads from its last event and its head to the checkpoint', async () => {
    const parts = open();
    for (let number = 0; number < 600; number++)
      await parts.append(`count-${number}`, 1 + (number % 3));
    await parts.notary.coverNow();
    for (let number = 0; number < 600; number += 7) await parts.append(`count-${number}`, 1);
    await parts.append('count-new', 3);
    const events = await eventsOf(parts);
    for (const name of ['count-0', 'count-1', 'count-301', 'count-599', 'count-new']) {
      const last = events.findLast(({ stream }) => stream === name)!;
      const proof = await parts.notary.proveRecord(name, last.revision, [0]);
      const { checkpoint, heads } = proof;
      const tree = { size: checkpoint.size, root: fromBase64(checkpoint.root)! };
      expect(isIncluded(toLeaf(last), proof.lastEvent.index, tree, proof.lastEvent.path)).toBe(
        true,
      );
      expect(isIncluded(toLeaf(heads.event), heads.index, tree, heads.path)).toBe(true);
      const { size, root } = heads.event.data as { size: number; root: string };
      const covered = (await eventsOf(parts)).slice(0, size);
      expect(computeRoot(headsOf(covered).map(toHeadLeaf))).toEqual(fromBase64(root));
      const headsTree = { size: heads.leaves, root: fromBase64(root)! };
      expect(isIncluded(toHeadLeaf(last), heads.leafIndex, headsTree, heads.leafPath)).toBe(true);
      expect(proof.others).toHaveLength(1);
    }
    expect(await parts.notary.check()).toEqual([]);
  });

  test('is refused for a revision that is not the last any more', async () => {
    const parts = open();
    await parts.append('count-a', 2);
    await parts.notary.coverNow();
    await expect(parts.notary.proveRecord('count-a', 0)).rejects.toThrow(HeadMoved);
    await expect(parts.notary.proveRecord('count-a', 2)).rejects.toThrow(RangeError);
    expect((await parts.notary.proveRecord('count-a', 1)).lastEvent.index).toBe(1);
  });
});

test('a proof after a rotation is signed by the new key, and both keys are known', async () => {
  const parts = open();
  await parts.append('count-a', 1);
  const before = await parts.notary.coverNow();
  await parts.notary.origins.rotate();
  await parts.append('count-a', 1);
  const after = await parts.notary.coverNow();
  const [next, former] = (await parts.notary.readVerifierKeys()).map(parseVerifierKey);
  expect(openCheckpoint(before.note, former!).size).toBe(before.size);
  expect(openCheckpoint(after.note, next!).size).toBe(after.size);
  expect(() => openCheckpoint(after.note, former!)).toThrow();
  expect(await parts.notary.check()).toEqual([]);
});

test('a log whose end was lost is not signed, until a new origin begins', async () => {
  const dataFolder = createFolder();
  const parts = open(dataFolder);
  await parts.append('count-a', 3);
  await parts.notary.coverNow();
  const { size } = await parts.notary.coverNow();
  await parts.close();
  const database = new Database(join(dataFolder, 'log.sqlite'));
  database.exec(`DELETE FROM events WHERE position > ${size}`);
  database.close();

  const cut = open(dataFolder);
  await cut.append('count-b', 1);
  await expect(cut.notary.coverNow()).rejects.toThrow(NotaryStopped);
  expect((await cut.notary.readStatus()).stopped!.because).toContain(
    'was signed and is not in the log',
  );
  await cut.notary.origins.fork();
  expect(await cut.notary.check()).toEqual([]);
  const { note } = await cut.notary.coverNow();
  expect(note.split('\n')[0]).toMatch(/^crm\.example\.com\/\w+\/2026-11-21-\w{8}$/);
  await cut.notary.origins.rotate();
  await cut.notary.origins.fork();
  expect(await new NotarizedLog(cut.log, cut.keys, cut.secrets).notary.check()).toEqual([]);
});

test('without a tile there is no proof and no newest checkpoint, and the notary stops', async () => {
  const parts = open();
  await parts.append('count-a', 300);
  await parts.notary.coverNow();
  await parts.secrets.remove('notary log tiles', '0/0');
  const again = new NotarizedLog(parts.log, parts.keys, parts.secrets);
  expect(await again.notary.readNewest()).toBeUndefined();
  const [event] = await parts.log.read('count-a');
  const checkpoint = (await parts.notary.readNewest()) ?? { size: 302, root: '' };
  await expect(again.notary.proving.isCovered(checkpoint, event!)).rejects.toThrow(NotaryStopped);
  await expect(again.notary.proveRecord('count-a', 299)).rejects.toThrow(NotaryStopped);
  expect((await again.notary.readStatus()).stopped!.because).toMatch(
    /^Tile 0\/\d of the log tree is missing$/,
  );
});

test('proofs wait for tiles that are made from the log again', async () => {
  const parts = open();
  for (let number = 0; number < 260; number++) await parts.append(`count-${number}`, 1);
  const { size } = await parts.notary.coverNow();
  await forgetTiles(parts.secrets);
  const { notary } = new NotarizedLog(parts.log, parts.keys, parts.secrets);
  await notary.runRound(WITHOUT_PAUSES);
  expect((await notary.proveRecord('count-259', 0)).checkpoint.size).toBe(size);
  expect(await notary.check()).toEqual([]);
});

test('earlier checkpoints come with the hashes that lead to a later one', async () => {
  const parts = open();
  const checkpoints: Checkpoint[] = [];
  for (let round = 0; round < 4; round++) {
    await parts.append(`count-${round}`, 5);
    checkpoints.push(await parts.notary.coverNow());
  }
  const later = checkpoints.at(-1)!;
  const earlier = await parts.notary.checkpoints.findEarlier(later, ({ size }) =>
    [checkpoints[0]!.size, checkpoints[2]!.size, 1].includes(size),
  );
  expect(earlier.map(({ checkpoint }) => checkpoint)).toEqual([
    checkpoints[0]!.note,
    checkpoints[2]!.note,
  ]);
  for (const { checkpoint, path } of earlier) {
    const head = readCheckpoint(checkpoint);
    expect(isConsistent(head, { size: later.size, root: fromBase64(later.root)! }, path)).toBe(
      true,
    );
  }
});

test('a checkpoint that another process signs during a check is no misfit', async () => {
  const parts = open();
  await parts.append('count-a', 3);
  await parts.notary.coverNow();
  let isSigning = false;
  const secrets = new Proxy(parts.secrets, {
    get: (store, name) => {
      const member: unknown = Reflect.get(store, name, store);
      if (typeof member !== 'function') return member;
      return async (...parameters: unknown[]) => {
        if (name === 'get' && parameters[1] === 'signed' && !isSigning) {
          isSigning = true;
          await parts.append('count-a', 1);
          await parts.notary.coverNow();
        }
        return Reflect.apply(member, store, parameters) as unknown;
      };
    },
  });
  const other = new NotarizedLog(parts.log, parts.keys, secrets);
  expect(await other.notary.check()).toEqual([]);
  expect(isSigning).toBe(true);
});

test('damaged records of the notary are named once, and nothing else waits for them', async () => {
  const dataFolder = createFolder();
  const parts = open(dataFolder);
  await parts.append('count-a', 3);
  await parts.notary.coverNow();
  await parts.notary.check();
  const damage = (id: string) => {
    const database = new Database(join(dataFolder, 'secrets.sqlite'));
    database
      .prepare("INSERT OR REPLACE INTO secrets VALUES ('notary', ?, '{\"size', 1, NULL, NULL)")
      .run([id]);
    database.close();
  };
  for (const id of ['status', 'cosignature']) damage(id);
  expect((await parts.notary.readNewest())!.size).toBe(5);
  expect((await parts.notary.proveRecord('count-a', 2)).lastEvent.index).toBe(2);
  await parts.notary.runRound(async () => {});
  expect((await parts.notary.readStatus()).stopped!.because).toBe(
    'The record of notary status cannot be read. The record of notary cosignature cannot be read',
  );
  await parts.clock.pause(60 * 60_000);
  await parts.notary.runRound(async () => {});
  expect((await parts.notary.readStatus()).stopped).toBeUndefined();

  damage('restored');
  await parts.append('count-a', 1);
  expect((await parts.notary.coverNow()).note).toMatch(/^crm\.example\.com\/\w+\/2026/);
  expect(await parts.notary.check()).toEqual([]);
});
