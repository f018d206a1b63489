/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { Blob as CloneableBlob, File as CloneableFile } from 'node:buffer';
import { createHash, webcrypto } from 'node:crypto';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import type { Me } from '#domain/accounts/account.views.js';
import type { BillItem } from '#domain/bills/bill.views.js';
import { records } from '../lib/records/device-cache.js';
import { draftStore } from '../lib/drafts/draft-store.js';
import { identity, scopeOf, setIdentity } from '../lib/account/identity.js';
import { useNetwork } from '../lib/server/network.js';
import { useOutboxState } from '../lib/outbox/outbox.js';
import { startOutbox } from '../lib/outbox/outbox-sender.js';
import { queryClient } from '../lib/query-client.js';
import { MeProvider } from '../lib/account/session.js';
import { ZoneProvider } from '../ui/display/figures.js';
import { dayIn, dayText } from '../ui/display/format.js';
import BillFormPage from './bill-form.page.js';
import BillsPage from './bills.page.js';
import { correctionOf, type CorrectedBill } from '../kit/bills/corrected-bill.js';
import { findSimilarBill } from './similar-bill.js';

const zone = 'Asia/Kolkata';
let asha: { id: string; name: string };
/** Bills on the server. */
let bills: BillItem[];
const originalFetch = globalThis.fetch;

/**
 * Server that accepts bills and lists them. Its `/api/similar-bill` finds none, so that only the
 * device can warn.
 */
const answerOnline = (async (address: string, init?: RequestInit) => {
  if (init?.method !== 'POST') {
    const counts = { Pending: bills.length, Approved: 0, Rejected: 0 };
    const pendingPaise = bills.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
    const paise = { Pending: pendingPaise, Approved: 0, Rejected: 0 };
    return Response.json(
      address.startsWith('/api/bills') ? { items: bills, hasMore: false, counts, paise } : {},
    );
  }
  const data = JSON.parse(String(init.body)) as Pick<
    BillItem,
    'billId' | 'type' | 'amountPaise' | 'spentOn'
  >;
  bills.push({
    ...data,
    submittedBy: asha,
    submittedAt: new Date().toISOString(),
    status: 'Pending',
    revision: 0,
  });
  return Response.json({ id: data.billId, revision: 0, position: '1' });
}) as typeof fetch;

function loseNetwork(): void {
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  act(() => useNetwork.setState({ online: false }));
}

beforeEach(() => {
  asha = { id: crypto.randomUUID(), name: 'Asha' };
  bills = [];
  globalThis.fetch = answerOnline;
  globalThis.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  } as never;
  useNetwork.setState({ online: true });
  useOutboxState.setState({ items: [], sent: [] });
  setIdentity({ accountId: asha.id, organizationId: 'org' });
});
afterEach(async () => {
  cleanup();
  queryClient.clear();
  await records.clear();
  globalThis.fetch = originalFetch;
});

