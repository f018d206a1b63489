import { aggregates } from '#domain/aggregates.js';
import type { Message } from '#domain/kernel/texts/message.js';
import { canonical } from '#platform/event-log/canonical.js';
import { type RecordedEvent, NO_STREAM } from '#platform/event-log/event-log.js';
import { computeCommitment } from '#platform/proof/commitment.js';
import { getEnvelope } from '#platform/sealing/envelope.js';
import { verifyChain } from '#platform/testing/notary/verify-chain.js';
import { eventCatalogue } from '#platform/sealing/event-catalogue.js';
import { splitPersonal } from '#platform/sealing/personal-fields.js';
import { type Unsealed, listKeyIds, createSealing } from '#platform/sealing/sealing.js';
import { KeyStoreInMemory } from '#platform/testing/in-memory/key-store-in-memory.js';
import { describe, expect, test } from '@jest/globals';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

/**
 * Stored event of an earlier build, with its key and its decrypted data. Written once; files are
 * only added.
 */
type Golden = {
  readonly stored: RecordedEvent;
  readonly keys: Readonly<Record<string, string>>;
  readonly read: object;
};

const folder = import.meta.dirname;
const catalogue = eventCatalogue(aggregates.map(({ events }) => events));
const examples: Readonly<Record<string, Message>> = {
  ...(Object.assign({}, ...aggregates.map(({ examples: each }) => each)) as Readonly<
    Record<string, Message>
  >),
  Reserved: { type: 'Reserved', data: { holder: 'lead-o_l' } },
  ClaimFenced: { type: 'ClaimFenced', data: {} },
  ClaimClosed: { type: 'ClaimClosed', data: {} },
  ReactorBegan: { type: 'ReactorBegan', data: { atStart: true } },
  NotaryBegan: { type: 'NotaryBegan', data: { origin: 'crm.example.com/log', key: 'key' } },
  NotaryKeyRotated: {
    type: 'NotaryKeyRotated',
    data: { from: 'key', to: 'next key', note: 'signed note' },
  },
  HeadsPublished: { type: 'HeadsPublished', data: { size: 7, streams: 3, root: 'AAAA' } },
  CheckpointSigned: {
    type: 'CheckpointSigned',
    data: { size: 8, root: 'AAAA', note: 'signed note' },
  },
  ReactorsInstalled: { type: 'ReactorsInstalled', data: { names: ['alerts-of-events'] } },
  StreamErased: { type: 'StreamErased', data: {} },
  KeyAbandoned: { type: 'KeyAbandoned', data: { streams: ['lead-o_l'] } },
};
const listGoldenFiles = () => readdirSync(folder).filter((name) => name.endsWith('.golden.json'));
const readGolden = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Golden;
/** Golden files of a type's newest version. There are several if sealing or fields changed. */
const filesOf = (type: string) =>
  listGoldenFiles().filter((name) => name.startsWith(`${type}.v${catalogue.get(type).version}.`));
const nextFileOf = (type: string) => {
  const version = `${type}.v${catalogue.get(type).version}`;
  return join(
    folder,
    filesOf(type).length === 0
      ? `${version}.golden.json`
      : `${version}.form-${filesOf(type).length + 1}.golden.json`,
  );
};
const sealedFieldsToday = (type: string) =>
  Object.keys(splitPersonal(examples[type]!, catalogue.get(type)).secret ?? {}).toSorted();
const fieldsOf = (data: object) => Object.keys(JSON.parse(JSON.stringify(data))).toSorted();
/** Whether a file has the example's fields, of which the same are sealed, with a commitment. */
const isAsToday = (type: string) => (name: string) => {
  const { stored: storedEvent, read } = readGolden(name);
  if (!isDeepStrictEqual(fieldsOf(read), fieldsOf(examples[type]!.data))) return false;
  const fields = [...(getEnvelope(storedEvent)?.fields ?? [])].toSorted();
  const isCommitted = storedEvent.metadata.commit !== undefined;
  return isDeepStrictEqual(fields, sealedFieldsToday(type)) && isCommitted === fields.length > 0;
};
const keyStoreOf = ({ keys }: Golden) =>
  new KeyStoreInMemory(
    new Map(Object.entries(keys).map(([id, key]) => [id, { key: Buffer.from(key, 'base64') }])),
  );

