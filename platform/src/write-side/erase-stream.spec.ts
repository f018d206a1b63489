import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { streamName } from '../event-log/subject.js';
import { listKeyIds } from '../sealing/sealing.js';
import { EventLogInMemory } from '../testing/in-memory/event-log-in-memory.js';
import { KeyStoreInMemory } from '../testing/in-memory/key-store-in-memory.js';
import {
  type GuestCommand,
  guestCommands,
  guestEvents,
  guests,
  house,
  meera,
} from '../testing/test-domain.js';
import { verifyChain } from '../testing/notary/verify-chain.js';
import { writeSideForSpecs } from '../testing/write-side-for-specs.js';
import { eraseStream, streamErasureId } from './erase-stream.js';

test('an erased stream is no record any more, for deciders, claims and new commands', async () => {
  const [log, keys, guestId] = [new EventLogInMemory(), new KeyStoreInMemory(), randomUUID()];
  const stream = streamName('guest', house.id, guestId);
  const { handle, folded, sealing, erase } = writeSideForSpecs({
    log,
    keys,
    events: [guestEvents],
    organization: house,
  });
  const send = (command: GuestCommand) =>
    handle(guests, guestCommands[command.type], {
      id: randomUUID(),
      actorId: meera,
      organizationId: house.id,
      command,
    });
  const checkIn = (id: string): GuestCommand => ({
    type: 'CheckIn',
    data: { guestId: id, name: 'Rajesh', phone: '+919876543210' },
  });
  await send(checkIn(guestId));
  await folded.load(guests, stream);
  const [last] = await log.read(stream);
  const now = new Date().toISOString();
  const end = { revision: 0, hash: last!.metadata.hash };
  await eraseStream(stream, end, { log, sealing, erase, now });

  const events = await log.read(stream);
  expect(verifyChain(events)).toBeUndefined();
  expect(keys.keys.get([...listKeyIds(events)][0]!)).toEqual({
    destroyedBy: streamErasureId(stream),
  });
  expect(await folded.load(guests, stream)).toMatchObject({ state: {}, isErased: true });
  await expect(send(checkIn(guestId))).rejects.toMatchObject({ code: 'lead-not-found' });
  await expect(send({ type: 'CheckOut', data: { guestId } })).rejects.toMatchObject({
    code: 'lead-not-found',
  });
  await expect(send(checkIn(randomUUID()))).resolves.toMatchObject({ revision: 0 });
});