/** @param linked state of a link to the form that stands beside it */
function openForm(state?: CorrectedBill, linked?: CorrectedBill): void {
  const me = {
    account: asha,
    organization: { id: 'org', name: 'Org' },
    role: 'sales',
    verification: { verified: true },
    rights: [],
  };
  render(
    <MemoryRouter initialEntries={[{ pathname: '/bills/new', state }]}>
      <QueryClientProvider client={queryClient}>
        <MeProvider value={me as unknown as Me}>
          <ZoneProvider value={zone}>
            <Link to="/bills/new" state={linked}>
              From the bell
            </Link>
            <Routes>
              <Route path="/bills" element={<BillsPage />} />
              <Route path="/bills/new" element={<BillFormPage />} />
            </Routes>
          </ZoneProvider>
        </MeProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}
async function submit(user = userEvent.setup()): Promise<void> {
  await user.type(await screen.findByLabelText('Amount (₹)'), '450');
  await user.click(screen.getByRole('radio', { name: 'Food' }));
  await user.click(screen.getAllByRole('button', { name: 'Submit Bill' }).at(-1)!);
}

describe('the hash of a picture', () => {
  const { Blob: OriginalBlob } = globalThis;
  const urls = { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined };
  beforeEach(() => {
    // the blobs of jsdom cannot be cloned, and therefore not stored
    Object.assign(globalThis, { Blob: CloneableBlob });
    Object.assign(URL, urls);
    loseNetwork();
  });
  afterEach(() => {
    Object.assign(globalThis, { Blob: OriginalBlob });
    Reflect.deleteProperty(crypto, 'subtle');
  });
  const setSubtleCrypto = (subtle: object | undefined): void =>
    void Object.defineProperty(crypto, 'subtle', { value: subtle, configurable: true });
  const pictureOf = (text: string) => new CloneableFile([text], 'x.jpg', { type: 'image/jpeg' });
  const choose = (picture: CloneableFile): boolean =>
    fireEvent.change(screen.getByTestId('gallery'), { target: { files: [picture] } });
  const submitAndReadItem = async () => {
    await submit();
    await waitFor(() => expect(useOutboxState.getState().items).toHaveLength(1));
    return useOutboxState.getState().items[0]!;
  };

  test('is that of the last chosen file', async () => {
    setSubtleCrypto(webcrypto.subtle);
    openForm();
    choose(pictureOf('one'));
    await screen.findByRole('button', { name: 'Choose another' });
    choose(pictureOf('two'));
    const { data, files } = await submitAndReadItem();
    expect(data).toMatchObject({
      imageFileId: files[0]!.fileId,
      imageSha256: createHash('sha256').update('two').digest('hex'),
    });
  });

  test('is dropped with the picture of a draft that another picture replaces', async () => {
    const draftPhoto = {
      fileId: crypto.randomUUID(),
      name: '',
      uploaded: true,
      blob: pictureOf('one'),
      sha256: 'a'.repeat(64),
    };
    const draft = { id: crypto.randomUUID(), typed: { files: [draftPhoto] }, over: { files: [] } };
    await draftStore.put(`${scopeOf(identity())}|new-bill`, draft, new Set());
    // an insecure page has no hashes
    setSubtleCrypto(undefined);
    openForm();
    choose(pictureOf('two'));
    const { data, files } = await submitAndReadItem();
    expect(files).toHaveLength(1);
    expect(data['imageFileId']).toBe(files[0]!.fileId);
    expect(data['imageFileId']).not.toBe(draftPhoto.fileId);
    expect(data['imageSha256']).toBeUndefined();
  });
});

const rejectedBill = (): BillItem => ({
  billId: crypto.randomUUID(),
  type: 'Food',
  amountPaise: 45_000,
  spentOn: '2026-11-12',
  note: 'Lunch on site',
  imageFileId: crypto.randomUUID(),
  submittedBy: asha,
  submittedAt: '2026-11-12T09:00:00.000Z',
  status: 'Rejected',
  reason: 'The photo is not readable',
  revision: 1,
});

test('a corrected bill starts with the values of the rejected one, which does not count as similar', async () => {
  const rejected = rejectedBill();
  records.put('bill', [rejected]);
  loseNetwork();
  openForm(correctionOf(rejected));
  expect(await screen.findByDisplayValue('Lunch on site')).toBeDefined();
  await userEvent.click(screen.getAllByRole('button', { name: 'Submit Bill' }).at(-1)!);
  await waitFor(() => expect(useOutboxState.getState().items).toHaveLength(1));
  const { data } = useOutboxState.getState().items[0]!;
  expect(data).toMatchObject({
    type: 'Food',
    amountPaise: 45_000,
    spentOn: '2026-11-12',
    note: 'Lunch on site',
  });
  expect(data['billId']).not.toBe(rejected.billId);
  expect(data['imageFileId']).toBeUndefined();
});

test('a correction that is opened beside a new bill has a form of its own', async () => {
  openForm(undefined, correctionOf(rejectedBill()));
  await userEvent.type(await screen.findByLabelText('Amount (₹)'), '99');
  await userEvent.click(screen.getByRole('link', { name: 'From the bell' }));
  expect(await screen.findByDisplayValue('Lunch on site')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Amount (₹)').value).toBe('450.00');
});

describe('without a network', () => {
  test('a bill equal to a sent one is questioned before it is stored', async () => {
    const stop = startOutbox();
    const user = userEvent.setup();
    openForm();
    await submit(user);
    await screen.findByText('₹450 pending');

    loseNetwork();
    // Later, sent bills are no longer added to the list.
    act(() => useOutboxState.setState({ sent: [] }));
    await user.click(screen.getByRole('link', { name: 'New Bill' }));
    await submit(user);
    const today = dayIn(zone, new Date());
    expect(
      await screen.findByText(`Looks like bill of ${dayText(today, today)}, ₹450`),
    ).toBeDefined();
    expect(useOutboxState.getState().items).toEqual([]);
    stop();
  });

  const [pictureHash, otherHash] = ['a'.repeat(64), 'b'.repeat(64)];
  const lunch = { type: 'Food', amountPaise: 45_000, spentOn: '2026-11-12' } as const;
  const showBill = (bill: object): void => {
    records.put('bill', [bill]);
    loseNetwork();
  };
  const findSimilar = (bill: Parameters<typeof findSimilarBill>[0]) =>
    findSimilarBill(bill, ['new']);
  const ownBill = () => ({ ...lunch, billId: 'old', imageSha256: pictureHash, submittedBy: asha });

  test('a bill with the picture of a listed bill is recognised', async () => {
    showBill(ownBill());
    expect(
      await findSimilar({
        type: 'Stay',
        amountPaise: 99,
        spentOn: '2026-11-13',
        imageSha256: pictureHash,
      }),
    ).toMatchObject(lunch);
    expect(
      await findSimilar({
        type: 'Stay',
        amountPaise: 99,
        spentOn: '2026-11-13',
        imageSha256: otherHash,
      }),
    ).toBeUndefined();
  });

  test('a bill with type, amount and date of a bill whose page was seen is recognised', async () => {
    records.put('bill-detail', [ownBill()]);
    loseNetwork();
    expect(await findSimilar({ ...lunch, imageSha256: otherHash })).toMatchObject(lunch);
    expect(await findSimilar({ ...lunch, spentOn: '2026-11-13' })).toBeUndefined();
  });

  test('colleagues’ bills and the bill itself do not count', async () => {
    showBill({ ...ownBill(), submittedBy: { id: 'ravi', name: 'Ravi' } });
    expect(await findSimilar(lunch)).toBeUndefined();
    showBill({ ...ownBill(), billId: 'new' });
    expect(await findSimilar(lunch)).toBeUndefined();
  });
});
