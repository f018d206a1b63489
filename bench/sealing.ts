import { leadEvents } from '#domain/leads/lead.events.js';
import { createdInFull } from '#domain/leads/lead.examples.js';
import { canonical } from '#platform/event-log/canonical.js';
import { type RecordedEvent, noStream } from '#platform/event-log/event-log.js';
import { verifyChain } from '#platform/sealing/chain.js';
import { eventCatalogue } from '#platform/sealing/event-catalogue.js';
import { type Unsealed, sealing } from '#platform/sealing/sealing.js';
import { KeyStoreInMemory } from '#platform/testing/key-store-in-memory.js';

/** What sealing, chaining and opening a created lead cost, in microseconds of this processor an event, whatever else it does meanwhile. `node dist/bench/sealing.js` */
const lot = 20_000;
const keys = new KeyStoreInMemory();
const { seal, open } = sealing({ catalogue: eventCatalogue([leadEvents]), keys });
const metadata: Unsealed['metadata'] = {
  eventId: '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8a01',
  commandId: '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8a02',
  fingerprint: 'f'.repeat(64),
  causationId: '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8a02',
  correlationId: '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8a02',
  actorId: '0190a6c2-0000-7000-8000-000000000001',
  organizationId: 'o',
  at: '2026-11-21T09:30:00.000Z',
  capturedAt: '2026-11-21T09:30:00.000Z',
  on: '2026-11-21',
};
const key = (await keys.make(1))[0]!.id;

for (const round of ['warm-up', 'measured']) {
  const figures: Record<string, number> = {};
  const measure = async <Result>(name: string, work: () => Result | Promise<Result>): Promise<Result> => {
    const began = process.cpuUsage();
    const result = await work();
    const { user, system } = process.cpuUsage(began);
    figures[name] = Math.round(((user + system) * 10) / lot) / 10;
    return result;
  };
  const events = Array.from({ length: lot }, () => ({ ...createdInFull, metadata }));
  const sealed = await measure('seal and chain', () => seal('lead-o_l', noStream, events, { hash: '', key }));
  const stored = sealed.map((event, revision): RecordedEvent => ({ ...event, stream: 'lead-o_l', revision, position: '' }));
  await measure('write out', () => stored.forEach(({ data, metadata }) => canonical(data) + canonical(metadata)));
  const opened = await measure('open, unread', () => open(stored));
  await measure('read one field', () => opened.forEach(({ data }) => (data as { phone: string }).phone));
  await measure('read all fields', () => opened.forEach(({ data }) => ({ ...data })));
  await measure('verify', () => verifyChain(stored));
  if (round === 'measured') console.table(figures);
}
