import type { AuditItem } from '#domain/audit/audit.views.js';
import { expect, test } from '@jest/globals';
import { AuditCsv } from './audit-csv.js';
import type { AuditFeed } from './audit-feed.js';

const at = '2026-11-21T04:00:00.000Z';
const refused = (number: number, reason?: string) => ({
  kind: 'access',
  recordId: '01980000-0000-7000-8000-000000000001',
  recordName: '',
  revision: number,
  eventId: String(number),
  type: 'DecisionRefused',
  at,
  capturedAt: at,
  commandId: '',
  hash: '',
  data: reason === undefined ? {} : { reason },
  people: {},
});

test('refusals that only a newer build knows are rows without a message', async () => {
  const items = [refused(3, 'own-bill'), refused(2, 'of-a-newer-build'), refused(1)];
  const feed = {
    loadPeople: async () => undefined,
    async *readPortions() {
      yield { events: [] };
    },
    present: async () => items as unknown as readonly AuditItem[],
  } as unknown as AuditFeed;
  let csv = '';
  const reader = { organizationId: 'org', timeZone: 'Asia/Kolkata' } as never;
  for await (const part of new AuditCsv(feed).generate(reader, {}, 'en-IN')) csv += part;
  const rows = csv.trim().split('\r\n').slice(1);
  expect(rows.map((row) => /"DecisionRefused","([^"]*)"/.exec(row)?.[1])).toEqual([
    'Another admin has to decide on your own bill.',
    '',
    '',
  ]);
});
