import { accountExamples } from '#domain/accounts/account.examples.js';
import { customerExamples } from '#domain/customers/customer.examples.js';
import { vocabulary } from '#domain/deciders.js';
import type { Message } from '#domain/kernel/message.js';
import { leadExamples } from '#domain/leads/lead.examples.js';
import { alertsExamples } from '#domain/notifications/alerts.examples.js';
import { organizationExamples } from '#domain/organizations/organization.examples.js';
import { canonical } from '#platform/event-log/canonical.js';
import { type RecordedEvent, noStream } from '#platform/event-log/event-log.js';
import { verifyChain } from '#platform/sealing/chain.js';
import { eventCatalogue } from '#platform/sealing/event-catalogue.js';
import { type Unsealed, keysOf, sealing } from '#platform/sealing/sealing.js';
import { KeyStoreInMemory } from '#platform/testing/key-store-in-memory.js';
import { describe, expect, test } from '@jest/globals';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** An event as a build once stored it, the key that it needs, and how it read then. Written once; only ever added to. */
type Golden = { readonly stored: RecordedEvent; readonly keys: Readonly<Record<string, string>>; readonly read: object };

const folder = import.meta.dirname;
const catalogue = eventCatalogue(vocabulary.map(({ events }) => events));
const examples: Readonly<Record<string, Message>> = {
  ...accountExamples,
  ...organizationExamples,
  ...leadExamples,
  ...customerExamples,
  ...alertsExamples,
  Reserved: { type: 'Reserved', data: { holder: 'lead-o_l' } },
  ClaimFenced: { type: 'ClaimFenced', data: {} },
  ReactorBegan: { type: 'ReactorBegan', data: {} },
};
const fileOf = (type: string) => join(folder, `${type}.v${catalogue.of(type).version}.golden.json`);
const files = () => readdirSync(folder).filter((name) => name.endsWith('.golden.json'));
const keysIn = ({ keys }: Golden) =>
  new KeyStoreInMemory(new Map(Object.entries(keys).map(([id, key]) => [id, { key: Buffer.from(key, 'base64') }])));

// A new type or version: `WRITE_GOLDEN=1` writes what is missing, and never touches what is there.
if (process.env.WRITE_GOLDEN) for (const type of catalogue.types.keys()) if (!existsSync(fileOf(type))) await write(type);

test.each([...catalogue.types.keys()])('%s has a golden file of today’s version', (type) =>
  expect(files()).toContain(fileOf(type).slice(folder.length + 1)),
);

describe('what was stored once', () => {
  test.each(files())('%s is still read, and reads as an event of today', async (name) => {
    const golden = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Golden;
    const { schema, version } = catalogue.of(golden.stored.type);
    const [read] = await sealing({ catalogue, keys: keysIn(golden) }).open([golden.stored]);
    expect(verifyChain([golden.stored])).toBeUndefined();
    expect(schema.safeParse(read!.data).error).toBeUndefined();
    if (golden.stored.metadata.schemaVersion === version) expect({ ...read!.data }).toEqual(golden.read);
  });

  test.each(files())('%s can be erased', async (name) => {
    const golden = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Golden;
    const keys = keysIn(golden);
    await keys.destroy([...keysOf([golden.stored])], 'the-erasure');
    const [read] = await sealing({ catalogue, keys }).open([golden.stored]);
    const { personal } = catalogue.of(golden.stored.type);
    for (const path of personal.keys()) {
      const value = path.split('.').reduce<unknown>((data, field) => (data as Record<string, unknown> | undefined)?.[field], read!.data);
      expect(value ?? '').toBe('');
    }
    expect(read!.erased ?? false).toBe(keysOf([golden.stored]).size > 0);
  });
});

async function write(type: string): Promise<void> {
  const keys = new KeyStoreInMemory();
  const [stream, eventId] = ['example-o_1', '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8a0e'];
  const at = '2026-11-21T09:30:00.000Z';
  const metadata: Unsealed['metadata'] = {
    eventId,
    commandId: eventId,
    fingerprint: 'f'.repeat(64),
    causationId: eventId,
    correlationId: eventId,
    actorId: '0190a6c2-0000-7000-8000-000000000001',
    organizationId: 'o',
    at,
    capturedAt: at,
    on: '2026-11-21',
  };
  const { data } = examples[type]!;
  const [sealed] = await sealing({ catalogue, keys }).seal(stream, noStream, [{ type, data, metadata }], { hash: '', key: undefined });
  const stored: RecordedEvent = { ...sealed!, stream, revision: 0, position: '0' };
  const needed = [...(await keys.get([...keysOf([stored])]))].map(([id, key]) => [id, Buffer.from('key' in key ? key.key : []).toString('base64')]);
  const golden: Golden = { stored: JSON.parse(canonical(stored)), keys: Object.fromEntries(needed), read: JSON.parse(JSON.stringify(data)) };
  writeFileSync(fileOf(type), `${JSON.stringify(golden, null, 2)}\n`);
}
