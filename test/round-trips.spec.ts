import { commandSender } from '#platform/testing/send-command.js';
import { Callers } from '#backend/auth/callers.js';
import { PeopleCache } from '#backend/auth/people/people-cache.js';
import { peopleFromEventLog } from '#backend/auth/people/people-in-log.js';
import { domain } from '#domain/aggregates.js';
import { dayAfter } from '#domain/kernel/values/days.js';
import { systemClock } from '#platform/common/clock.js';
import { CachedReads } from '#backend/auth/people/cached-reads.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { EventLogInMemory } from '#platform/testing/in-memory/event-log-in-memory.js';
import { folders } from '#platform/testing/folders.js';
import { KeyStoreInMemory } from '#platform/testing/in-memory/key-store-in-memory.js';
import { createWriteSide } from '#platform/write-side/write-side.js';
import { afterEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { CallMeter, MeteredLog, countRoundTrips } from './round-trips/call-meter.js';
import { countsOf, runCountedStory } from './round-trips/counted-story.js';
import { exceptions, isWithinUsualLimit, isWithin, keyOf, limitOf } from './round-trips/limits.js';
import { LogInRoundTrips } from './round-trips/log-in-round-trips.js';

const folder = folders();
const closeFunctions: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closeFunctions.splice(0)) await close();
});

test('a command makes as few log calls as possible', async () => {
  const countingLog = new LogInRoundTrips();
  const meter = new CallMeter(() => countingLog.roundTrips);
  const log = new MeteredLog(countingLog, meter);
  const secrets = new KeyValueStoreOnSqlite(
    openSecretsFile(join(folder(), 'secrets.sqlite')),
    systemClock,
  );
  const { commands, folded, claims } = await createWriteSide({
    domain,
    log,
    secrets,
    keys: new KeyStoreInMemory(),
    clock: systemClock,
  });
  const sendCommand = commandSender(domain, commands);
  const tail = new EventLogInMemory(countingLog.events);
  const cachedReads = new CachedReads({
    log: {
      read: log.read.bind(log),
      readLastPosition: tail.readLastPosition.bind(tail),
      subscribe: tail.subscribe.bind(tail),
    },
    clock: systemClock,
    onTrouble: () => undefined,
    time: () => 0,
  });
  closeFunctions.push(
    () => cachedReads.stop(),
    () => secrets.close(),
  );
  await cachedReads.start();
  const people = peopleFromEventLog({ folded, claims });
  const cachedPeople = peopleFromEventLog({
    folded: folded.readFrom(cachedReads),
    claims: claims.readFrom(cachedReads),
  });
  const peopleCache = new PeopleCache(people, { reads: cachedReads, people: cachedPeople });
  const callers = new Callers(
    { find: async () => ({ accountId: meera, begunBy: 'code' }) } as never,
    people,
    peopleCache,
  );
  const [meera, organizationId, leadId] = [randomUUID(), randomUUID(), randomUUID()];
  const sendAs = (
    type: string,
    data: object,
    more: { readonly organizationId?: string; readonly internal?: true } = {},
  ) => sendCommand({ id: randomUUID(), actorId: meera, command: { type, data }, ...more });
  await sendAs(
    'OpenAccount',
    { accountId: meera, name: 'Meera', phone: '+919820041001' },
    { internal: true },
  );
  await sendAs('VerifyPhone', { accountId: meera, phone: '+919820041001' }, { internal: true });
  await sendAs('FoundOrganization', { organizationId, name: 'Sharma Solar' });
  const isCaughtUp = () => cachedReads.covers(countingLog.events.at(-1)!.position);
  while (!isCaughtUp()) await new Promise(setImmediate);
  await callers.loadForCommand('token');

  /** Looks up the caller and then sends the command, as the endpoint does. */
  const countCommandCalls = async (type: string, data: object) => {
    const subject = { kind: 'command', name: type, id: randomUUID() } as const;
    await countingLog.countRoundTrips(() =>
      meter.runCounted(subject, async () => {
        const caller = await callers.loadForCommand('token');
        expect(caller?.isCached).toBe(true);
        await sendAs(type, data, { organizationId: caller!.membership!.organization.id });
      }),
    );
    const { calls } = meter.all().at(-1)!;
    const reads = calls.filter(({ kind }) => kind === 'read').length;
    return { roundTrips: countRoundTrips(calls), reads, appends: calls.length - reads };
  };
  const today = new Date().toISOString().slice(0, 10);
  const lead = {
    leadId,
    firstName: 'Rajesh',
    lastName: 'Patil',
    phone: '+919820041002',
    city: 'Pune',
    type: 'Owner',
  };

  // Round trips: one read, one append for the claim, one for the lead.
  expect(await countCommandCalls('CreateLead', lead)).toEqual({
    roundTrips: 3,
    reads: 4,
    appends: 2,
  });
  const withoutClaim = { roundTrips: 2, reads: 3, appends: 1 };
  expect(
    await countCommandCalls('AddNote', { leadId, noteId: randomUUID(), note: 'Called' }),
  ).toEqual(withoutClaim);
  expect(
    await countCommandCalls('ScheduleFollowUp', {
      leadId,
      followUpId: randomUUID(),
      dueOn: dayAfter(today, 1),
    }),
  ).toEqual(withoutClaim);
  expect(await countCommandCalls('ConvertLead', { leadId, projectValuePaise: 45_000_000 })).toEqual(
    withoutClaim,
  );
});

test('every command and event makes at most the declared number of log calls', async () => {
  const log = new LogInRoundTrips();
  const meter = new CallMeter(() => log.roundTrips);
  const happenedTypes = await runCountedStory({
    folder: folder(),
    log,
    meter,
    runStep: (step) => log.countRoundTrips(step),
  });
  const counts = countsOf(meter);
  // New commands and events need a step in `round-trips/story.ts`.
  const isMissing = ({ kind, name, times }: (typeof counts)[number]) =>
    kind === 'event' ? !happenedTypes.has(name) : times === 0;
  expect(counts.filter(isMissing)).toEqual([]);
  expect(counts.filter((each) => !isWithin(each, limitOf(each)))).toEqual([]);
  // Unnecessary exceptions must be removed.
  const unusualKeys = counts.filter((each) => !isWithinUsualLimit(each)).map(keyOf);
  expect(Object.keys(exceptions).toSorted()).toEqual(unusualKeys.toSorted());
}, 60_000);
