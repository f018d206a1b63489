/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { expect, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { setIdentity } from '../../lib/account/identity.js';
import { reloadOutbox } from '../../lib/outbox/outbox.js';
import type { OutboxItem } from '../../lib/outbox/outbox-item.js';
import { outboxStore } from '../../lib/outbox/outbox-store.js';
import { Toasts } from '../../ui/feedback/toast.js';
import RefusalToasts from './refusal-toasts.js';

const asha = { accountId: 'asha', organizationId: 'suryodaya' };
const refuse = (detail: string): Promise<void> => {
  const item: OutboxItem = {
    ...asha,
    commandId: detail,
    name: 'AddNote',
    data: {},
    recordId: 'lead',
    recordName: 'Ravi',
    files: [],
    capturedAt: '2026-11-28T09:00:00Z',
    sequence: 1,
    state: 'refused',
    problem: { status: 409, code: 'no', detail, fields: {} },
    tries: 0,
    notBefore: 0,
  };
  return outboxStore.add(() => item, new Map());
};

test('announces new refusals, and none from before the sign-in', async () => {
  await refuse('From last week.');
  await reloadOutbox();
  render(
    <MemoryRouter>
      <RefusalToasts />
      <Toasts />
    </MemoryRouter>,
  );
  await act(async () => {
    setIdentity(asha);
    await reloadOutbox();
  });
  await refuse('From now.');
  await act(reloadOutbox);
  expect(await screen.findByText(/From now/)).toBeTruthy();
  expect(screen.queryByText(/From last week/)).toBeNull();
});
