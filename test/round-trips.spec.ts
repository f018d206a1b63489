import { peopleInLog } from '#backend/auth/people-in-log.js';
import { domain } from '#domain/aggregates.js';
import { systemClock } from '#platform/common/clock.js';
import type { Append } from '#platform/event-log/event-log.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { EventLogInMemory } from '#platform/testing/event-log-in-memory.js';
import { folders } from '#platform/testing/folders.js';
import { KeyStoreInMemory } from '#platform/testing/key-store-in-memory.js';
import { writeSide } from '#platform/write-side/write-side.js';
import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

const folder = folders();

/** A log whose calls are answered in waves: all that are under way at once, and the next wave when nothing else goes on. */
class LogInWaves extends EventLogInMemory {
  private isCounting = false;
  private readonly underWay: (() => void)[] = [];
  reads = 0;
  appends = 0;

  constructor() {
    super([], () => (this.isCounting ? new Promise<void>((answer) => this.underWay.push(answer)) : Promise.resolve()));
  }

  override read<Event extends { readonly type: string; readonly data: object }>(stream: string, from?: number) {
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
  const secrets = new KeyValueStoreOnSqlite(openSecretsFile(join(folder(), 'secrets.sqlite')), systemClock);
  const { commands, folded, claims } = await writeSide({ domain, log, secrets, keys: new KeyStoreInMemory(), clock: systemClock });
  const people = peopleInLog({ folded, claims });
  const [meera, organizationId, leadId] = [randomUUID(), randomUUID(), randomUUID()];
  const sendAs = (type: string, data: object, more: { readonly organizationId?: string; readonly internal?: true } = {}) =>
    commands.dispatch({ id: randomUUID(), actorId: meera, command: { type, data }, ...more });
  await sendAs('OpenAccount', { accountId: meera, name: 'Meera', phone: '+919820041001' }, { internal: true });
  await sendAs('VerifyPhone', { accountId: meera, phone: '+919820041001' }, { internal: true });
  await sendAs('FoundOrganization', { organizationId, name: 'Sharma Solar' });
  await people.membership(meera);

  const whoAsks = await log.count(() => Promise.all([people.account(meera), people.membership(meera)]));
  const created = await log.count(() =>
    sendAs('CreateLead', { leadId, firstName: 'Rajesh', lastName: 'Patil', phone: '+919820041002', city: 'Pune', type: 'Owner' }, { organizationId }),
  );
  const noted = await log.count(() => sendAs('AddNote', { leadId, noteId: randomUUID(), note: 'Called' }, { organizationId }));

  expect(whoAsks).toEqual({ roundTrips: 1, reads: 3, appends: 0 });
  // one to read, one for the claim, one for the lead
  expect(created).toEqual({ roundTrips: 3, reads: 4, appends: 2 });
  expect(noted).toEqual({ roundTrips: 2, reads: 3, appends: 1 });
  await secrets.close();
});
