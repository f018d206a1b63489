/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { dayAfter } from '#domain/kernel/values/days.js';
import { setIdentity } from '../lib/account/identity.js';
import { useNetwork } from '../lib/server/network.js';
import { useOutboxState } from '../lib/outbox/outbox.js';
import { queryClient } from '../lib/query-client.js';
import { closeOutcomeSheet, useContacts } from '../kit/leads/contact-outcome.js';
import { ZoneProvider, useToday } from '../ui/display/figures.js';
import { Toasts } from '../ui/feedback/toast.js';
import OutcomeSheet from './outcome-sheet.js';
import { type PlannedFollowUp, useCompleteFollowUp } from './complete-follow-up.js';

const lead = { leadId: '01980000-0000-7000-8000-00000000000a', name: 'Rajesh Patil' };
const followUpId = '01980000-0000-7000-8000-00000000000d';
const sent: (readonly [string | undefined, Record<string, unknown>])[] = [];
let answer: (path: string) => Partial<Response>;
let today = '';

beforeEach(() => {
  sent.length = 0;
  useNetwork.setState({ online: true, isBrowserOffline: false });
  setIdentity({ accountId: crypto.randomUUID(), organizationId: 'suryodaya' });
  answer = () => ({
    ok: true,
    status: 200,
    json: async () => ({ id: lead.leadId, revision: 3, position: '3' }),
  });
  globalThis.fetch = jest.fn(async (path: string, init?: RequestInit) => {
    sent.push([path.split('/').at(-1), JSON.parse(String(init?.body)) as Record<string, unknown>]);
    return {
      headers: new Headers({ 'Content-Type': 'application/json' }),
      ...answer(path),
    } as Response;
  }) as typeof fetch;
});
afterEach(() => {
  cleanup();
  closeOutcomeSheet();
  queryClient.clear();
});

function Row({ planned }: { planned: PlannedFollowUp }): ReactNode {
  const { complete } = useCompleteFollowUp(lead, planned);
  return (
    <button type="button" onClick={complete}>
      Done
    </button>
  );
}
function Sheet(): ReactNode {
  const { contact, isAsking } = useContacts();
  return contact && <OutcomeSheet contact={contact} open={isAsking} onClose={closeOutcomeSheet} />;
}
/** Rows that disappear when they are done, as on every list. */
function Rows({ inDays }: { inDays: number }): ReactNode {
  today = useToday();
  const [isShown, setShown] = useState(true);
  return (
    <>
      <h1>Today</h1>
      <div onClick={() => setTimeout(() => setShown(false))}>
        {isShown && <Row planned={{ followUpId, dueOn: dayAfter(today, inDays) }} />}
      </div>
      <Sheet />
      <Toasts />
    </>
  );
}
const findToast = async (text: string) => (await screen.findByText(text)).parentElement!;
async function completeRow(inDays: number, text = 'Follow-up done') {
  render(
    <QueryClientProvider client={queryClient}>
      <ZoneProvider value="Asia/Kolkata">
        <MemoryRouter>
          <Rows inDays={inDays} />
        </MemoryRouter>
      </ZoneProvider>
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  await findToast(text);
  await screen.findByRole('dialog', { name: 'Follow-up done' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Done' })).toBeNull());
  return () => userEvent.click(screen.getByRole('button', { name: 'Undo' }));
}

describe('a completed follow-up', () => {
  it.each([
    ['for its day', 2, 2],
    ['for today, where its day is past', -3, 0],
  ])('is scheduled again by Undo %s, even after its row is gone', async (_, due, newDue) => {
    const undo = await completeRow(due);
    expect(sent).toEqual([['CompleteFollowUp', { leadId: lead.leadId, followUpId }]]);
    await undo();
    await findToast('Follow-up planned again');
    expect(sent[1]).toEqual([
      'ScheduleFollowUp',
      {
        leadId: lead.leadId,
        followUpId: expect.not.stringMatching(followUpId),
        dueOn: dayAfter(today, newDue),
      },
    ]);
    expect(sent).toHaveLength(2);
  });

  it('explains why it cannot be scheduled again', async () => {
    const undo = await completeRow(2);
    const detail = 'A lead can have at most 50 open follow-ups';
    answer = () => ({
      ok: false,
      status: 409,
      json: async () => ({ code: 'too-many-open-follow-ups', detail }),
    });
    await undo();
    expect(await screen.findByText(detail)).toBeDefined();
    expect(sent).toHaveLength(2);
  });

  it('is stored in the outbox without a network, and so is its Undo', async () => {
    useNetwork.setState({ online: false, isBrowserOffline: true });
    globalThis.fetch = jest.fn(async () =>
      Promise.reject(new TypeError('Failed to fetch')),
    ) as typeof fetch;
    const undo = await completeRow(2, 'Kept on this device. It is sent when the network is back.');
    await undo();
    await waitFor(() =>
      expect(useOutboxState.getState().items).toMatchObject([
        { name: 'CompleteFollowUp', recordId: lead.leadId, recordName: 'Rajesh Patil' },
        { name: 'ScheduleFollowUp', recordId: lead.leadId, recordName: 'Rajesh Patil' },
      ]),
    );
  });
});
