import type { Account } from '#domain/kernel/policy.js';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { parseStream } from '../event-log/subject.js';
import { EventLogInMemory } from '../testing/in-memory/event-log-in-memory.js';
import {
  type GuestCommand,
  type HouseCommand,
  asha,
  desk,
  guestCommands,
  guestEvents,
  guests,
  house,
  houseCommands,
  houseEvents,
  houses,
  meera,
  ravi,
  stranger,
} from '../testing/test-domain.js';
import { writeSideForSpecs } from '../testing/write-side-for-specs.js';
import { cachedLookup } from './folded-streams.js';
import type { Request } from './request.js';

const photo = randomUUID();
const foreignPhoto = randomUUID();
const guestId = randomUUID();
let log: EventLogInMemory;
let accounts: Map<string, Account>;
let nextRandom: string[];
let write: ReturnType<typeof open>;

/** @param foldsHouses whether organizations are folded from their streams; else `house` exists */
function open({ foldsHouses }: { foldsHouses: boolean }) {
  return writeSideForSpecs({
    log,
    events: [guestEvents, houseEvents],
    organization: house,
    ...(foldsHouses && {
      organizations: (folded) =>
        cachedLookup(folded, houses, (id, { word, members }) =>
          word
            ? {
                ...house,
                id,
                timeZone: 'Pacific/Auckland',
                members: new Map(members.map((member) => [member, 'admin'])),
              }
            : undefined,
        ),
    }),
    accounts: { get: async (id) => accounts.get(id) },
    references: {
      files: {
        resolve: async (_, ids, { actorId }) =>
          new Set(ids.filter((id) => id === photo && actorId === asha)),
        claim: async () => true,
      },
      records: async () => new Set(),
    },
    randomness: () => nextRandom.shift() ?? randomUUID(),
  });
}
const sendGuestCommand = (command: GuestCommand, request: Partial<Request<GuestCommand>> = {}) =>
  write.handle(guests, guestCommands[command.type], {
    id: randomUUID(),
    actorId: asha,
    organizationId: house.id,
    command,
    ...request,
  });
const sendHouseCommand = (command: HouseCommand, request: Partial<Request<HouseCommand>> = {}) =>
  write.handle(houses, houseCommands[command.type], {
    id: randomUUID(),
    actorId: asha,
    command,
    ...request,
  });
const checkIn = (more: object = {}): GuestCommand => ({
  type: 'CheckIn',
  data: { guestId, name: 'Rajesh', phone: '+919876543210', ...more },
});

beforeEach(() => {
  log = new EventLogInMemory();
  accounts = new Map(
    [asha, ravi, meera, stranger].map((id) => [
      id,
      { id, verified: true, requestedRole: undefined },
    ]),
  );
  nextRandom = [];
  write = open({ foldsHouses: false });
});

describe('a command', () => {
  const remark: GuestCommand = { type: 'Remark', data: { guestId, note: 'Called' } };
  const sweep: GuestCommand = { type: 'Sweep', data: { guestId } };
  const forget: GuestCommand = { type: 'Forget', data: { guestId } };
  const nobody = { accountId: randomUUID() };
  test.each([
    [
      'on a colleague’s record, like one on no record,',
      remark,
      { actorId: ravi },
      'lead-not-found',
    ],
    [
      'on no record',
      { type: 'Remark', data: { guestId: randomUUID(), note: 'x' } },
      {},
      'lead-not-found',
    ],
    ['that the role may never send', forget, {}, 'not-allowed'],
    ['of somebody who is no member', remark, { actorId: stranger }, 'not-allowed'],
    [
      'in an organization that does not exist',
      remark,
      { organizationId: randomUUID() },
      'not-allowed',
    ],
    [
      'of somebody in no organization',
      remark,
      { organizationId: undefined },
      'organization-needed',
    ],
    [
      'of an account that does not exist',
      remark,
      { actorId: nobody.accountId },
      'account-not-found',
    ],
    ['that only the server sends', sweep, { actorId: meera }, 'not-allowed'],
  ] as [string, GuestCommand, object, string][])(
    '%s is refused',
    async (_, command, request, code) => {
      await sendGuestCommand(checkIn());
      await expect(sendGuestCommand(command, request)).rejects.toMatchObject({ code });
    },
  );

  test('that is internal needs no right, and may be sent for a former member', async () => {
    await sendGuestCommand(checkIn());
    await expect(
      sendGuestCommand(sweep, { actorId: stranger, internal: true }),
    ).resolves.toMatchObject({
      revision: 1,
    });
    expect(log.events.at(-1)!.metadata.actorId).toBe(stranger);
  });

  test('of a member who sees everything may concern any record', async () => {
    await sendGuestCommand(checkIn());
    await expect(sendGuestCommand(remark, { actorId: meera })).resolves.toMatchObject({
      revision: 1,
    });
  });
});

