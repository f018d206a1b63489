import { beforeEach, describe, expect, test } from '@jest/globals';
import { createHmac, randomUUID } from 'node:crypto';
import { canonicalJson } from '../event-log/canonical.js';
import { streamName } from '../event-log/subject.js';
import { verifyChain } from '../testing/notary/verify-chain.js';
import { appendFirst } from '../sealing/append-first.js';
import { abandonmentStreamName } from '../sealing/platform-events.js';
import { listKeyIds } from '../sealing/sealing.js';
import { finishErasures } from './erasing.js';
import { EventLogInMemory } from '../testing/in-memory/event-log-in-memory.js';
import {
  type GuestCommand,
  guestCommands,
  guestEvents,
  guests,
  house,
  meera,
} from '../testing/test-domain.js';
import { KeyStoreInMemory } from '../testing/in-memory/key-store-in-memory.js';
import { writeSideForSpecs } from '../testing/write-side-for-specs.js';

/** Key store whose process crashes before it destroys a key. */
class Crashing extends KeyStoreInMemory {
  override destroy(): Promise<never> {
    return Promise.reject(new Error('crashed'));
  }
}

const guestId = randomUUID();
const stream = streamName('guest', house.id, guestId);
let log: EventLogInMemory;
let keys: KeyStoreInMemory;

const open = (keyStore: KeyStoreInMemory = keys) => {
  const write = writeSideForSpecs({
    log,
    events: [guestEvents],
    organization: house,
    keys: keyStore,
  });
  const send = (command: GuestCommand, id: string = randomUUID()) =>
    write.handle(guests, guestCommands[command.type], {
      id,
      actorId: meera,
      organizationId: house.id,
      command,
    });
  return { ...write, send };
};
const checkIn = (more: object = {}): GuestCommand => ({
  type: 'CheckIn',
  data: { guestId, name: 'Rajesh', phone: '+919876543210', ...more },
});
const forget: GuestCommand = { type: 'Forget', data: { guestId } };

beforeEach(() => {
  log = new EventLogInMemory();
  keys = new KeyStoreInMemory();
});

test('an abandoned key is destroyed alone, and folds that it had opened are dropped', async () => {
  const { send, folded, erase, sealing } = open();
  await send(checkIn());
  await send({ type: 'Remark', data: { guestId, note: 'Called' } });
  const before = (await folded.load(guests, stream)).state;
  const [key] = listKeyIds(await log.read(stream));
  const other = await keys.store();
  await appendFirst(
    abandonmentStreamName(key!),
    {
      type: 'KeyAbandoned',
      data: { streams: [stream] },
      namespace: randomUUID(),
      actorId: '',
      organizationId: house.id,
    },
    { log, sealing, now: () => '2026-11-21T09:30:00.000Z' },
  );
  const [abandonment] = await log.read(abandonmentStreamName(key!));
  await finishErasures(erase)([abandonment!]);
  expect(keys.keys.get(key!)).toEqual({ destroyedBy: abandonment!.metadata.eventId });
  expect(keys.keys.get(other.id)).toHaveProperty('key');
  expect((await folded.load(guests, stream)).state).not.toEqual(before);
});

test('a record whose key was given up refuses personal data with an explanation, and keeps its claims', async () => {
  const { send } = open();
  await send(checkIn());
  const [key] = listKeyIds(await log.read(stream));
  await keys.destroy([key!], 'the abandonment');
  const claims = new Map(keys.claims);
  await expect(send({ type: 'Remark', data: { guestId, note: 'Called' } })).rejects.toMatchObject({
    code: 'record-damaged',
  });
  expect(claims.size).toBe(1);
  expect(keys.claims).toEqual(claims);
});

test('a record whose key was given up releases its number, like an erased one', async () => {
  await open().send(checkIn());
  const [key] = listKeyIds(await log.read(stream));
  await keys.destroy([key!], 'the abandonment');
  const { send } = open();
  await expect(send(checkIn({ guestId: randomUUID() }))).resolves.toMatchObject({ revision: 0 });
  await expect(send(checkIn({ guestId: randomUUID() }))).rejects.toMatchObject({
    code: 'lead-phone-taken',
  });
});

test('a record whose first command was refused leaves no key', async () => {
  const { send } = open();
  await send(checkIn());
  await expect(send(checkIn({ guestId: randomUUID() }))).rejects.toMatchObject({
    code: 'lead-phone-taken',
  });
  expect(keys.keys.size).toBe(1);
});

