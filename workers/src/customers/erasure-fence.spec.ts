import { commandSender } from '#platform/testing/send-command.js';
import { domain } from '#domain/aggregates.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { listKeyIds } from '#platform/sealing/sealing.js';
import { EventLogInMemory } from '#platform/testing/in-memory/event-log-in-memory.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { KeyStoreInMemory } from '#platform/testing/in-memory/key-store-in-memory.js';
import { createWriteSide } from '#platform/write-side/write-side.js';
import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { CustomerOfLead } from './customer-of-lead.reactor.js';

const [adminId, organizationId, leadId] = [randomUUID(), randomUUID(), randomUUID()] as const;

/** Workers of one installation, each with caches of its own. */
class Installation {
  readonly events: RecordedEvent[] = [];
  private readonly keys = new KeyStoreInMemory();

  /** @param beforeAppend awaited before each append */
  async startProcess(beforeAppend: (stream: string) => Promise<void> = async () => undefined) {
    const log = new (class extends EventLogInMemory {
      protected override async store(append: Parameters<EventLogInMemory['store']>[0]) {
        await beforeAppend(append.stream);
        return super.store(append);
      }
    })(this.events);
    const { commands, sealing } = await createWriteSide({
      domain,
      log,
      keys: this.keys,
      secrets: {} as never,
      clock: new ClockInMemory(),
    });
    const sendCommand = commandSender(domain, commands);
    const reactor = new CustomerOfLead(log, sealing);
    const send = (type: string, data: object) =>
      sendCommand({
        id: randomUUID(),
        actorId: adminId,
        organizationId,
        command: { type, data },
        internal: true,
      });
    const react = async (event: RecordedEvent) => {
      for (const { command, actorId } of (await reactor.react(event as never)).commands ?? [])
        await sendCommand({
          id: randomUUID(),
          actorId,
          organizationId,
          command,
          internal: true,
        });
    };
    return { send, react };
  }

  findLastEvent(type: string): RecordedEvent {
    return this.events.findLast((event) => event.type === type)!;
  }

  /** Keys that still decrypt data of a customer. */
  listReadableKeys(): readonly string[] {
    const sealedUnder = listKeyIds(
      this.events.filter(({ stream }) => stream.startsWith('customer-')),
    );
    return [...sealedUnder].filter((id) => 'key' in this.keys.keys.get(id)!);
  }
}

/**
 * Converted lead in an organization with one admin, and a worker that stalls before it appends the
 * conversion's customer.
 */
async function startStalledConversion() {
  const installation = new Installation();
  const backend = await installation.startProcess();
  const phone = '+919876500001';
  await backend.send('OpenAccount', { accountId: adminId, name: 'Meera', phone });
  await backend.send('VerifyPhone', { accountId: adminId, phone });
  await backend.send('FoundOrganization', { organizationId, name: 'Sharma Solar' });
  await backend.send('CreateLead', {
    leadId,
    firstName: 'Rajesh',
    lastName: 'Patil',
    city: 'Pune',
    type: 'Owner',
    phone: '+919876500002',
  });
  await backend.send('ConvertLead', { leadId, paymentPaise: 100, reference: 'UPI 4711' });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let reaction: Promise<void> | undefined;
  await new Promise<void>((resolve, reject) => {
    const stall = async () => {
      resolve();
      await released;
    };
    reaction = installation
      .startProcess(stall)
      .then((worker) => worker.react(installation.findLastEvent('LeadConverted')));
    reaction.catch(reject);
  });
  const resumeWorker = async () => {
    release();
    await reaction;
  };
  return { installation, erase: () => backend.send('ErasePersonalData', { leadId }), resumeWorker };
}

test('a worker that read the lead before its erasure creates no customer after it', async () => {
  const { installation, erase, resumeWorker } = await startStalledConversion();
  await erase();
  const other = await installation.startProcess();
  for (const type of ['LeadConverted', 'PersonalDataErased'])
    await other.react(installation.findLastEvent(type));
  await resumeWorker();
  expect(installation.findLastEvent('CustomerCreated')).toBeUndefined();
  expect(installation.listReadableKeys()).toEqual([]);
});

test('a customer that is created after its lead’s erasure is erased by a command of its own', async () => {
  const { installation, erase, resumeWorker } = await startStalledConversion();
  await erase();
  await resumeWorker();
  expect(installation.listReadableKeys()).toHaveLength(1);
  await (await installation.startProcess()).react(installation.findLastEvent('PersonalDataErased'));
  expect(installation.findLastEvent('CustomerErased').stream).toBe(
    installation.findLastEvent('CustomerCreated').stream,
  );
  expect(installation.listReadableKeys()).toEqual([]);
});

test('an erased lead that was never converted leaves no customer stream', async () => {
  const installation = new Installation();
  const worker = await installation.startProcess();
  await worker.react({
    type: 'PersonalDataErased',
    stream: `lead-${organizationId}_${leadId}`,
    data: {},
    metadata: {},
  } as never);
  expect(installation.events).toEqual([]);
});
