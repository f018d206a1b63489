/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { MemoryRouter } from 'react-router-dom';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Me } from '#domain/accounts/account.views.js';
import {
  contacted,
  followUpId,
  leadExamples,
  noted,
  uploaded,
  visited,
} from '#domain/leads/lead.examples.js';
import { setIdentity } from '../../lib/account/identity.js';
import { queryClient } from '../../lib/query-client.js';
import { MeProvider } from '../../lib/account/session.js';
import { ZoneProvider } from '../../ui/display/figures.js';
import { LeadTimeline } from './lead-timeline.js';

const leadId = '01980000-0000-7000-8000-00000000000a';
const me = {
  account: { id: 'me', name: 'Asha' },
  organization: { id: 'org', name: 'Org' },
  role: 'sales',
  rights: [],
} as unknown as Me;
const quoted = { type: 'LeadStatusChanged', data: { from: 'Contacted', to: 'Quoted' } } as const;
const scheduled = { type: 'FollowUpScheduled', data: { followUpId, dueOn: '2026-11-25' } } as const;

let by: { readonly id: string; readonly name: string } = me.account;

/**
 * Sets the timeline's answer. Takes events with their command ids, oldest first; answers newest
 * first.
 */
function setAnswer(...events: readonly (readonly [commandId: string, event: object])[]): void {
  const entryOf = ([commandId, event]: (typeof events)[number], revision: number) => {
    const at = '2026-11-21T09:30:00.000Z';
    const entry = {
      entryId: `${leadId}_${revision}`,
      at,
      capturedAt: at,
      on: '2026-11-21',
      by,
      people: { gone: 'Ravi', erased: '' },
      revision,
      commandId,
    };
    return { ...entry, ...event };
  };
  const items = events.map(entryOf).toReversed();
  globalThis.fetch = jest.fn(async (path: string) => {
    const answer = path.endsWith('/timeline')
      ? { items, hasMore: false }
      : { items: [], members: [], hasMore: false };
    return { ok: true, status: 200, headers: new Headers(), json: async () => answer } as Response;
  }) as typeof fetch;
}

async function renderTexts(): Promise<readonly string[]> {
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <MeProvider value={me}>
          <ZoneProvider value="Asia/Kolkata">
            <LeadTimeline
              leadId={leadId}
              queuedCommands={[]}
              isSent
              stale={{ failed: false, at: Date.now() }}
            />
          </ZoneProvider>
        </MeProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const [, ...entries] = (await screen.findByRole('list', { name: 'Activities' })).children;
  return entries.map(({ textContent }) => textContent);
}

beforeEach(() => {
  globalThis.scrollTo = () => undefined;
  by = me.account;
  setIdentity({ accountId: 'me', organizationId: 'org' });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
});

test('a status set by a visit or quotation is shown in its entry', async () => {
  setAnswer(
    ['visit', visited],
    ['visit', contacted],
    ['visit', scheduled],
    ['quote', uploaded],
    ['quote', quoted],
  );
  expect(await renderTexts()).toEqual([
    expect.stringMatching(/visited.*Roof measured.*Lead status updated to Contacted$/s),
    expect.stringMatching(/^Next follow-up/),
    expect.stringMatching(/^Quotation.*Lead status updated to Quoted/s),
  ]);
  for (const statusText of screen.getAllByText(/^Lead status updated to/))
    expect(statusText.closest('.sr-only')).toBeNull();
});

test('a former member has a name as assignee', async () => {
  const reassignmentTo = (memberId: string) => ({
    type: 'LeadReassigned',
    data: { from: 'x', to: memberId },
  });
  setAnswer(
    ['one', reassignmentTo('gone')],
    ['two', reassignmentTo('me')],
    ['three', reassignmentTo('erased')],
  );
  expect(await renderTexts()).toEqual([
    expect.stringContaining('assigned the lead to Ravi'),
    expect.stringContaining('assigned the lead to you'),
    expect.stringContaining('assigned the lead to a colleague'),
  ]);
});

