import { expect, test } from '@jest/globals';
import type { Verification } from '#domain/history/history.views.js';
import { verificationSummary } from './verified-line.js';

const checkpoint = { size: 3_710, root: 'root', at: '2026-11-29T06:00:00.000Z' };
const verified: Verification = { checkpoint, verifiedTo: 12, total: 12 };

test.each<[Verification, string, string]>([
  [verified, 'success', 'Unchanged: all 12 events match'],
  [{ ...verified, verifiedTo: 1, total: 1 }, 'success', 'Unchanged: its one event matches'],
  [{ ...verified, verifiedTo: 11 }, 'success', 'Unchanged to event 11'],
  [{ verifiedTo: 0, total: 12 }, 'neutral', 'Not verified yet'],
  [{ ...verified, verifiedTo: 0 }, 'neutral', 'Not verified yet'],
  [{ ...verified, stoppedSince: '2026-11-29T06:00:00.000Z' }, 'danger', 'Verification has stopped'],
  [
    { ...verified, verifiedTo: 2, broken: { revision: 3, because: 'changed' } },
    'danger',
    'Event 3 does not fit its hash',
  ],
])('sums up a verification in one line', (verification, tone, title) =>
  expect(verificationSummary(verification)).toMatchObject({ tone, title }),
);
