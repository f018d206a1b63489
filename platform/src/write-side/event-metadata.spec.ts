import { expect, test } from '@jest/globals';
import { createMetadata } from './event-metadata.js';

const sentFrom = { device: 'Chrome on Android', network: '49.36' };
const metadataFor = createMetadata({
  recordStream: 'lead-org_1',
  request: { id: '018f6a5e-0000-7000-8000-000000000001', actorId: 'asha', sentFrom },
  fingerprint: 'f',
  organizationId: 'org',
  on: '2026-11-29',
  at: '2026-11-29T10:00:00.000Z',
  capturedAt: '2026-11-29T09:00:00.000Z',
});

test('an event has the device and network of its sender, and a claim has not', () => {
  expect(metadataFor('lead-org_1', 0)).toMatchObject(sentFrom);
  expect(metadataFor('claim-phone', 0)).not.toHaveProperty('device');
});

test('a repeated command has the same events of its record, and other claims and fences', () => {
  const idsOf = (stream: string) =>
    [metadataFor(stream, 0), metadataFor(stream, 0)].map(({ eventId }) => eventId);
  expect(new Set(idsOf('lead-org_1')).size).toBe(1);
  expect(new Set([...idsOf('claim-phone'), ...idsOf('lead-org_2')]).size).toBe(4);
});
