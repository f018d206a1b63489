import { expect, test } from '@jest/globals';
import type { Quotation } from '#domain/leads/lead.views.js';
import { nextMainStep } from './main-step.js';

let createdCount = 0;
/** Quotation that is an hour newer than the one made before. */
function quotation(status: Quotation['status']): Quotation {
  createdCount += 1;
  return {
    quotationId: `q${createdCount}`,
    amountPaise: 59_000_00,
    isBuilt: true,
    createdAt: new Date(Date.UTC(2026, 10, 29, createdCount)).toISOString(),
    status,
  };
}

test.each([
  ['Draft', 'send'],
  ['Sent', 'send again'],
  ['Viewed', 'ask'],
  ['Accepted', 'convert'],
  ['Expired', 'renew'],
  ['Rejected', 'status'],
] as const)('a newest quotation that is %s leads to: %s', (status, kind) => {
  const quotations = [quotation('Rejected'), quotation(status)];
  expect(nextMainStep({ status: 'Quoted', quotations }, true)?.kind).toBe(kind);
});

test('an acceptance comes before a newer draft', () => {
  const accepted = quotation('Accepted');
  const step = nextMainStep({ status: 'Quoted', quotations: [accepted, quotation('Draft')] }, true);
  expect(step).toEqual({ kind: 'convert', quotation: accepted });
});

test.each([
  ['Draft', 'status'],
  ['Sent', 'status'],
  ['Viewed', 'ask'],
  ['Accepted', 'convert'],
  ['Expired', 'status'],
] as const)('without the right to quote, a quotation that is %s leads to: %s', (status, kind) => {
  expect(nextMainStep({ status: 'Quoted', quotations: [quotation(status)] }, false)?.kind).toBe(
    kind,
  );
});

test('the customer of an uploaded quotation is asked for a reply', () => {
  const { isBuilt: _, ...uploaded } = quotation('Sent');
  expect(nextMainStep({ status: 'Quoted', quotations: [uploaded] }, true)?.kind).toBe('ask');
});

test.each([
  ['New', 'visit'],
  ['Contacted', 'quote'],
  ['Quoted', 'status'],
] as const)('a lead without a quotation goes by its status: %s', (status, kind) => {
  expect(nextMainStep({ status }, true)?.kind).toBe(kind);
});

test('a converted lead leads to its customer, a lost one nowhere', () => {
  const quotations = [quotation('Accepted')];
  expect(nextMainStep({ status: 'Converted', quotations }, true)?.kind).toBe('customer');
  expect(nextMainStep({ status: 'Lost', quotations }, true)).toBeUndefined();
});