describe('an erased record', () => {
  test('cannot be read, and its chain is valid', async () => {
    const { send, sealing } = open();
    await send(checkIn());
    await send(forget);
    const events = await log.read(stream);
    const reads = [sealing, open().sealing].map(async ({ open }) =>
      (await open(events)).map(({ data, erased }) => ({ data, erased })),
    );
    for (const read of await Promise.all(reads))
      expect(read).toEqual([
        { data: { name: '', phone: '', host: meera }, erased: true },
        { data: {}, erased: undefined },
      ]);
    expect(verifyChain(events)).toBeUndefined();
  });

  test('leaves a tombstone that names the event', async () => {
    const { send } = open();
    await send(checkIn());
    await send(forget);
    const events = await log.read(stream);
    const [key] = listKeyIds(events);
    expect(keys.keys.get(key!)).toEqual({ destroyedBy: events.at(-1)!.metadata.eventId });
  });

  test('is not cached, and releases its number', async () => {
    const { send, folded } = open();
    await send(checkIn());
    await send(forget);
    expect((await folded.load(guests, stream)).state).toEqual({ host: meera, hasLeft: true });
    await expect(send(checkIn({ guestId: randomUUID() }))).resolves.toMatchObject({ revision: 0 });
  });

  test('whose process crashed before destroying its key is completed by the same command, or by any process that sees the event', async () => {
    const { send } = open(new Crashing(keys.keys));
    const id = randomUUID();
    await send(checkIn());
    await expect(send(forget, id)).rejects.toThrow('crashed');
    const [key] = listKeyIds(await log.read(stream));
    expect(keys.keys.get(key!)).toHaveProperty('key');

    const answer = await open().send(forget, id);
    expect(answer.revision).toBe(1);
    expect(keys.keys.get(key!)).toHaveProperty('destroyedBy');
    await open().erase([stream], 'again');
    expect(keys.keys.get(key!)).not.toEqual({ destroyedBy: 'again' });
  });

  test('cannot be confirmed by trying contents against fingerprints, even with the log and the installation’s key', async () => {
    const { send } = open();
    await send(checkIn());
    await send({ type: 'ChangePhone', data: { guestId, phone: '+919886232566' } });
    await send({ type: 'Remark', data: { guestId, note: 'Cancer' } });
    await send(forget);
    const contents = [
      checkIn(),
      { type: 'ChangePhone', data: { guestId, phone: '+919886232566' } },
      { type: 'Remark', data: { guestId, note: 'Cancer' } },
    ];
    const guesses = contents.map(({ type, data }) =>
      createHmac('sha256', 'a key')
        .update(canonicalJson([meera, type, data]))
        .digest('hex'),
    );
    const stored = JSON.stringify(log.events);
    expect(guesses.filter((guess) => stored.includes(guess))).toEqual([]);
  });

  test('cannot be found by any number, even one set during the erasure', async () => {
    const { send } = open();
    await send(checkIn());
    const keysErasedMeanwhile = new (class extends KeyStoreInMemory {
      override async putClaim(...parameters: Parameters<KeyStoreInMemory['putClaim']>) {
        await send(forget);
        return super.putClaim(...parameters);
      }
    })(keys.keys, keys.claims);
    await expect(
      open(keysErasedMeanwhile).send({
        type: 'ChangePhone',
        data: { guestId, phone: '+919886232566' },
      }),
    ).rejects.toMatchObject({
      code: 'lead-not-found',
    });
    expect([...keys.claims]).toEqual([]);
    const named = ['+919876543210', '+919886232566'].map((value) =>
      open().claims.claimName({ kind: 'phone', value }, house.id),
    );
    expect(log.events.filter((event) => named.includes(event.stream))).toEqual([]);
  });

  test('answers repeated commands as before until it is erased, then as a missing one, except to its own reactors', async () => {
    const { send, handle } = open();
    const [first, later] = [randomUUID(), randomUUID()];
    const remark: GuestCommand = { type: 'Remark', data: { guestId, note: 'Called' } };
    const answers = [await send(checkIn(), first), await send(remark, later)];
    expect([await open().send(checkIn(), first), await open().send(remark, later)]).toEqual(
      answers,
    );
    await send(forget);
    await expect(open().send(remark, later)).rejects.toMatchObject({ code: 'lead-not-found' });
    const again = {
      id: later,
      actorId: meera,
      organizationId: house.id,
      command: remark,
      internal: true,
    } as const;
    expect(await handle(guests, guestCommands.Remark, again)).toEqual(answers[1]);
  });

  test('is dropped from caches of processes that see the event', async () => {
    const here = open();
    await here.send(checkIn());
    await here.sealing.open(await log.read(stream));
    await open().send(forget);
    await here.erase([stream], (await log.read(stream)).at(-1)!.metadata.eventId);
    expect((await here.sealing.open(await log.read(stream)))[0]!.erased).toBe(true);
  });
});
