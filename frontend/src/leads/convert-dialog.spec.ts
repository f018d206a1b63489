/** @jest-environment ./test/browser-environment.mjs */
import { expect, test } from '@jest/globals';
import type { LeadDetail } from '#domain/leads/lead.views.js';
import { likelyProjectValue } from './convert-dialog.js';

type Quotations = NonNullable<LeadDetail['quotations']>;
const quotations = (...all: readonly (readonly [status: string, rupees: number])[]) =>
  all.map(([status, rupees], index) => ({
    quotationId: String(index),
    status,
    amountPaise: rupees * 100,
    createdAt: `2026-11-0${index + 1}T09:30:00.000Z`,
  })) as unknown as Quotations;

test.each([
  [
    'the accepted quotation, though a later one was sent',
    [
      ['Accepted', 90],
      ['Sent', 70],
    ],
    '90.00',
  ],
  [
    'the latest sent quotation',
    [
      ['Rejected', 90],
      ['Sent', 70],
      ['Draft', 0],
    ],
    '70.00',
  ],
  ['nothing without a sent quotation', [['Draft', 0]], ''],
] as const)('the likely value of a project is %s', (_, all, value) =>
  expect(likelyProjectValue({ quotations: quotations(...all) })).toBe(value),
);
