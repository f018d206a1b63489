import { Unavailable } from '../common/unavailable.js';
import type { Message } from '#domain/kernel/texts/message.js';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { createHmac, randomUUID } from 'node:crypto';
import {
  type Append,
  DamagedStream,
  RevisionConflict,
  UnreadableLog,
  NO_STREAM,
} from '../event-log/event-log.js';
import { streamName } from '../event-log/subject.js';
import { verifyChain } from '../testing/notary/verify-chain.js';
import { EventLogInMemory } from '../testing/in-memory/event-log-in-memory.js';
import {
  type GuestCommand,
  asha,
  guestCommands,
  guestEvents,
  guests,
  house,
  meera,
  ravi,
} from '../testing/test-domain.js';
import { KeyStoreInMemory } from '../testing/in-memory/key-store-in-memory.js';
import { writeSideForSpecs } from '../testing/write-side-for-specs.js';
import { canonicalJson } from '../event-log/canonical.js';
import { Busy, type Request, StaleRevision } from './request.js';

let log: EventLogInMemory;
let keys: KeyStoreInMemory;
let send: ReturnType<typeof openProcess>;
let conflicts: number;

/** Process on a log, with caches of its own. */
function openProcess(log: EventLogInMemory) {
  const { handle } = writeSideForSpecs({
    log,
    events: [guestEvents],
    organization: house,
    keys,
    onConflict: () => conflicts++,
  });
  return (command: GuestCommand, request: Partial<Request<GuestCommand>> = {}) =>
    handle(guests, guestCommands[command.type], {
      id: randomUUID(),
      actorId: asha,
      organizationId: house.id,
      command,
      ...request,
    });
}

beforeEach(() => {
  // A log this slow makes commands overlap.
  log = new EventLogInMemory([], () => new Promise(setImmediate));
  keys = new KeyStoreInMemory();
  conflicts = 0;
  send = openProcess(log);
});

const guestId = randomUUID();
const checkIn = (more: object = {}): GuestCommand => ({
  type: 'CheckIn',
  data: { guestId, name: 'Rajesh', phone: '+919876543210', ...more },
});
const remark = (note: string, more: object = {}): GuestCommand => ({
  type: 'Remark',
  data: { guestId, note, ...more },
});
const readHistory = (id = guestId) => log.read<Message>(streamName('guest', house.id, id));
const readTypes = async () => (await readHistory()).map(({ type }) => type);