test('a status set by another command has its own entry, even at the same instant', async () => {
  setAnswer(['quote', uploaded], ['change', quoted]);
  expect(await renderTexts()).toEqual([
    expect.stringMatching(/^Quotation(?!.*status)/s),
    expect.stringMatching(/^Status changed to Quoted/),
  ]);
});

test.each(Object.values(leadExamples))('$type names its actor', async (event) => {
  by = { id: 'ravi', name: 'Ravi Kale' };
  setAnswer(['one', event]);
  expect(await renderTexts()).toEqual([expect.stringContaining('Ravi Kale')]);
});

test('a note shows its activity type; older notes have none', async () => {
  setAnswer(['one', noted], ['two', leadExamples.NoteAdded]);
  const [olderNote, call] = await renderTexts();
  expect(olderNote).toMatch(/You\d+:\d+ [ap]mWants three quotes$/);
  expect(call).toMatch(/YouCall\d+:\d+ [ap]mWants three quotes/);
});

test('own entries are marked as own', async () => {
  setAnswer(['one', leadExamples.FollowUpCompleted]);
  expect(await renderTexts()).toEqual([
    expect.stringMatching(/^Marked previous followup as completed You /),
  ]);
});

test('all steps of one quotation are one entry with the last state; a draft has none', async () => {
  const step = (name: string, quotationId = 'q1') => ({
    type: 'QuotationStepped',
    data: { quotationId, step: name, number: 'Q/1', totalPaise: 500_000 },
  });
  setAnswer(
    ...[
      step('Draft', 'q2'),
      step('Draft'),
      step('Sent', 'q2'),
      step('Sent'),
      step('Sent'),
      step('Sent'),
      step('Accepted'),
      step('Draft', 'q3'),
    ].map((event, index) => [String(index), event] as const),
  );
  expect(await renderTexts()).toEqual([
    expect.stringMatching(/^Quotation Q\/1 sent(?!.*step)/),
    expect.stringMatching(
      /^Quotation Q\/1 accepted.*₹5,000.*The customer.*Sent 3 times, 4 earlier steps$/,
    ),
    expect.stringMatching(/^Quotation Q\/1Draft.*Not sent yet/),
  ]);
  const steps = screen.getByText('Sent 3 times, 4 earlier steps');
  await userEvent.click(steps);
  const numbers = await within(steps.parentElement!).findAllByRole('link', { name: 'Q/1' });
  expect(numbers.map(({ parentElement }) => parentElement?.textContent)).toEqual(
    [' saved', ' sent', ' sent', ' sent'].map((end) => expect.stringContaining(`Q/1${end}`)),
  );
});

test('the first step of a quotation says when it was drafted, if long before', async () => {
  const step = (name: string, capturedAt: string) => ({
    type: 'QuotationStepped',
    data: { quotationId: capturedAt.slice(0, 13), step: name, number: 'Q/1' },
    capturedAt,
  });
  setAnswer(
    ['0', step('Draft', '2026-11-21T07:10:00.000Z')],
    ['1', step('Sent', '2026-11-21T07:30:00.000Z')],
    ['2', step('Draft', '2026-11-21T08:10:00.000Z')],
    ['3', step('Sent', '2026-11-21T08:15:00.000Z')],
  );
  expect(await renderTexts()).toEqual([
    expect.stringMatching(/^Quotation Q\/1 sent, drafted 12:40 pm/),
    expect.stringMatching(/^Quotation Q\/1 sent(?!.*drafted)/),
  ]);
});

test('a step names whoever caused it, and not the member in whose name it is recorded', async () => {
  let quotationCount = 0;
  const step = (data: object) => ({
    type: 'QuotationStepped',
    data: { quotationId: `q${quotationCount++}`, number: 'Q/1', ...data },
  });
  setAnswer(
    ['0', step({ step: 'Viewed' })],
    ['1', step({ step: 'Rejected', declined: true })],
    ['2', step({ step: 'Rejected' })],
    ['3', step({ step: 'Expired' })],
  );
  expect(await renderTexts()).toEqual([
    expect.stringMatching(/opened\s*The customer/),
    expect.stringMatching(/declined\s*The customer/),
    expect.stringMatching(/marked as rejected\s*You/),
    expect.stringMatching(/expired\s*Fieldtrace/),
  ]);
});
