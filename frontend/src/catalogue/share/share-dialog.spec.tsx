/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { Me } from '#domain/accounts/account.views.js';
import type { OfferItem } from '#domain/catalogue/catalogue.views.js';
import { records } from '../../lib/records/device-cache.js';
import { setIdentity } from '../../lib/account/identity.js';
import { queryClient } from '../../lib/query-client.js';
import { MeProvider } from '../../lib/account/session.js';
import { ZoneProvider } from '../../ui/display/figures.js';
import { exactText } from '../../ui/display/format.js';
import { catalogueItem, type CatalogueItem } from '../items.js';

const recorded: Record<string, unknown>[] = [];
const outbox = await import('../../lib/outbox/outbox.js');
jest.unstable_mockModule('../../lib/outbox/outbox.js', () => ({
  ...outbox,
  enqueue: async (_: string, data: Record<string, unknown>, { onSafe }: { onSafe: () => void }) => {
    recorded.push(data);
    onSafe();
    return { isStored: true, settled: Promise.resolve({ state: 'accepted' }) };
  },
}));
const { default: ShareDialog } = await import('./share-dialog.js');

const me = {
  account: { id: 'asha', name: 'Asha' },
  organization: { id: 'org', name: 'Suryodaya' },
  role: 'rep',
  rights: [],
  verification: { verified: true },
} as unknown as Me;
const panel: CatalogueItem = {
  id: '01980000-0000-7000-8000-000000000001',
  kind: 'product',
  title: 'Panel',
  description: 'Half-cut cells',
  category: 'General',
  status: 'Active',
  shareCount: 0,
  viewCount: 0,
  createdAt: '2026-11-28T04:00:00.000Z',
  updatedAt: undefined,
  coverId: undefined,
};

function renderDialog(item: CatalogueItem = panel) {
  const { unmount } = render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <MeProvider value={me}>
          <ZoneProvider value="Asia/Kolkata">
            <ShareDialog item={item} open onClose={() => undefined} />
          </ZoneProvider>
        </MeProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return unmount;
}
const numberField = () =>
  screen.findByRole<HTMLInputElement>('textbox', { name: /^WhatsApp number/ });
const shareOnWhatsApp = async () =>
  userEvent.click(screen.getByRole('button', { name: 'Share on WhatsApp' }));

const openedLink = jest.fn<(link: string) => void>();
beforeEach(() => {
  recorded.length = 0;
  queryClient.clear();
  openedLink.mockReset();
  setIdentity({ accountId: crypto.randomUUID(), organizationId: 'org' });
  Object.assign(globalThis, {
    open: () => ({ location: { replace: openedLink }, close: () => undefined }),
  });
});
afterEach(async () => {
  cleanup();
  await records.clear();
});

it.each([
  ['098220 41736', '919822041736'],
  ['9822041736', '919822041736'],
  ['+971 50 123 4567', '971501234567'],
  ['', ''],
])('opens the chat of %s by its number with country code: %s', async (typed, chatNumber) => {
  renderDialog();
  if (typed) await userEvent.type(await numberField(), typed);
  const preview = (await screen.findByRole('region', { name: 'Text that is sent' })).textContent;
  await shareOnWhatsApp();
  await waitFor(() => expect(openedLink).toHaveBeenCalled());
  const { pathname, searchParams } = new URL(openedLink.mock.calls[0]![0]);
  expect(pathname).toBe(`/${chatNumber}`);
  // the title is bold between stars
  expect(searchParams.get('text')?.replaceAll('*', '')).toBe(preview);
  expect(recorded).toHaveLength(1);
});

it('reports an invalid number at its field, and shares nothing', async () => {
  renderDialog();
  await userEvent.type(await numberField(), '98220');
  await shareOnWhatsApp();
  expect(await screen.findByText('Enter a 10-digit number; this one has 5')).toBeTruthy();
  expect(recorded).toEqual([]);
});