describe('one command id', () => {
  test('sent three times has one effect and one answer, with the place of its last event', async () => {
    const id = randomUUID();
    const answers = [];
    for (let time = 0; time < 3; time++)
      answers.push(await send(checkIn({ note: 'Late' }), { id }));
    expect(answers).toEqual(
      Array(3).fill({ id: guestId, revision: 1, position: (await readHistory())[1]!.position }),
    );
    expect(await readTypes()).toEqual(['CheckedIn', 'Remarked']);
  });

  test('sent twenty times at once, in two processes, has one effect and one answer', async () => {
    const id = randomUUID();
    const elsewhere = openProcess(log);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, time) => (time % 2 ? send : elsewhere)(checkIn(), { id })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await readTypes()).toEqual(['CheckedIn']);
  });

  test('has the same answer however much has happened since, even after a restart', async () => {
    const id = randomUUID();
    const first = await send(checkIn(), { id });
    await send(remark('Called'));
    await send({ type: 'CheckOut', data: { guestId } });
    expect(await openProcess(log)(checkIn(), { id })).toEqual(first);
  });

  test('with a fingerprint of an earlier build is recognised', async () => {
    const id = randomUUID();
    const first = await send(checkIn(), { id });
    const content = canonicalJson([asha, 'CheckIn', checkIn().data]);
    const fingerprint = createHmac('sha256', 'a key').update(content).digest('hex');
    const events = log.events.map((event) => ({
      ...event,
      metadata: { ...event.metadata, fingerprint },
    }));
    expect(await openProcess(new EventLogInMemory(events))(checkIn(), { id })).toEqual(first);
  });

  test('is recognised by its original body after an upgrade that parses it differently', async () => {
    await send(checkIn());
    const id = randomUUID();
    const originalRemark = remark('Called', { lat: 18.559123456789 });
    const first = await send(originalRemark, { id });
    const remarkAsReadNow = remark('Called', { lat: 18.559123 });
    expect(await send(remarkAsReadNow, { id, sent: originalRemark.data })).toEqual(first);
    const changed = send(remarkAsReadNow, { id, sent: { ...originalRemark.data, lat: 18.6 } });
    await expect(changed).rejects.toMatchObject({ code: 'command-id-reused' });
    const elsewhere = send(remarkAsReadNow, { id, actorId: meera, sent: originalRemark.data });
    await expect(elsewhere).rejects.toMatchObject({ code: 'command-id-reused' });
  });

  test('is answered again if today’s schema refuses its body, and refused if it is new', async () => {
    await send(checkIn());
    const id = randomUUID();
    const first = await send(remark('Called'), { id });
    const refused = new Error('Not longer than 3');
    expect(await send(remark('Called'), { id, refused })).toEqual(first);
    const others: readonly (readonly [object, Partial<Request<GuestCommand>>])[] = [
      [remark('Called').data, { id: randomUUID() }],
      [remark('Called').data, { id, actorId: meera }],
      [remark('Called again').data, { id }],
      [{ guestId: `${guestId}\n` }, { id }],
      [{ note: 'Called' }, { id }],
      [{ guestId: { toString: 1, valueOf: 1 } }, { id }],
      [[], { id }],
    ];
    for (const [data, request] of others)
      await expect(
        send({ type: 'Remark', data } as GuestCommand, { ...request, refused }),
      ).rejects.toBe(refused);
    await expect(send({ type: 'Remark', data: null } as never, { id, refused })).rejects.toBe(
      refused,
    );
    expect(await readTypes()).toEqual(['CheckedIn', 'Remarked']);
  });

  test('is the same command in any field order, including floats', async () => {
    await send(checkIn());
    const id = randomUUID();
    const first = await send(remark('Called', { lat: 18.559 }), { id });
    expect(
      await send({ type: 'Remark', data: { lat: 18.559, note: 'Called', guestId } }, { id }),
    ).toEqual(first);
  });

  test('with another body, or as another command, is refused', async () => {
    const id = randomUUID();
    await send(checkIn(), { id });
    await expect(send(checkIn({ note: 'Late' }), { id })).rejects.toMatchObject({
      code: 'command-id-reused',
    });
    await expect(send({ type: 'CheckOut', data: { guestId } }, { id })).rejects.toMatchObject({
      code: 'command-id-reused',
    });
    expect(await readTypes()).toEqual(['CheckedIn']);
  });

  test('by another member is refused; a colleague without access learns nothing', async () => {
    const id = randomUUID();
    await send(checkIn());
    await send(remark('Called'), { id });
    await expect(send(remark('Called'), { id, actorId: meera })).rejects.toMatchObject({
      code: 'command-id-reused',
    });
    await expect(send(remark('Called'), { id, actorId: ravi })).rejects.toMatchObject({
      code: 'lead-not-found',
    });
  });

  test('belongs to one record: for another record it is another command', async () => {
    const id = randomUUID();
    await send(checkIn(), { id });
    const other = randomUUID();
    await expect(
      send(checkIn({ guestId: other, phone: '+919000000001' }), { id }),
    ).resolves.toMatchObject({ id: other, revision: 0 });
  });

  test('that was refused, or changed nothing, is decided again', async () => {
    const id = randomUUID();
    await expect(send(remark('Called'), { id })).rejects.toMatchObject({ code: 'lead-not-found' });
    await send(checkIn());
    await expect(send(remark('nothing'), { id })).resolves.toMatchObject({ revision: 0 });
    await expect(send(remark('Called'), { id })).resolves.toMatchObject({ revision: 1 });
  });
});

