/** @jest-environment ./test/browser-environment.mjs */
import { expect, jest, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { setIdentity } from '../../lib/account/identity.js';
import { useNetwork } from '../../lib/server/network.js';
import { queryClient } from '../../lib/query-client.js';
import { Toasts } from '../../ui/feedback/toast.js';
import { useCommandForEach } from './use-command-for-each.js';

const leadIds = ['01980000-0000-7000-8000-00000000000a', '01980000-0000-7000-8000-00000000000b'];
const status = 'Contacted' as const;
const onDone = jest.fn();
const undo = jest.fn();

function Buttons(): ReactNode {
  const { send } = useCommandForEach('ChangeLeadStatus', {
    failed: 'Failed to update status',
    done: (count) => `${count} changed`,
    onDone,
    undo,
  });
  return (
    <button type="button" onClick={() => send(leadIds.map((leadId) => ({ leadId, status })))}>
      Change
    </button>
  );
}

test('a refusal keeps the choice, a second press sends all, and sent commands can be undone', async () => {
  let isRefused = true;
  useNetwork.setState({ online: true, isBrowserOffline: false });
  setIdentity({ accountId: crypto.randomUUID(), organizationId: 'suryodaya' });
  globalThis.fetch = (async (_: string, init?: RequestInit) => {
    const refuses = isRefused && String(init?.body).includes(leadIds[1]!);
    const body = refuses
      ? { code: 'lead-not-found', detail: 'Lead not found' }
      : { id: leadIds[0], revision: 2, position: '2' };
    return {
      ok: !refuses,
      status: refuses ? 404 : 200,
      headers: new Headers({ 'Content-Type': 'application/json' }),
      json: async () => body,
    } as Response;
  }) as typeof fetch;
  render(
    <QueryClientProvider client={queryClient}>
      <Buttons />
      <Toasts />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  expect(await screen.findByText('1 changed')).toBeDefined();
  expect(screen.queryByText(/Lead not found/)).not.toBeNull();
  expect(onDone).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledWith([{ leadId: leadIds[0], status }]);
  isRefused = false;
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  expect(await screen.findByText('2 changed')).toBeDefined();
  expect(onDone).toHaveBeenCalledTimes(1);
});