describe('references of a command', () => {
  const unknownReference = (field: string) => ({ code: 'unknown-reference', field });
  test('may name members and places of the organization, and the sender’s files', () =>
    expect(
      sendGuestCommand(checkIn({ host: meera, desk, photos: [photo] })),
    ).resolves.toMatchObject({
      revision: 0,
    }));
  test('may be left out, removed, or empty', () =>
    expect(sendGuestCommand(checkIn({ desk: null, photos: [] }))).resolves.toMatchObject({
      revision: 0,
    }));
  test.each([
    ['a stranger', { host: stranger }, 'host'],
    ['a place as a member', { host: desk }, 'host'],
    ['a place that is not there', { desk: randomUUID() }, 'desk'],
    ['one of several files', { photos: [photo, foreignPhoto] }, 'photos'],
  ])('are refused with their field if the target is %s', (_, refers, field) =>
    expect(sendGuestCommand(checkIn(refers))).rejects.toMatchObject(unknownReference(field)),
  );

  test('may repeat the record’s present ones, whoever added them', async () => {
    await sendGuestCommand(checkIn({ photos: [photo] }));
    const addPhotos = (photos: string[]): GuestCommand => ({
      type: 'AddPhotos',
      data: { guestId, photos },
    });
    await expect(sendGuestCommand(addPhotos([photo]), { actorId: meera })).resolves.toMatchObject({
      revision: 1,
    });
    await expect(
      sendGuestCommand(addPhotos([photo, foreignPhoto]), { actorId: meera }),
    ).rejects.toMatchObject(unknownReference('photos'));
  });

  test('are looked up only for a visible record', async () => {
    await sendGuestCommand(checkIn());
    const photos: GuestCommand = { type: 'AddPhotos', data: { guestId, photos: [foreignPhoto] } };
    await expect(sendGuestCommand(photos, { actorId: ravi })).rejects.toMatchObject({
      code: 'lead-not-found',
    });
  });

  test('are not looked up again for a repeated command', async () => {
    const id = randomUUID();
    const first = await sendGuestCommand(checkIn({ host: asha }), { id });
    const withoutMembers = writeSideForSpecs({
      log,
      events: [guestEvents],
      organization: { ...house, members: new Map() },
      keys: write.keys,
    });
    const again = { id, actorId: asha, organizationId: house.id, command: checkIn({ host: asha }) };
    expect(await withoutMembers.handle(guests, guestCommands.CheckIn, again)).toEqual(first);
  });
});