describe('a log that fails', () => {
  /**
   * Log whose first append gets no answer. `receiveUnanswered` stores it, or keeps it in `late`, to
   * be stored right before the next append.
   */
  class Unanswering extends EventLogInMemory {
    unansweredAppends = 1;
    late: (() => Promise<unknown>) | undefined;
    override async appendAll(appends: readonly Append[]) {
      await this.late?.();
      if (this.unansweredAppends-- <= 0) return super.appendAll(appends);
      await this.receiveUnanswered(() => super.appendAll(appends));
      throw new Unavailable('No answer in time');
    }
    receiveUnanswered = async (append: () => Promise<unknown>) => void (await append());
  }

  test('after its append lets the same command find its effect', async () => {
    const failing = openProcess(new Unanswering(log.events));
    const id = randomUUID();
    await expect(failing(checkIn(), { id })).rejects.toThrow(Unavailable);
    await expect(failing(checkIn(), { id })).resolves.toMatchObject({ revision: 0 });
    expect(await readTypes()).toEqual(['CheckedIn']);
  });

  test('and appends only during the repetition of the command stores one effect, in one chain', async () => {
    const unanswering = new Unanswering(log.events);
    unanswering.receiveUnanswered = async (append) => void (unanswering.late = append);
    const failing = openProcess(unanswering);
    await send(checkIn());
    const id = randomUUID();
    await expect(failing(remark('Called'), { id })).rejects.toThrow(Unavailable);
    await expect(failing(remark('Called'), { id })).resolves.toMatchObject({ revision: 1 });
    await failing(remark('And again'));
    expect(await readTypes()).toEqual(['CheckedIn', 'Remarked', 'Remarked']);
    expect(verifyChain(await readHistory())).toBeUndefined();
  });

  test('between a claim and its record lets the same command succeed', async () => {
    class Crashing extends EventLogInMemory {
      override async store(append: Append) {
        if (append.stream.startsWith('guest-')) throw new Unavailable('Crashed');
        return super.store(append);
      }
    }
    const id = randomUUID();
    await expect(openProcess(new Crashing(log.events))(checkIn(), { id })).rejects.toThrow(
      Unavailable,
    );
    expect(log.events.map(({ type }) => type)).toEqual(['Reserved']);
    await expect(send(checkIn(), { id })).resolves.toMatchObject({ revision: 0 });
  });

  test('because of an unknown event refuses every command on the record', async () => {
    await send(checkIn());
    const [event] = await readHistory();
    await log.append(event!.stream, 0, [
      { ...event!, type: 'Knighted', metadata: { ...event!.metadata, eventId: 'x' } },
    ]);
    await expect(send(remark('Called'))).rejects.toThrow(UnreadableLog);
    await expect(openProcess(log)(remark('Called'))).rejects.toThrow(UnreadableLog);
  });

  test('because of an event of another organization refuses people’s commands, and delays internal ones', async () => {
    await send(checkIn());
    const [event] = await readHistory();
    await log.append(event!.stream, 0, [
      { ...event!, metadata: { ...event!.metadata, eventId: 'x', organizationId: 'another' } },
    ]);
    await expect(send(remark('Called'))).rejects.toThrow(
      expect.objectContaining({ code: 'record-damaged', status: 409 }),
    );
    await expect(send(remark('Called'), { internal: true })).rejects.toThrow(DamagedStream);
    await expect(
      send(checkIn({ guestId: randomUUID(), phone: '+919876543211' })),
    ).resolves.toMatchObject({ revision: 0 });
  });

  test('because of conflicts at every try answers Busy, never a refusal', async () => {
    class Conflicting extends EventLogInMemory {
      tries = 0;
      override async appendAll(): Promise<never> {
        this.tries++;
        throw new RevisionConflict('Somebody was faster');
      }
    }
    const conflicting = new Conflicting(log.events);
    await expect(openProcess(conflicting)(checkIn())).rejects.toThrow(Busy);
    expect([conflicting.tries, conflicts]).toEqual([5, 5]);
  });
});

