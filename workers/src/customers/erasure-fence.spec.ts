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

  last(type: string): RecordedEvent {
    return this.events.findLast((event) => event.type === type)!;
  }

  /** Keys that still decrypt data of a customer. */
  readableKeys(): readonly string[] {
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
  let wake = (): void => undefined;
  const awake = new Promise<void>((resolve) => (wake = resolve));
  let reaction: Promise<void> | undefined;
  await new Promise<void>((resolve, reject) => {
    const stall = async () => {
      resolve();
      await awake;
    };
    reaction = installation
      .startProcess(stall)
      .then((worker) => worker.react(installation.last('LeadConverted')));
    reaction.catch(reject);
  });
  const wakeUp = async () => {
    wake();
    await reaction;
  };
  return { installation, erase: () => backend.send('ErasePersonalData', { leadId }), wakeUp };
}

test('a worker that read the lead before its erasure creates no customer after it', async () => {
  const { installation, erase, wakeUp } = await startStalledConversion();
  await erase();
  const other = await installation.startProcess();
  for (const type of ['LeadConverted', 'PersonalDataErased'])
    await other.react(installation.last(type));
  await wakeUp();
  expect(installation.last('CustomerCreated')).toBeUndefined();
  expect(installation.readableKeys()).toEqual([]);
});

test('a customer that is created between the erasure and its fence is erased by the fence', async () => {
  const { installation, erase, wakeUp } = await startStalledConversion();
  await erase();
  await wakeUp();
  expect(installation.readableKeys()).toHaveLength(1);
  await (await installation.startProcess()).react(installation.last('PersonalDataErased'));
  expect(installation.last('CustomerErased').stream).toBe(
    installation.last('CustomerCreated').stream,
  );
  expect(installation.readableKeys()).toEqual([]);
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