it('keeps a typed number after closing, until an item is shared with it', async () => {
  const close = renderDialog();
  await userEvent.type(await numberField(), '98220');
  close();
  const closeAgain = renderDialog();
  await waitFor(async () => expect(await numberField()).toHaveProperty('value', '98220'));
  await userEvent.type(await numberField(), '41736');
  await shareOnWhatsApp();
  await waitFor(() => expect(recorded).toMatchObject([{ to: '98220 41736' }]));
  closeAgain();
  renderDialog();
  await waitFor(async () => expect(await numberField()).toHaveProperty('value', ''));
});

describe('the link to the file of an offer', () => {
  const offerOf = (sharePath: string, shareEndsAt: string): OfferItem => ({
    offerId: panel.id,
    title: 'Diwali',
    description: 'Free cleaning',
    category: 'Posters',
    status: 'Active',
    tags: [],
    shareCount: 0,
    fileId: '01980000-0000-7000-8000-000000000002',
    fileType: 'pdf',
    createdAt: '2026-11-01T00:00:00.000Z',
    revision: 1,
    createdBy: { id: 'meera', name: 'Meera' },
    sharePath,
    shareEndsAt,
  });
  const DAY_MS = 24 * 60 * 60_000;
  const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
  const whatsApp = () => screen.findByRole('button', { name: 'Share on WhatsApp' });
  const expiryText = (end: string): string =>
    `Anyone with the link can open the file until ${exactText(new Date(end), 'Asia/Kolkata')}.`;

  it('is refetched, and shows its current expiry', async () => {
    const [oldOffer, freshOffer] = [
      offerOf('/files/old', inDays(1)),
      offerOf('/files/fresh', inDays(8)),
    ];
    let sendAnswer = (): void => undefined;
    const answer = {
      ok: true,
      status: 200,
      headers: new Headers(),
      json: async () => freshOffer,
    } as Response;
    globalThis.fetch = jest.fn((address: string) =>
      address.includes('/api/offers/')
        ? new Promise<Response>((resolve) => (sendAnswer = () => resolve(answer)))
        : Promise.reject(new TypeError('no file')),
    ) as typeof fetch;
    renderDialog(catalogueItem(oldOffer));
    expect(await screen.findByText(expiryText(oldOffer.shareEndsAt!))).toBeTruthy();
    sendAnswer();
    expect(await screen.findByText(expiryText(freshOffer.shareEndsAt!))).toBeTruthy();
    await shareOnWhatsApp();
    await waitFor(() =>
      expect(openedLink).toHaveBeenCalledWith(
        expect.stringContaining(encodeURIComponent('/files/fresh')),
      ),
    );
  });

  it('is not shared after its expiry until it is renewed', async () => {
    globalThis.fetch = jest.fn(() => Promise.reject(new TypeError('no network'))) as typeof fetch;
    renderDialog(catalogueItem(offerOf('/files/old', inDays(-1))));
    expect(
      await screen.findByText(
        'The link to the file has ended. It can be shared again when the network is back.',
      ),
    ).toBeTruthy();
    expect(await whatsApp()).toHaveProperty('disabled', true);
  });
});

describe('when the browser refuses to copy', () => {
  const { clipboard } = navigator;
  afterEach(() => {
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
  });

  it.each([
    ['refuses', { writeText: () => Promise.reject(new DOMException('denied', 'NotAllowedError')) }],
    ['has no clipboard, on a page of plain http,', undefined],
  ])('shows and selects the link if it %s, and reports the recorded share', async (_, value) => {
    renderDialog();
    Object.defineProperty(navigator, 'clipboard', { value, configurable: true });
    await userEvent.click(await screen.findByRole('button', { name: 'Copy Link' }));
    const text = await screen.findByRole<HTMLTextAreaElement>('textbox', {
      name: 'Selected text',
    });
    expect(text.value).toContain('/products/');
    expect(text.selectionStart).toBe(0);
    expect(text.selectionEnd).toBe(text.value.length);
    expect(
      screen.getByText(/^The share was recorded, but this browser did not allow copying/),
    ).toBeTruthy();
    expect(screen.queryByText('Failed to share product')).toBeNull();
    expect(recorded).toHaveLength(1);
  });
});