// `WRITE_GOLDEN=1` adds missing files: for new types, versions, fields, sealed fields or
// commitments. Existing files stay unchanged.
if (process.env.WRITE_GOLDEN)
  for (const type of catalogue.types.keys())
    if (!filesOf(type).some(isAsToday(type))) await writeGolden(type);

test.each([...catalogue.types.keys()])(
  '%s has a golden file of its current version, with its current and its sealed fields',
  (type) => expect(filesOf(type).filter(isAsToday(type))).toHaveLength(1),
);

describe('events stored earlier', () => {
  test.each(listGoldenFiles())('%s is still read as a current event', async (name) => {
    const golden = readGolden(name);
    const { schema, version } = catalogue.get(golden.stored.type);
    const [read] = await createSealing({ catalogue, keys: keyStoreOf(golden) }).open([
      golden.stored,
    ]);
    expect(verifyChain([golden.stored])).toBeUndefined();
    expect(schema.safeParse(read!.data).error).toBeUndefined();
    if (golden.stored.metadata.schemaVersion === version)
      expect({ ...read!.data }).toEqual(golden.read);
  });

  test.each(listGoldenFiles())(
    '%s has the opening of its commitment, if it has one',
    async (name) => {
      const { stored: storedEvent, ...golden } = readGolden(name);
      const sealing = createSealing({
        catalogue,
        keys: keyStoreOf({ stored: storedEvent, ...golden }),
      });
      const [opening] = await sealing.readOpenings([storedEvent], () => true);
      expect(opening && computeCommitment(opening)).toBe(storedEvent.metadata.commit);
      expect(Object.keys(opening?.fields ?? {})).toEqual(
        storedEvent.metadata.commit ? getEnvelope(storedEvent)!.fields : [],
      );
    },
  );

  test.each(listGoldenFiles())('%s can be erased', async (name) => {
    const golden = readGolden(name);
    const keys = keyStoreOf(golden);
    // An event without sealed fields is known as erased by another event of its stream.
    const other = readGolden('LeadCreated.v1.golden.json');
    const otherEvent = { ...other.stored, stream: golden.stored.stream };
    for (const [id, key] of Object.entries(other.keys))
      keys.keys.set(id, { key: Buffer.from(key, 'base64') });
    await keys.destroy([...listKeyIds([golden.stored, otherEvent])], 'the-erasure');
    const [read] = await createSealing({ catalogue, keys }).open([golden.stored, otherEvent]);
    const { personal } = catalogue.get(golden.stored.type);
    for (const path of personal.keys()) {
      const value = path
        .split('.')
        .reduce<unknown>(
          (data, field) => (data as Record<string, unknown> | undefined)?.[field],
          read!.data,
        );
      expect(value ?? '').toBe('');
    }
    expect(read!.erased ?? false).toBe(sealedFieldsToday(golden.stored.type).length > 0);
  });
});

async function writeGolden(type: string): Promise<void> {
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
  const [sealedEvent] = await createSealing({ catalogue, keys }).seal(
    stream,
    NO_STREAM,
    [{ type, data, metadata }],
    { hash: '', key: undefined },
  );
  const storedEvent: RecordedEvent = { ...sealedEvent!, stream, revision: 0, position: '0' };
  const neededKeys = [...(await keys.get([...listKeyIds([storedEvent])]))].map(([id, key]) => [
    id,
    Buffer.from('key' in key ? key.key : []).toString('base64'),
  ]);
  const golden: Golden = {
    stored: JSON.parse(canonical(storedEvent)),
    keys: Object.fromEntries(neededKeys),
    read: JSON.parse(JSON.stringify(data)),
  };
  writeFileSync(nextFileOf(type), `${JSON.stringify(golden, null, 2)}\n`);
}
