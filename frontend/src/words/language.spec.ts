/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { msg, t } from '@lingui/core/macro';

type Words = { readonly messages: Record<string, string>; readonly fonts: readonly string[] };
let deliverWords: (words: Words) => void = () => undefined;
// The translations load when this promise resolves, as on a hanging network.
const pendingWords = new Promise<Words>((resolve) => (deliverWords = resolve));
jest.unstable_mockModule('./hi-IN.js', () => pendingWords);

const cachedWords = new Map<string, Response>();
Object.assign(globalThis, {
  caches: {
    open: () =>
      Promise.resolve({
        match: (address: string) => Promise.resolve(cachedWords.get(address)?.clone()),
        put: (address: string, words: Response) => Promise.resolve(cachedWords.set(address, words)),
      }),
  },
});
afterEach(cleanup);

test('the app starts with the last words while the network hangs, and rerenders when today’s arrive', async () => {
  const { rememberLanguage, startLanguage, useLanguage } = await import('./language.js');
  const { i18n } = await import('./i18n.js');
  const { id } = msg`Site Visits`;
  cachedWords.set('/words/hi-IN', Response.json({ [id]: 'विज़िट' }));
  rememberLanguage('hi-IN', { isUnsent: false });
  await startLanguage();
  expect(i18n.locale).toBe('hi-IN');
  expect(t`Site Visits`).toBe('विज़िट');
  const { result } = renderHook(() => {
    useLanguage();
    return t`Site Visits`;
  });
  act(() => deliverWords({ messages: { [id]: 'साइट विज़िट' }, fonts: [] }));
  await waitFor(() => expect(result.current).toBe('साइट विज़िट'));
  await waitFor(async () =>
    expect(await cachedWords.get('/words/hi-IN')?.clone().json()).toEqual({ [id]: 'साइट विज़िट' }),
  );
});
