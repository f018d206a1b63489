/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { MeProvider } from '../../lib/account/session.js';
import { queryClient } from '../../lib/query-client.js';
import { ZoneProvider } from '../../ui/display/figures.js';
import { LeadQuotations } from './lead-quotations.js';
import { NextActionButton } from './next-action-button.js';

const me = {
  account: { id: 'me', name: 'Asha' },
  organization: { id: 'org', name: 'Suryodaya' },
  role: 'sales',
  rights: [],
} as never;
const createdAt = '2026-11-30T06:00:00.000Z';
const draftOf = (quotationId: string) => ({ quotationId, isBuilt: true, status: 'Draft' });
const leadWith = (quotation: object) =>
  ({
    leadId: 'lead',
    name: 'Vikram Naidu',
    firstName: 'Vikram',
    status: 'Contacted',
    assignedTo: { id: 'me', name: 'Asha' },
    quotations: [{ amountPaise: 0, createdAt, ...quotation }],
  }) as never;

const settings = { revision: 1, state: '27', gstRegistration: 'regular', roundsOff: true };
const line = {
  lineId: 'line',
  name: 'Panel',
  unit: 'pcs',
  quantityThousandths: 2_000,
  unitPricePaise: 1_00_000,
  discountBasisPoints: 0,
  gstRateBasisPoints: 1_800,
};
const detailOf = (quotationId: string) => ({
  quotationId,
  leadId: 'lead',
  status: 'Draft',
  revision: 1,
  versions: [],
  products: [],
  draft: { lines: [line], pricesIncludeGst: false, placeOfSupply: '27' },
});

const originalFetch = globalThis.fetch;
let requestedPaths: string[];
beforeEach(() => {
  requestedPaths = [];
  globalThis.fetch = (async (path: string) => {
    requestedPaths.push(path);
    const id = path.split('/').at(-1)!;
    return Response.json(id === 'quotation-settings' ? settings : detailOf(id));
  }) as never;
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  globalThis.fetch = originalFetch;
});

const renderPart = (part: ReactNode) =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <MeProvider value={me}>
          <ZoneProvider value="Asia/Kolkata">{part}</ZoneProvider>
        </MeProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );

test('a draft shows its total with tax, and that it was not sent', async () => {
  renderPart(<LeadQuotations lead={leadWith(draftOf('in-list'))} />);
  const sum = await screen.findByText('₹2,360', { exact: false });
  expect(sum.closest('a')!.textContent).toMatch(/^₹2,360.*Draft.*Not sent yet/);
});

test('a sent quotation begins with its sum and asks the server for nothing', () => {
  const uploaded = { quotationId: 'uploaded', status: 'Sent', amountPaise: 12_56_800_00 };
  renderPart(<LeadQuotations lead={leadWith(uploaded)} />);
  expect(screen.getByRole('listitem').textContent).toMatch(/^₹12,56,800.*Uploaded.*Sent/);
  expect(requestedPaths).toEqual([]);
});

test('the main action sends the draft; its sum is on the timeline', () => {
  const lead = leadWith(draftOf('next'));
  renderPart(<NextActionButton lead={lead} onConvert={() => {}} onQuote={() => {}} />);
  const send = screen.getByRole('link', { name: 'Send quote to Vikram' });
  expect(send.getAttribute('href')).toBe('/quotations/next/edit');
});