describe('an organization', () => {
  const houseId = house.id;
  const openHouse: HouseCommand = { type: 'OpenHouse', data: { houseId } };
  const enter = (word: string): HouseCommand => ({ type: 'EnterByWord', data: { word } });
  beforeEach(() => {
    write = open({ foldsHouses: true });
    nextRandom = [FIRST_RANDOM];
  });
  const FIRST_RANDOM = 'first-word';
  /** Code of the first house: the beginning of its randomness. */
  const word = FIRST_RANDOM.slice(0, 8);

  test('is founded by an account without one, and its events have its id', async () => {
    await expect(sendHouseCommand(openHouse)).resolves.toMatchObject({ id: houseId, revision: 1 });
    expect(new Set(log.events.map(({ metadata }) => metadata.organizationId))).toEqual(
      new Set([houseId]),
    );
  });

  test('that is founded again by the same command is not founded twice', async () => {
    const id = randomUUID();
    const first = await sendHouseCommand(openHouse, { id });
    expect(await sendHouseCommand(openHouse, { id, organizationId: houseId })).toEqual(first);
    await expect(sendHouseCommand(openHouse, { organizationId: houseId })).rejects.toMatchObject({
      code: 'already-a-member',
    });
  });

  test('is one per account, however many are founded at once', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () =>
        sendHouseCommand({ type: 'OpenHouse', data: { houseId: randomUUID() } }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is joined by its code, on the day of its own time zone', async () => {
    await sendHouseCommand(openHouse);
    // 01:00 in Auckland.
    const device = { capturedAt: '2026-11-20T12:00:00.000Z', sentAt: '2026-11-21T09:30:00.000Z' };
    await expect(sendHouseCommand(enter(word), { actorId: ravi, device })).resolves.toMatchObject({
      id: houseId,
      revision: 2,
    });
    expect(log.events.at(-1)!.metadata).toMatchObject({
      organizationId: houseId,
      actorId: ravi,
      on: '2026-11-21',
    });
  });

  test('is entered once', async () => {
    await sendHouseCommand(openHouse);
    await expect(sendHouseCommand(enter(word))).rejects.toMatchObject({ code: 'already-a-member' });
  });

  test.each([
    ['that was never used', 'wrong'],
    ['that was given up', word],
  ])('is not entered by a code %s', async (_, tried) => {
    await sendHouseCommand(openHouse);
    await sendHouseCommand({ type: 'ChangeWord', data: {} }, { organizationId: houseId });
    await expect(sendHouseCommand(enter(tried), { actorId: ravi })).rejects.toMatchObject({
      code: 'invite-code-unknown',
      field: 'word',
    });
  });

  test('answers a repeated entry when the code was rotated meanwhile', async () => {
    await sendHouseCommand(openHouse);
    const id = randomUUID();
    const first = await sendHouseCommand(enter(word), { id, actorId: ravi });
    await sendHouseCommand({ type: 'ChangeWord', data: {} }, { organizationId: houseId });
    expect(
      await sendHouseCommand(enter(word), { id, actorId: ravi, organizationId: houseId }),
    ).toEqual(first);
  });

  test('answers a repeated departure', async () => {
    await sendHouseCommand(openHouse);
    const id = randomUUID();
    const leave: HouseCommand = { type: 'Leave', data: {} };
    const first = await sendHouseCommand(leave, { id, organizationId: houseId });
    expect(await sendHouseCommand(leave, { id, organizationId: houseId })).toEqual(first);
    await expect(sendHouseCommand(leave, { organizationId: houseId })).rejects.toMatchObject({
      code: 'not-allowed',
    });
  });

  test('generates another code if one is taken', async () => {
    await sendHouseCommand(openHouse);
    nextRandom = [FIRST_RANDOM, 'second-word'];
    const other = randomUUID();
    await expect(
      sendHouseCommand({ type: 'OpenHouse', data: { houseId: other } }, { actorId: ravi }),
    ).resolves.toMatchObject({ id: other });
    expect(
      log.events.find(
        ({ stream, type }) => type === 'HouseOpened' && parseStream(stream).id === other,
      )!.data,
    ).toEqual({ word: 'second-w' });
  });

  test('lets a new member act from the next command on', async () => {
    await sendHouseCommand(openHouse);
    await expect(
      sendHouseCommand(
        { type: 'ChangeWord', data: {} },
        { actorId: ravi, organizationId: houseId },
      ),
    ).rejects.toMatchObject({
      code: 'not-allowed',
    });
    await sendHouseCommand(enter(word), { actorId: ravi });
    await expect(
      sendHouseCommand(
        { type: 'ChangeWord', data: {} },
        { actorId: ravi, organizationId: houseId },
      ),
    ).resolves.toMatchObject({ revision: 3 });
  });

  test('is found by its members', async () => {
    await sendHouseCommand(openHouse);
    expect(await write.claims.findHolder('membership', undefined, asha, houses)).toBe(
      `organization-${houseId}`,
    );
    expect(await write.claims.findHolder('membership', undefined, ravi, houses)).toBeUndefined();
    await sendHouseCommand({ type: 'Leave', data: {} }, { organizationId: houseId });
    expect(await write.claims.findHolder('membership', undefined, asha, houses)).toBeUndefined();
  });

  test('is not needed for commands about oneself, unless they refer to something in it', async () => {
    await sendHouseCommand(openHouse);
    const introduce = (deskId?: string): HouseCommand => ({
      type: 'Introduce',
      data: { desk: deskId },
    });
    await expect(sendHouseCommand(introduce())).resolves.toBeDefined();
    await expect(
      sendHouseCommand(introduce(desk), { organizationId: houseId }),
    ).resolves.toBeDefined();
    await expect(sendHouseCommand(introduce(desk))).rejects.toMatchObject({
      code: 'unknown-reference',
      field: 'desk',
    });
  });

  test('named by the session counts for nothing if the account is no member', async () => {
    await sendHouseCommand(openHouse);
    const introduce: HouseCommand = { type: 'Introduce', data: { desk } };
    await expect(
      sendHouseCommand(introduce, { actorId: ravi, organizationId: houseId }),
    ).rejects.toMatchObject({ code: 'not-allowed' });
  });
});
