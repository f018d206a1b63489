/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { queryClient } from '../../lib/query-client.js';
import { OfferFile } from './offer-file.js';

afterEach(cleanup);

it('links to a PDF only once its address has arrived', async () => {
  let answerRequest = (_: Response): void => undefined;
  globalThis.fetch = jest.fn(
    () => new Promise<Response>((resolve) => (answerRequest = resolve)),
  ) as typeof fetch;
  render(
    <QueryClientProvider client={queryClient}>
      <OfferFile fileId="01980000-0000-7000-8000-000000000001" fileType="pdf" title="Price list" />
    </QueryClientProvider>,
  );
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByRole('button', { name: 'Open PDF' })).toHaveProperty('disabled', true);
  await waitFor(() => expect(fetch).toHaveBeenCalled());
  answerRequest({
    ok: true,
    status: 200,
    headers: new Headers(),
    json: async () => ({ url: '/files/1', kind: 'pdf' }),
  } as Response);
  expect((await screen.findByRole('link', { name: 'Open PDF' })).getAttribute('href')).toBe(
    '/files/1',
  );
});
