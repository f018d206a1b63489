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
const closeFunctions: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closeFunctions.splice(0).reverse()) await close();
});

/** Milliseconds by which the clock is ahead. */
let clockAheadMs: number;
let standIn: EventStoreStandIn;
/** Cached reads of this process, fed by the tail; `otherProcess` shares the log. */
let cachedReads: CachedReads;
let people: ReturnType<typeof peopleFromEventLog>;
let otherProcess: WriteSideProcess;
let admin: string;
let member: string;

beforeEach(async () => {
  clockAheadMs = 0;
  standIn = await EventStoreStandIn.start(join(folder(), 'log.jsonl'));
  closeFunctions.push(() => standIn.stop());
  const openLog = () => {
    const each = EventLogOnEventStore.open(standIn.url);
    closeFunctions.push(() => each.close());
    return each;
  };
  const file = openSecretsFile(join(folder(), 'secrets.sqlite'));
  closeFunctions.push(() => file.close());
  const parts = {
    keys: new KeyStoreInMemory(),
    secrets: new KeyValueStoreOnSqlite(file, systemClock),
  };
  const log = openLog();
  cachedReads = new CachedReads({
    log,
    clock: systemClock,
    onTrouble: () => {},
    time: () => performance.now() + clockAheadMs,
  });
  await cachedReads.start();
  closeFunctions.push(() => cachedReads.stop());
  const { folded, claims } = await createWriteSide({ domain, log, clock: systemClock, ...parts });
  people = peopleFromEventLog({
    folded: folded.readFrom(cachedReads),
    claims: claims.readFrom(cachedReads),
  });
  otherProcess = await writeSideProcess({ log: openLog(), ...parts });

  [admin, member] = [await openAccount(), await openAccount()];
  await send(admin, 'FoundOrganization', { organizationId: randomUUID(), name: 'Sharma Solar' });
  const { organization } = (await otherProcess.people.findMembership(admin))!;
  await send(member, 'JoinOrganization', { inviteCode: organization.inviteCode });
});

async function openAccount(): Promise<string> {
  const [accountId, phone] = [randomUUID() as string, newPhone()];
  await send(accountId, 'OpenAccount', { accountId, name: 'Somebody', phone });
  await send(accountId, 'VerifyPhone', { accountId, phone });
  return accountId;
}
async function send(actorId: string, type: string, data: object) {
  const organizationId = (await otherProcess.people.findMembership(actorId))?.organization.id;
  return otherProcess.send({ id: randomUUID(), actorId, organizationId, command: { type, data } });
}
const findIdAndRole = async (id: string) => [
  (await people.findAccount(id))?.id,
  (await people.findMembership(id))?.role,
];
/** Waits until the cache covers all events so far. */
const untilMemberKnown = () =>
  until(async () => (await findIdAndRole(member))[1] === 'sales', {
    what: () => 'the member to be known',
  });

test('a caller is not read from the log again until an event changes them, which counts at once', async () => {
  await untilMemberKnown();
  await findIdAndRole(member);
  const findStreamSpy = jest.spyOn(standIn.store, 'findStream');
  for (let query = 0; query < 100; query++)
    expect(await findIdAndRole(member)).toEqual([member, 'sales']);
  expect(findStreamSpy).not.toHaveBeenCalled();

  await send(admin, 'RemoveMember', { memberId: member });
  await until(async () => (await findIdAndRole(member))[1] === undefined, {
    what: () => 'the removal to count',
  });
});

test('while the log is away, callers stay known for a minute', async () => {
  await untilMemberKnown();
  await findIdAndRole(member);
  standIn.faults.refuse = true;
  standIn.endSubscriptions();
  await until(() => cachedReads.isLogUnavailable(), {
    what: () => 'the log to be known as unavailable',
  });
  expect(await findIdAndRole(member)).toEqual([member, 'sales']);
  await expect(findIdAndRole(randomUUID())).rejects.toThrow(Unavailable);
  clockAheadMs = 60_000;
  await expect(findIdAndRole(member)).rejects.toThrow(Unavailable);

  standIn.faults.refuse = false;
  await send(admin, 'RemoveMember', { memberId: member });
  await until(async () => (await findIdAndRole(member))[1] === undefined, {
    what: () => 'the removal to count',
  });
});
