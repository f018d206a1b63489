import { leadEvents } from '#domain/leads/lead.events.js';
import { createdInFull } from '#domain/leads/lead.examples.js';
import { canonical } from '#platform/event-log/canonical.js';
import { type RecordedEvent, noStream } from '#platform/event-log/event-log.js';
import { verifyChain } from '#platform/sealing/chain.js';
import { eventCatalogue } from '#platform/sealing/event-catalogue.js';
import { type Unsealed, sealing } from '#platform/sealing/sealing.js';
import { KeyStoreInMemory } from '#platform/testing/key-store-in-memory.js';
import { type Row, row } from './table.js';

const lot = 20_000;
const id = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8a01';
const at = '2026-11-21T09:30:00.000Z';
const metadata: Unsealed['metadata'] = {
  eventId: id,
  commandId: id,
  fingerprint: 'f'.repeat(64),
  causationId: id,
  correlationId: id,
  actorId: id,
  organizationId: 'o',
  at,
  capturedAt: at,
  on: '2026-11-21',
};

/** What one created lead costs to seal, chain, open and verify, in microseconds of the processor, whatever else it does meanwhile. */
export async function sealingCosts(): Promise<readonly Row[]> {
  const keys = new KeyStoreInMemory();
  const { seal, open } = sealing({ catalogue: eventCatalogue([leadEvents]), keys });
  const key = (await keys.make(1))[0]!.id;
  await round(); // The first is compiled while it runs.
  return round();

  async function round(): Promise<Row[]> {
    const rows: Row[] = [];
    const measured = async <Result>(what: string, work: () => Result | Promise<Result>): Promise<Result> => {
      const began = process.cpuUsage();
      const result = await work();
      const { user, system } = process.cpuUsage(began);
      rows.push(row('sealing', what, (user + system) / lot, 'µs'));
      return result;
    };
    const events = Array.from({ length: lot }, () => ({ ...createdInFull, metadata }));
    const sealed = await measured('seal and chain', () => seal('lead-o_l', noStream, events, { hash: '', key }));
    const stored = sealed.map((event, revision): RecordedEvent => ({ ...event, stream: 'lead-o_l', revision, position: '' }));
    await measured('write out as stored', () => stored.forEach((event) => canonical(event.data) + canonical(event.metadata)));
    const opened = await measured('open, nothing read', () => open(stored));
    await measured('read the first personal field', () => opened.forEach(({ data }) => (data as { phone: string }).phone));
    await measured('read all the others', () => opened.forEach(({ data }) => ({ ...data })));
    await measured('verify the chain', () => verifyChain(stored));
    return rows;
  }
}
