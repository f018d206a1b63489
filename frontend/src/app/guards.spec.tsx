/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { expect, jest, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { MemoryRouter } from 'react-router-dom';

let mountCount = 0;
function Shell(): ReactNode {
  const [mountNumber] = useState(() => ++mountCount);
  return <p>Mount {mountNumber}</p>;
}
jest.unstable_mockModule('./shell/shell.js', () => ({ Shell }));
const { RequireAuth } = await import('./guards.js');
const { queryClient, sessionKey } = await import('../lib/query-client.js');

const signedInAs = (id: string): unknown =>
  queryClient.setQueryData(sessionKey, {
    account: { id },
    verification: { verified: true },
    rights: [],
  });

test('remounts the screens after another tab has signed in to another account', async () => {
  signedInAs('asha');
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <RequireAuth />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  act(() => void signedInAs('asha'));
  expect(screen.queryByText('Mount 1')).not.toBeNull();
  act(() => void signedInAs('bina'));
  await waitFor(() => expect(screen.queryByText('Mount 2')).not.toBeNull());
});
