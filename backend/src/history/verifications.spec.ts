import { hashEvent } from '#platform/sealing/chain.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { NotaryStopped } from '#platform/notary/stop-switch.js';
import { expect, test } from '@jest/globals';
import { Verifications } from './verifications.js';

const STREAM = 'lead-sharma_rajesh';
const at = '2026-11-29T06:00:00.000Z';

/** Stored events of one stream, chained by their hashes, at positions 1, 2, 3. */
function createChain(...types: readonly string[]): RecordedEvent[] {
  let previousHash = '';
  return types.map((type, revision) => {
    const metadata = { eventId: type, at, previousHash } as RecordedEvent['metadata'];
    const hash = hashEvent(STREAM, revision, { type, data: {}, metadata });
    previousHash = hash;
    const place = { stream: STREAM, revision, position: String(revision + 1) };
    return { type, data: {}, ...place, metadata: { ...metadata, hash } };
  });
}
const events = createChain('LeadCreated', 'NoteAdded', 'LeadLost');

type World = {
  readonly stored?: readonly RecordedEvent[];
  /** Position of the last event that the newest checkpoint covers. */
  readonly coveredTo?: string;
  /** Events that the checkpoint covers with the same hash. */
  readonly signed?: readonly RecordedEvent[];
  readonly stopped?: { readonly because: string; readonly since: string };
};
const verify = ({ stored = events, coveredTo, stopped, signed = stored }: World) =>
  new Verifications(
    { loadEvents: async () => stored } as never,
    { read: async () => stored } as never,
    {
      readNewest: async () =>
        coveredTo === undefined
          ? undefined
          : { size: 40, root: 'root', note: 'note', at, position: coveredTo },
      readStatus: async () => (stopped ? { stopped } : {}),
      proving: {
        isCovered: async (_: unknown, { metadata }: RecordedEvent) =>
          signed.some((event) => event.metadata.hash === metadata.hash),
      },
    } as never,
  ).verify({} as never, 'lead', 'rajesh');

test('a history is verified as far as the newest checkpoint covers it', async () => {
  expect(await verify({})).toEqual({ verifiedTo: 0, total: 3 });
  const checkpoint = { size: 40, root: 'root', at };
  expect(await verify({ coveredTo: '2' })).toEqual({ verifiedTo: 2, total: 3, checkpoint });
  expect(await verify({ coveredTo: '9' })).toMatchObject({ verifiedTo: 3, total: 3 });
});

test('a history is verified without a checkpoint if its tiles cannot be read', async () => {
  const signed = {
    some: () => {
      throw new NotaryStopped('A tile is missing');
    },
  } as never;
  const stopped = { because: 'A tile is missing', since: at };
  expect(await verify({ coveredTo: '9', signed, stopped })).toEqual({
    verifiedTo: 0,
    total: 3,
    stoppedSince: at,
  });
});

test.each([
  [
    'an event that was changed',
    'changed',
    events.map((event) => (event.revision === 1 ? { ...event, data: { note: 'Other' } } : event)),
    2,
  ],
  ['an event that was removed', 'missing', [events[0]!, events[2]!], 2],
  [
    'an event that was written anew',
    'unchained',
    [events[0]!, createChain('LeadCreated', 'QuotationUploaded')[1]!, events[2]!],
    3,
  ],
] as const)('names %s', async (_, because, stored, revision) =>
  expect(await verify({ stored, coveredTo: '9' })).toMatchObject({
    broken: { revision, because },
    verifiedTo: revision - 1,
  }),
);

test('names the first event of a history that was written anew with new hashes', async () => {
  const stored = createChain('LeadCreated', 'QuotationUploaded', 'LeadLost');
  expect(await verify({ stored, signed: events, coveredTo: '9' })).toMatchObject({
    broken: { revision: 2, because: 'rewritten' },
    verifiedTo: 1,
  });
});

test('a stop of the notary is reported without its reason, which may name other organizations', async () => {
  const stopped = { because: 'lead-other_1 at 3 is changed', since: at };
  const answer = await verify({ coveredTo: '9', stopped });
  expect(answer).toMatchObject({ verifiedTo: 3, stoppedSince: at });
  expect(JSON.stringify(answer)).not.toContain('other');
});
