import { expect, test } from '@jest/globals';
import { type Metadata, NO_STREAM } from '#platform/event-log/event-log.js';
import { EventLogInMemory } from '#platform/testing/in-memory/event-log-in-memory.js';
import { KeyStoreInMemory } from '#platform/testing/in-memory/key-store-in-memory.js';
import { holdForDays } from '#platform/write-side/erasing.js';
import { applyTombstones, collectTombstones } from './tombstones.js';

const sealUnder = (key: string) => ({ sealed: { key, nonce: 'n', text: 't' } });
const createEvent = (type: string, eventId: string, data: object = {}) => ({
  type,
  data,
  metadata: { eventId, at: '2026-11-21T09:30:00.000Z' } as Metadata,
});
const collectAll = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
};

async function createWorld() {
  const log = new EventLogInMemory();
  const keys = new KeyStoreInMemory();
  const [erased, kept] = [await keys.store(), await keys.store()];
  await log.append('lead-o_1', NO_STREAM, [
    createEvent('LeadCreated', '1', sealUnder(erased.id)),
    createEvent('PersonalDataErased', '2'),
  ]);
  await log.append('lead-o_2', NO_STREAM, [createEvent('LeadCreated', '3', sealUnder(kept.id))]);
  return { log, keys, erased: erased.id, kept: kept.id };
}

test('every erasure leaves a tombstone with its keys, and no personal data', async () => {
  const { log, erased } = await createWorld();
  expect(await collectAll(collectTombstones(log))).toEqual([
    { position: expect.any(String), eventId: '2', keys: [erased], streams: ['lead-o_1'] },
  ]);
});

test('an erased part of a record leaves a tombstone with the keys of that part alone', async () => {
  const { log, keys } = await createWorld();
  const [keyOfOne, keyOfOther] = [await keys.store(), await keys.store()];
  const createInvitationData = (partId: string, key: string) => ({
    partId,
    sealed: { ...sealUnder(key).sealed, own: true },
  });
  await log.append('organization-o', NO_STREAM, [
    createEvent('Invited', '5', createInvitationData('one', keyOfOne.id)),
    createEvent('Invited', '6', createInvitationData('other', keyOfOther.id)),
    createEvent('PartErased', '7', { partId: 'one' }),
  ]);
  const tombstone = (await collectAll(collectTombstones(log))).at(-1)!;
  expect(tombstone).toMatchObject({ eventId: '7', keys: [keyOfOne.id], streams: [] });
});

test('known tombstones are not collected again', async () => {
  const { log } = await createWorld();
  const known = await collectAll(collectTombstones(log));
  expect(await collectAll(collectTombstones(log, known))).toEqual([]);
  await log.append('lead-o_2', 0, [createEvent('PersonalDataErased', '4')]);
  expect((await collectAll(collectTombstones(log, known))).map(({ eventId }) => eventId)).toEqual([
    '4',
  ]);
});

test('an erasure in a restored log is collected although its position was used before', async () => {
  const known = await collectAll(collectTombstones((await createWorld()).log));
  const restored = new EventLogInMemory();
  await restored.append('lead-o_1', NO_STREAM, [createEvent('LeadCreated', '1')]);
  await restored.append('lead-o_9', NO_STREAM, [createEvent('PersonalDataErased', '9')]);
  const [tombstone] = await collectAll(collectTombstones(restored, known));
  expect(tombstone).toMatchObject({ eventId: '9', position: known[0]!.position });
});

test('claims of personal values of an erased record are removed again', async () => {
  const { log, keys } = await createWorld();
  const claim = { id: 'hmac', stream: 'claim-1', holder: 'lead-o_1', at: '2026-11-20' };
  await keys.putClaim(claim);
  await applyTombstones(keys, await collectAll(collectTombstones(log)), '2026-11-21T09:30:00.000Z');
  expect(await keys.findClaim('hmac')).toBeUndefined();
});

test('a key restored by a backup is destroyed again, repeatedly; others stay', async () => {
  const { log, keys, erased, kept } = await createWorld();
  const tombstones = await collectAll(collectTombstones(log));
  for (let times = 0; times < 2; times++)
    expect(await applyTombstones(keys, tombstones, '2026-11-21T09:30:00.000Z')).toBe(1);
  const found = await keys.get([erased, kept]);
  expect(found.get(erased)).toEqual({ destroyedBy: '2' });
  expect(found.get(kept)).toHaveProperty('key');
});

test('a restored key of a held erasure is held until its day, and destroyed after it', async () => {
  const { log, keys, erased } = await createWorld();
  const due = '2026-11-22T09:30:00.000Z';
  const tombstones = await collectAll(collectTombstones(log, [], { heldUntil: holdForDays(1) }));
  expect(tombstones).toEqual([
    expect.objectContaining({ eventId: '2', keys: [erased], heldUntil: due }),
  ]);
  await applyTombstones(keys, tombstones, '2026-11-22T09:29:59.999Z');
  expect((await keys.get([erased])).get(erased)).toEqual({ destroyedBy: '2' });
  expect((await keys.findHeld([erased])).get(erased)?.until).toBe(due);
  await applyTombstones(keys, tombstones, due);
  expect(await keys.findHeld([erased])).toEqual(new Map());
});
