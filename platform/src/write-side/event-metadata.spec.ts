import { expect, test } from '@jest/globals';
import { createMetadata } from './event-metadata.js';

const sentFrom = { device: 'Chrome on Android', network: '49.36' };
const metadataFor = createMetadata({
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
