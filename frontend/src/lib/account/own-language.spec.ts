/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { Me } from '#domain/accounts/account.views.js';
import type { Language } from '#domain/accounts/account.values.js';
import { i18n } from '../../words/i18n.js';
import { readBrowserLanguage, rememberLanguage } from '../../words/language.js';
import { setIdentity } from './identity.js';
import { useNetwork } from '../server/network.js';
import { chooseLanguage, useOwnLanguage } from './own-language.js';
import { queryClient } from '../query-client.js';

const meWith = (language: Language | null) =>
  ({ account: { id: 'asha', name: 'Asha', phone: '', language } }) as unknown as Me;
let sent: unknown[];
let status: number;
let isOffline: boolean;

beforeEach(async () => {
  [sent, status, isOffline] = [[], 200, false];
  localStorage.clear();
  queryClient.clear();
  setIdentity({ accountId: undefined, organizationId: undefined });
  i18n.load('hi-IN', {});
  i18n.activate('en-IN');
  useNetwork.setState({ online: true });
  globalThis.fetch = jest.fn(async (_path: unknown, init?: RequestInit) => {
    if (init?.method !== 'POST') return Response.json(meWith('hi-IN'));
    if (isOffline) throw new TypeError('no network');
    sent.push(JSON.parse(String(init.body)));
    return Response.json(
      {
        id: 'asha',
        revision: 2,
        position: '1',
        code: 'not-allowed',
        detail: 'You may not do this.',
      },
      { status },
    );
  }) as typeof fetch;
});
afterEach(cleanup);

it('stores a visitor’s choice, and sends it with the next session, once', async () => {
  await chooseLanguage('hi-IN');
  expect(readBrowserLanguage()).toBe('hi-IN');
  expect(sent).toEqual([]);
  setIdentity({ accountId: 'asha', organizationId: undefined });
  const { rerender } = renderHook(({ me }) => useOwnLanguage(me), {
    initialProps: { me: meWith('en-IN') },
  });
  await waitFor(() => expect(sent).toEqual([{ language: 'hi-IN' }]));
  await waitFor(() => expect(globalThis.fetch).toHaveBeenCalledWith('/api/me', expect.anything()));
  rerender({ me: meWith('hi-IN') });
  expect(readBrowserLanguage()).toBe('hi-IN');
  expect(sent).toEqual([{ language: 'hi-IN' }]);
});

it('follows the account if nothing was chosen here', async () => {
  rememberLanguage('hi-IN', { isUnsent: false });
  renderHook(() => useOwnLanguage(meWith('en-IN')));
  expect(readBrowserLanguage()).toBe('en-IN');
  expect(sent).toEqual([]);
});

it('leaves the language unchanged for an account without a choice', async () => {
  rememberLanguage('hi-IN', { isUnsent: false });
  renderHook(() => useOwnLanguage(meWith(null)));
  expect(readBrowserLanguage()).toBe('hi-IN');
  expect(sent).toEqual([]);
});

it('sends a choice when the network is back, once even if it is refused', async () => {
  setIdentity({ accountId: 'asha', organizationId: undefined });
  const me = meWith(null);
  renderHook(() => useOwnLanguage(me));
  isOffline = true;
  await act(() => chooseLanguage('hi-IN'));
  expect(readBrowserLanguage()).toBe('hi-IN');
  expect(sent).toEqual([]);
  [isOffline, status] = [false, 403];
  act(() => useNetwork.setState({ online: true }));
  await waitFor(() => expect(sent).toEqual([{ language: 'hi-IN' }]));
  await waitFor(() => expect(localStorage.getItem('fieldtrace.language.news')).toBeNull());
  expect(readBrowserLanguage()).toBe('hi-IN');
});
