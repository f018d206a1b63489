import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { eventCatalogue } from '#platform/sealing/event-catalogue.js';
import { streamName } from '#platform/event-log/subject.js';
import { EventLogInMemory } from '#platform/testing/in-memory/event-log-in-memory.js';
import { KeyStoreInMemory } from '#platform/testing/in-memory/key-store-in-memory.js';
import {
  type GuestCommand,
  guestCommands,
  guestEvents,
  guests,
  house,
  meera,
} from '#platform/testing/test-domain.js';
import { writeSideForSpecs } from '#platform/testing/write-side-for-specs.js';
import { holdForDays } from '#platform/write-side/erasing.js';
import { type HeldRecord, readHeldRecords, readHeldRecord } from './held-records.js';

const guestId = randomUUID();
const stream = streamName('guest', house.id, guestId);

async function eraseGuest(days: number) {
  const [log, keys] = [new EventLogInMemory(), new KeyStoreInMemory()];
  const { handle, clock, sealing } = writeSideForSpecs({
    log,
    events: [guestEvents],
    organization: house,
    keys,
    heldUntil: holdForDays(days),
  });
  const send = (command: GuestCommand) =>
    handle(guests, guestCommands[command.type], {
      id: randomUUID(),
      actorId: meera,
      organizationId: house.id,
      command,
    });
  await send({ type: 'CheckIn', data: { guestId, name: 'Rajesh', phone: '+919876543210' } });
  await send({ type: 'Forget', data: { guestId } });
  const parts = { log, keys, aggregates: [], catalogue: eventCatalogue([guestEvents]) };
  return { ...parts, parts, clock, sealing };
}

const listHeld = async (parts: Parameters<typeof readHeldRecords>[0]) => {
  const found: HeldRecord[] = [];
  for await (const record of readHeldRecords(parts)) found.push(record);
  return found;
};

test('a held erasure hides the record at once, and allows a copy until its key is due', async () => {
  const { parts, log, keys, sealing } = await eraseGuest(1);
  expect((await sealing.open(await log.read(stream)))[0]).toMatchObject({
    erased: true,
    data: { name: '' },
  });
  const [{ erasedAt, until } = { erasedAt: '', until: '' }, ...others] = await listHeld(parts);
  expect([Date.parse(until) - Date.parse(erasedAt), others]).toEqual([24 * 60 * 60_000, []]);
  const [checkedIn, forgotten] = await readHeldRecord(parts, stream);
  expect(checkedIn?.data).toMatchObject({ name: 'Rajesh', phone: '+919876543210' });
  expect(forgotten?.type).toBe('PersonalDataErased');

  await keys.destroyDue(until);
  expect([await listHeld(parts), await readHeldRecord(parts, stream)]).toEqual([[], []]);
});

test('a record erased along with another one is listed with that one only', async () => {
  const { parts, log } = await eraseGuest(1);
  const erasedWithGuest = streamName('bill', house.id, guestId);
  for (const { stream: _, revision, position: __, ...event } of await log.read(stream))
    await log.append(erasedWithGuest, revision - 1, [event]);
  const aggregates = [{ category: 'guest' }, { category: 'bill', erasedWith: 'guest' }];
  expect(await listHeld({ ...parts, aggregates })).toMatchObject([{ stream }]);
});

test('an erasure without a hold leaves nothing to copy', async () => {
  const { parts } = await eraseGuest(0);
  expect([await listHeld(parts), await readHeldRecord(parts, stream)]).toEqual([[], []]);
});

test('a record that was never erased is not read', async () => {
  const { parts } = await eraseGuest(1);
  expect(await readHeldRecord(parts, streamName('guest', house.id, randomUUID()))).toEqual([]);
});
