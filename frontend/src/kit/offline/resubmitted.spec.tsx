/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { setIdentity, identity } from '../../lib/account/identity.js';
import { useNetwork } from '../../lib/server/network.js';
import { reloadOutbox, useOutboxState } from '../../lib/outbox/outbox.js';
import type { OutboxItem } from '../../lib/outbox/outbox-item.js';
import { outboxStore } from '../../lib/outbox/outbox-store.js';
import { isLeadEdit, isVisit } from './queued-commands.js';
import { resubmitDraftName } from '../../lib/outbox/outbox-item.js';
import { useRefusedCommand, useResubmit } from './resubmitted.js';

const [leadId, otherId, visitId] = ['a', 'b', 'c'].map(
  (last) => `01980000-0000-7000-8000-00000000000${last}`,
) as [string, string, string];
const problem = {
  status: 409,
  code: 'lead-closed',
  detail: 'Nothing can be added now',
  fields: {},
};
const visited = {
  leadId,
  visitId,
  startedAt: '2026-11-20T06:00:00.000Z',
  endedAt: '2026-11-20T06:30:00.000Z',
  pausedSeconds: 60,
};

async function storeRefused(changes: Partial<OutboxItem>): Promise<void> {
  const { accountId, organizationId } = identity();
  const item: OutboxItem = {
    commandId: 'first',
    name: 'RecordVisit',
    data: visited,
    recordId: leadId,
    recordName: 'Rajesh Patil',
    files: [],
    capturedAt: '2026-11-20T06:30:00.000Z',
    accountId: accountId!,
    organizationId: organizationId!,
    sequence: 1,
    state: 'refused',
    problem,
    tries: 1,
    notBefore: 0,
    ...changes,
  };
  await outboxStore.add(() => item, new Map());
  await reloadOutbox();
}

beforeEach(() => {
  useNetwork.setState({ online: false, isBrowserOffline: true });
  setIdentity({ accountId: crypto.randomUUID(), organizationId: 'suryodaya' });
});
afterEach(cleanup);

const Providers = ({ children }: { children: ReactNode }): ReactNode => (
  <MemoryRouter initialEntries={['/?resubmit=first']}>{children}</MemoryRouter>
);
const items = (): readonly OutboxItem[] => useOutboxState.getState().items;

it('replaces a refused visit by one for another lead, however often it is refused', async () => {
  await storeRefused({});
  const { result } = renderHook(() => useResubmit(useRefusedCommand(isVisit)), {
    wrapper: Providers,
  });
  const resubmit = (notes: string) =>
    act(() =>
      result.current!(
        { ...visited, leadId: otherId, notes },
        { id: 'press' },
        { recordId: otherId, recordName: 'Sunita Rao' },
      ),
    );
  expect(await resubmit('Roof measured')).toMatchObject({ state: 'waiting' });
  expect(items()).toMatchObject([
    {
      state: 'waiting',
      recordId: otherId,
      recordName: 'Sunita Rao',
      capturedAt: '2026-11-20T06:30:00.000Z',
      data: { notes: 'Roof measured' },
    },
  ]);
  // the try that follows must not overwrite the refusal
  await waitFor(() => expect(items()).toMatchObject([{ state: 'waiting', tries: 1 }]));
  await outboxStore.change(items()[0]!.commandId, { state: 'refused', problem });
  await act(reloadOutbox);
  await resubmit('Roof measured twice');
  expect(items()).toMatchObject([{ state: 'waiting', data: { notes: 'Roof measured twice' } }]);
  // Address and draft use the id of the first item.
  expect(resubmitDraftName(items()[0]!)).toBe('resubmit-first');
  cleanup();
  const reopened = renderHook(() => useRefusedCommand(isVisit), { wrapper: Providers });
  expect(reopened.result.current?.data.notes).toBe('Roof measured twice');
});

it('sends an edit for the revision that its form saw, not the refused one’s', async () => {
  await storeRefused({
    name: 'EditLead',
    data: { leadId, landmark: 'Dairy' },
    base: { revision: 3, values: { landmark: null } },
  });
  const { result } = renderHook(() => useResubmit(useRefusedCommand(isLeadEdit)), {
    wrapper: Providers,
  });
  await act(() =>
    result.current!(
      { leadId, landmark: 'School' },
      { id: 'press', revision: 5, seen: { landmark: 'Temple' } },
      undefined,
    ),
  );
  expect(items()).toMatchObject([
    { data: { landmark: 'School' }, base: { revision: 5, values: { landmark: 'Temple' } } },
  ]);
});

it('gives a visit a new id if its own is taken', async () => {
  await storeRefused({ problem: { ...problem, code: 'visit-exists' } });
  const { result } = renderHook(() => useRefusedCommand(isVisit), { wrapper: Providers });
  expect(result.current?.data.visitId).not.toBe(visitId);
});