describe('If-Match', () => {
  test('accepts the answered revision, and no other', async () => {
    const { revision } = await send(checkIn());
    await send(remark('Called'), { expectedRevision: revision });
    await expect(send(remark('Again'), { expectedRevision: revision })).rejects.toThrow(
      StaleRevision,
    );
    await expect(send(remark('Again'), { expectedRevision: revision })).rejects.toMatchObject({
      revision: 1,
    });
  });

  test('is not affected by a fence', async () => {
    const { revision } = await send(checkIn());
    const [event] = await readHistory();
    await log.append(event!.stream, 0, [
      { type: 'ClaimFenced', data: {}, metadata: { ...event!.metadata, eventId: 'fence' } },
    ]);
    await expect(send(remark('nothing'), { expectedRevision: revision })).resolves.toMatchObject({
      revision,
    });
    await expect(send(remark('Called'), { expectedRevision: revision })).resolves.toMatchObject({
      revision: 2,
    });
  });

  test('that is outdated does not make a repetition another command', async () => {
    const id = randomUUID();
    const { revision } = await send(checkIn());
    const first = await send(remark('Called'), { id, expectedRevision: revision });
    expect(await send(remark('Called'), { id, expectedRevision: revision })).toEqual(first);
  });

  test('is checked after the rules', () =>
    expect(send(remark('Called'), { expectedRevision: 7 })).rejects.toMatchObject({
      code: 'lead-not-found',
    }));
});

describe('the metadata of an event', () => {
  test('contain member, time and origin', async () => {
    const device = { capturedAt: '2026-11-20T16:00:00.000Z', sentAt: '2026-11-21T06:00:00.000Z' };
    const id = randomUUID();
    await send(checkIn(), { id, device, causationId: 'the-event', correlationId: 'the-story' });
    expect((await readHistory())[0]!.metadata).toEqual({
      eventId: expect.any(String),
      commandId: id,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      causationId: 'the-event',
      correlationId: 'the-story',
      actorId: asha,
      organizationId: house.id,
      at: '2026-11-21T09:30:00.000Z',
      capturedAt: '2026-11-20T19:30:00.000Z',
      on: '2026-11-21', // Past midnight in India.
      schemaVersion: 1,
      previousHash: '',
      commit: expect.stringMatching(/^[0-9a-f]{64}$/),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test('name the command itself as the cause if a person sent it', async () => {
    const id = randomUUID();
    await send(checkIn(), { id });
    expect((await readHistory())[0]!.metadata).toMatchObject({
      causationId: id,
      correlationId: id,
    });
  });

  test('contain one time for all events of a command, even if the clock advances', async () => {
    let time = Date.parse('2026-11-21T09:30:00.000Z');
    const clock = { now: () => new Date(time++).toISOString(), pause: async () => {} };
    const { handle } = writeSideForSpecs({
      log,
      events: [guestEvents],
      organization: house,
      keys,
      clock,
    });
    await handle(guests, guestCommands.CheckIn, {
      id: randomUUID(),
      actorId: asha,
      organizationId: house.id,
      command: checkIn(),
    });
    // The guest has an event, and so has the claim of the phone number.
    expect(log.events.length).toBeGreaterThan(1);
    expect(new Set(log.events.map(({ metadata }) => metadata.at)).size).toBe(1);
  });

  test('are sealed under the stream’s key, chained, and readable by another process', async () => {
    await send(checkIn({ note: 'Prefers calls' }));
    await openProcess(log)(remark('Called'));
    await send({ type: 'CheckOut', data: { guestId } });
    const events = await readHistory();
    expect(JSON.stringify(log.events)).not.toMatch(/Rajesh|9876543210|Prefers|Called/);
    expect(
      new Set(events.map(({ data }) => (data as { sealed?: { key: string } }).sealed?.key)).size,
    ).toBe(2); // The stream's key, and undefined for the event without personal data.
    expect(verifyChain(events)).toBeUndefined();
    for (const claim of new Set(log.events.map(({ stream }) => stream)))
      expect(verifyChain(log.events.filter(({ stream }) => stream === claim))).toBeUndefined();
  });
});

test('a process reads only new events of a stream', async () => {
  const reads: [stream: string, from: number][] = [];
  class Watched extends EventLogInMemory {
    override read<Event extends Message>(stream: string, from = 0) {
      if (stream.startsWith('guest-')) reads.push([stream, from]);
      return super.read<Event>(stream, from);
    }
  }
  const watched = openProcess(new Watched(log.events));
  await watched(checkIn());
  for (const note of ['One', 'Two']) await watched(remark(note));
  expect(reads.map(([, from]) => from)).toEqual([NO_STREAM + 1, 0, 1]);
});
