import { describe, expect, test } from '@jest/globals';
import type { quotationSteps } from '../quotations/quotation.values.js';
import type { LeadEvent } from './lead.events.js';
import { contacted } from './lead.examples.js';
import {
  isUndecided,
  updateStanding,
  type StandingQuotation,
  sumQuoted,
} from './standing-quotations.js';

const uploaded = (quotationId: string, amountPaise: number): LeadEvent => ({
  type: 'QuotationUploaded',
  data: { quotationId, amountPaise },
});
const step = (
  quotationId: string,
  name: (typeof quotationSteps)[number],
  totalPaise?: number,
  replaces?: string,
): LeadEvent => ({
  type: 'QuotationStepped',
  data: {
    quotationId,
    step: name,
    number: `Q/${quotationId}`,
    totalPaise,
    addedPaise: 0,
    ...(replaces !== undefined && { replaces }),
  },
});
const computeStanding = (...events: LeadEvent[]): readonly StandingQuotation[] =>
  events.reduce(
    (standing, event) => updateStanding(event, standing),
    [] as readonly StandingQuotation[],
  );
const computeQuotedPaise = (...events: LeadEvent[]) => sumQuoted(computeStanding(...events));

describe('a lead is quoted', () => {
  test('nothing before a quotation is sent', () =>
    expect(computeQuotedPaise(contacted, step('a', 'Draft'))).toBe(0));
  test('the sum of its uploads, and the built alternative that was sent last', () => {
    expect(computeQuotedPaise(uploaded('a', 900), uploaded('b', 500))).toBe(1_400);
    expect(
      computeQuotedPaise(step('b', 'Sent', 700), step('c', 'Sent', 600), step('b', 'Draft')),
    ).toBe(600);
    expect(computeQuotedPaise(step('b', 'Sent', 700), uploaded('a', 900))).toBe(1_600);
  });
  test('the newest version of a quotation, which then counts as the last one sent', () =>
    expect(
      computeQuotedPaise(step('a', 'Sent', 900), step('b', 'Sent', 700), step('a', 'Sent', 800)),
    ).toBe(800));
  test.each(['Rejected', 'Expired'] as const)(
    'the alternative before the last one, if the last one is %s',
    (end) => {
      const sent = [step('a', 'Sent', 900), step('b', 'Sent', 700)];
      expect(computeQuotedPaise(...sent, step('b', end, 700))).toBe(900);
      expect(computeQuotedPaise(...sent, step('b', end, 700), step('a', end, 900))).toBe(0);
    },
  );
  test('all that was accepted, and no open alternative', () => {
    const accepted = [step('a', 'Sent', 900), step('b', 'Sent', 700), step('a', 'Accepted', 850)];
    expect(computeQuotedPaise(...accepted)).toBe(850);
    expect(computeQuotedPaise(...accepted, uploaded('c', 5_000))).toBe(850);
    expect(computeQuotedPaise(...accepted, step('b', 'Accepted', 700))).toBe(1_550);
  });
  test('the accepted change in place of what it changes', () => {
    const accepted = [step('a', 'Sent', 900), step('a', 'Accepted', 900)];
    const changed = [...accepted, step('b', 'Sent', 950, 'Q/a')];
    expect(computeQuotedPaise(...changed)).toBe(900);
    expect(computeQuotedPaise(...changed, step('b', 'Accepted', 950))).toBe(950);
  });
});

test('a view of a quotation that has ended does not open it again', () => {
  const ended = [step('a', 'Sent', 900), step('a', 'Expired', 900)];
  expect(computeStanding(...ended, step('a', 'Viewed', 900))).toEqual([]);
  const accepted = computeStanding(
    step('a', 'Sent', 9),
    step('a', 'Accepted', 9),
    step('a', 'Viewed', 9),
  );
  expect(accepted.some(isUndecided)).toBe(false);
});
