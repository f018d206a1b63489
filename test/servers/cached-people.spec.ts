import { Unavailable } from '#platform/common/unavailable.js';
import { peopleFromEventLog } from '#backend/auth/people/people-in-log.js';
import { domain } from '#domain/aggregates.js';
import { systemClock } from '#platform/common/clock.js';
import { createWriteSide } from '#platform/write-side/write-side.js';
import { EventLogOnEventStore } from '#platform/event-log/event-log-on-eventstore.js';
import { CachedReads } from '#backend/auth/people/cached-reads.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { folders } from '#platform/testing/folders.js';
import { KeyStoreInMemory } from '#platform/testing/in-memory/key-store-in-memory.js';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { newPhone } from '../acceptance/product/person.js';
import { until } from '../acceptance/product/until.js';
import { type WriteSideProcess, writeSideProcess } from '../chaos/write-side-process.js';
import { EventStoreStandIn } from './event-store-stand-in/event-store-stand-in.js';

const folder = folders();
const closes: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close();
});

/** Milliseconds by which the clock is ahead. */
let clockAheadMs: number;
let standIn: EventStoreStandIn;
/** Cached reads of this process, fed by the tail; `other` is a second process on the log. */
let cached: CachedReads;
let people: ReturnType<typeof peopleFromEventLog>;
let other: WriteSideProcess;
let admin: string;
let member: string;

beforeEach(async () => {
  clockAheadMs = 0;
  standIn = await EventStoreStandIn.start(join(folder(), 'log.jsonl'));
  closes.push(() => standIn.stop());
  const openLog = () => {
    const each = EventLogOnEventStore.open(standIn.url);
    closes.push(() => each.close());
    return each;
  };
  const file = openSecretsFile(join(folder(), 'secrets.sqlite'));
  closes.push(() => file.close());
  const parts = {
    keys: new KeyStoreInMemory(),
    secrets: new KeyValueStoreOnSqlite(file, systemClock),
  };
  const log = openLog();
  cached = new CachedReads({
    log,
    clock: systemClock,
    onTrouble: () => {},
    time: () => performance.now() + clockAheadMs,
  });
  await cached.start();
  closes.push(() => cached.stop());
  const { folded, claims } = await createWriteSide({ domain, log, clock: systemClock, ...parts });
  people = peopleFromEventLog({ folded: folded.readFrom(cached), claims: claims.readFrom(cached) });
  other = await writeSideProcess({ log: openLog(), ...parts });

  [admin, member] = [await openAccount(), await openAccount()];
  await send(admin, 'FoundOrganization', { organizationId: randomUUID(), name: 'Sharma Solar' });
  const { organization } = (await other.people.findMembership(admin))!;
  await send(member, 'JoinOrganization', { inviteCode: organization.inviteCode });
});

async function openAccount(): Promise<string> {
  const [accountId, phone] = [randomUUID() as string, newPhone()];
  await send(accountId, 'OpenAccount', { accountId, name: 'Somebody', phone });
  await send(accountId, 'VerifyPhone', { accountId, phone });
  return accountId;
}
async function send(actorId: string, type: string, data: object) {
  const organizationId = (await other.people.findMembership(actorId))?.organization.id;
  return other.send({ id: randomUUID(), actorId, organizationId, command: { type, data } });
}
const findNames = async (id: string) => [
  (await people.findAccount(id))?.id,
  (await people.findMembership(id))?.role,
];
/** Waits until the cache covers all events so far. */
const untilKnown = () =>
  until(async () => (await findNames(member))[1] === 'sales', {
    what: () => 'the member to be known',
  });

test('a caller is not read from the log again until an event changes them, which counts at once', async () => {
  await untilKnown();
  await findNames(member);
  const streams = jest.spyOn(standIn.store, 'findStream');
  for (let query = 0; query < 100; query++)
    expect(await findNames(member)).toEqual([member, 'sales']);
  expect(streams).not.toHaveBeenCalled();

  await send(admin, 'RemoveMember', { memberId: member });
  await until(async () => (await findNames(member))[1] === undefined, {
    what: () => 'the removal to count',
  });
});

test('while the log is away, callers stay known for a minute', async () => {
  await untilKnown();
  await findNames(member);
  standIn.faults.refuse = true;
  standIn.endSubscriptions();
  await until(() => cached.isLogUnavailable(), {
    what: () => 'the log to be known as unavailable',
  });
  expect(await findNames(member)).toEqual([member, 'sales']);
  await expect(findNames(randomUUID())).rejects.toThrow(Unavailable);
  clockAheadMs = 60_000;
  await expect(findNames(member)).rejects.toThrow(Unavailable);

  standIn.faults.refuse = false;
  await send(admin, 'RemoveMember', { memberId: member });
  await until(async () => (await findNames(member))[1] === undefined, {
    what: () => 'the removal to count',
  });
});
