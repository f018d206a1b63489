import { commandSender } from '#platform/testing/send-command.js';
import { Callers } from '#backend/auth/callers.js';
import { StalePeopleCache } from '#backend/auth/people/queried-people.js';
import { peopleFromEventLog } from '#backend/auth/people/people-in-log.js';
import { domain } from '#domain/aggregates.js';
import { dayAfter } from '#domain/kernel/values/days.js';
import { systemClock } from '#platform/common/clock.js';
import { CachedReads } from '#platform/event-log/cached-reads.js';
import type { Append } from '#platform/event-log/event-log.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { EventLogInMemory } from '#platform/testing/in-memory/event-log-in-memory.js';
import { folders } from '#platform/testing/folders.js';
import { KeyStoreInMemory } from '#platform/testing/in-memory/key-store-in-memory.js';
import { createWriteSide } from '#platform/write-side/write-side.js';
import { afterEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

const folder = folders();
const closes: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closes.splice(0)) await close();
});

/**
 * A log whose calls are answered in waves: all that are under way at once, and the next wave when
 * nothing else goes on.
 */
class LogInWaves extends EventLogInMemory {
  private isCounting = false;
  private readonly underWay: (() => void)[] = [];
  reads = 0;
  appends = 0;

  constructor() {
    super([], () =>
      this.isCounting
        ? new Promise<void>((answer) => this.underWay.push(answer))
        : Promise.resolve(),
    );
  }

  override read<Event extends { readonly type: string; readonly data: object }>(
    stream: string,
    from?: number,
  ) {
    this.reads++;
    return super.read<Event>(stream, from);
  }

  /** Counts as a server does that appends to one stream at a time. */
  protected override store(append: Append) {
    this.appends++;
    return super.store(append);
  }

  async count(work: () => Promise<unknown>) {
    [this.isCounting, this.reads, this.appends] = [true, 0, 0];
    let isDone = false;
    let roundTrips = 0;
    const working = work().finally(() => (isDone = true));
    while (!isDone) {
      for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
      if (this.underWay.length > 0) roundTrips++;
      for (const answer of this.underWay.splice(0)) answer();
    }
    this.isCounting = false;
    await working;
    return { roundTrips, reads: this.reads, appends: this.appends };
  }
}

test('a command goes to the log and back as seldom as it can', async () => {
  const log = new LogInWaves();
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
  const tail = new EventLogInMemory(log.events);
  const cached = new CachedReads({
    log: {
      read: log.read.bind(log),
      head: tail.head.bind(tail),
      subscribe: tail.subscribe.bind(tail),
    },
    ...{ clock: systemClock, onTrouble: () => undefined, time: () => 0 },
  });
  closes.push(
    () => cached.stop(),
    () => secrets.close(),
  );
  await cached.start();
  const people = peopleFromEventLog({ folded, claims });
  const remembered = peopleFromEventLog({
    folded: folded.readFrom(cached),
    claims: claims.readFrom(cached),
  });
  const queried = new StalePeopleCache(people, { reads: cached, people: remembered });
  const callers = new Callers(
    { find: async () => ({ accountId: meera, begunBy: 'code' }) } as never,
    people,
    queried,
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
  const knows = () => cached.covers(log.events.at(-1)!.position);
  while (!knows()) await new Promise(setImmediate);
  await callers.loadForCommand('token');

  /** Looks up the caller and then sends the command, as the endpoint does. */
  const command = (type: string, data: object) =>
    log.count(async () => {
      const caller = await callers.loadForCommand('token');
      expect(caller?.isCached).toBe(true);
      await sendAs(type, data, { organizationId: caller!.membership!.organization.id });
    });
  const today = new Date().toISOString().slice(0, 10);
  const lead = {
    leadId,
    firstName: 'Rajesh',
    lastName: 'Patil',
    phone: '+919820041002',
    city: 'Pune',
    type: 'Owner',
  };

  // Round trips: one to read, one for the claim, one for the lead.
  expect(await command('CreateLead', lead)).toEqual({ roundTrips: 3, reads: 4, appends: 2 });
  const once = { roundTrips: 2, reads: 3, appends: 1 };
  expect(await command('AddNote', { leadId, noteId: randomUUID(), note: 'Called' })).toEqual(once);
  expect(
    await command('ScheduleFollowUp', {
      leadId,
      followUpId: randomUUID(),
      dueOn: dayAfter(today, 1),
    }),
  ).toEqual(once);
  expect(await command('ConvertLead', { leadId, projectValuePaise: 45_000_000 })).toEqual(once);
});
