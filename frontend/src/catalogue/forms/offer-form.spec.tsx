/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import type { Me } from '#domain/accounts/account.views.js';
import { setIdentity } from '../../lib/account/identity.js';
import { useNetwork } from '../../lib/server/network.js';
import { Problem } from '../../lib/server/problem.js';
import { queryClient } from '../../lib/query-client.js';
import type { ResumableUpload } from '../../lib/server/resumable.js';
import { MeProvider } from '../../lib/account/session.js';
import { ZoneProvider } from '../../ui/display/figures.js';
import { Toasts } from '../../ui/feedback/toast.js';

type Outcome = Awaited<ResumableUpload['done']>;
interface Deferred {
  readonly promise: Promise<Outcome>;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}
function newDeferred(): Deferred {
  let resolve: Deferred['resolve'] = () => undefined;
  let reject: Deferred['reject'] = () => undefined;
  const promise = new Promise<Outcome>((...settlers) => ([resolve, reject] = settlers));
  return { promise, resolve, reject };
}
let upload = newDeferred();
const [onStart, stop, pause] = [
  jest.fn(),
  jest.fn(() => upload.resolve(undefined)),
  jest.fn(() => upload.resolve(undefined)),
];
jest.unstable_mockModule('../../lib/server/resumable.js', () => ({
  sendResumably: (): ResumableUpload => {
    onStart();
    return { done: upload.promise, stop, pause };
  },
}));
const { default: OfferFormPage } = await import('./offer-form.page.js');

const offer = {
  offerId: '01980000-0000-7000-8000-000000000001',
  title: 'Diwali offer',
  description: 'Free cleaning for a year.',
  category: 'Posters',
  fileId: '01980000-0000-7000-8000-000000000002',
  fileType: 'image',
  tags: [],
  status: 'Active',
  revision: 3,
};
const video = { fileId: '01980000-0000-7000-8000-000000000003', kind: 'video' } as const;
const me = {
  account: { id: '01980000-0000-7000-8000-000000000004', name: 'Meera', phone: '+919822041736' },
  organization: { id: 'org', name: 'Suryodaya' },
  role: 'admin',
  rights: ['EditOffer', 'AddOffer'],
} as unknown as Me;

let sent: unknown[] = [];
beforeEach(() => {
  Object.assign(URL, { createObjectURL: () => 'blob:one', revokeObjectURL: () => undefined });
  sent = [];
  upload = newDeferred();
  jest.clearAllMocks();
  queryClient.clear();
  useNetwork.setState({ online: true });
  setIdentity({ accountId: crypto.randomUUID(), organizationId: 'org' });
  globalThis.fetch = jest.fn(async (path: unknown, init?: RequestInit) => {
    const answer = (body: object) =>
      ({ ok: true, status: 200, headers: new Headers(), json: async () => body }) as Response;
    if (init?.method === 'POST') {
      sent.push(JSON.parse(String(init.body)));
      return answer({ id: offer.offerId, revision: 4, position: '1' });
    }
    if (String(path).includes('/api/offers/')) return answer(offer);
    return answer(
      String(path).includes('/api/files/') ? { url: '/files/1', kind: 'image' } : { items: [] },
    );
  }) as typeof fetch;
});
afterEach(() => {
  cleanup();
  queryClient.clear();
});

function renderForm() {
  return render(
    <MemoryRouter initialEntries={[`/offers/${offer.offerId}/edit`]}>
      <QueryClientProvider client={queryClient}>
        <MeProvider value={me}>
          <ZoneProvider value="Asia/Kolkata">
            <Toasts />
            <Link to="/elsewhere">Elsewhere</Link>
            <Routes>
              <Route path="/offers/:offerId/edit" element={<OfferFormPage />} />
              <Route path="*" element={<p>Another page</p>} />
            </Routes>
          </ZoneProvider>
        </MeProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}
async function openEditForm(): Promise<ReturnType<typeof userEvent.setup>> {
  const user = userEvent.setup();
  renderForm();
  await user.type(await screen.findByLabelText('Title'), ' 2');
  await user.upload(
    screen.getByLabelText('File', { selector: 'input' }),
    new File(['pixels'], 'video.mp4', { type: 'video/mp4' }),
  );
  await screen.findByRole('progressbar');
  return user;
}
const saveButton = (): HTMLElement => screen.getAllByRole('button', { name: 'Save' })[0]!;
/** Ends the upload, and waits for its consequences. */
const endUpload = (end: () => void): Promise<void> =>
  act(async () => {
    end();
    await new Promise((resolve) => setTimeout(resolve));
  });

it('saves an offer after its upload has finished', async () => {
  const user = await openEditForm();
  await user.click(saveButton());
  expect(sent).toEqual([]);
  await endUpload(() => upload.resolve(video));
  await waitFor(() =>
    expect(sent).toMatchObject([
      { title: 'Diwali offer 2', fileId: video.fileId, fileType: 'video' },
    ]),
  );
});

it('adds a tag once, whatever its case and accents, and no blank one', async () => {
  const user = userEvent.setup();
  renderForm();
  const field = await screen.findByLabelText(/^Tags/);
  for (const tag of ['Café', 'CAFE', 'cafe\u0301', '\u3164', 'Diwali'])
    await user.type(field, `${tag}{Enter}`);
  await user.click(saveButton());
  await waitFor(() => expect(sent).toMatchObject([{ tags: ['Café', 'Diwali'] }]));
});

it('saves nothing if the upload is refused', async () => {
  const user = await openEditForm();
  await user.click(saveButton());
  await endUpload(() =>
    upload.reject(new Problem(415, 'file-kind-refused', 'This kind of file cannot be used')),
  );
  expect(await screen.findByText('This kind of file cannot be used')).toBeTruthy();
  expect(sent).toEqual([]);
});

it('reports a failed upload, keeps typed values, and saves after another upload', async () => {
  const user = await openEditForm();
  await user.click(saveButton());
  await endUpload(() =>
    upload.reject(new Problem(500, 'failed', 'Something went wrong on our side.')),
  );
  expect(await screen.findByText('Failed to upload file')).toBeTruthy();
  expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Diwali offer 2');
  upload = newDeferred();
  await user.upload(
    screen.getByLabelText('File', { selector: 'input' }),
    new File(['pixels'], 'video.mp4', { type: 'video/mp4' }),
  );
  expect(screen.queryByText('Failed to upload file')).toBeNull();
  await user.click(saveButton());
  expect(sent).toEqual([]);
  await endUpload(() => upload.resolve(video));
  await waitFor(() =>
    expect(sent).toMatchObject([{ title: 'Diwali offer 2', fileId: video.fileId }]),
  );
});

it('clears the upload’s error when the draft is discarded', async () => {
  const user = await openEditForm();
  await endUpload(() =>
    upload.reject(new Problem(415, 'file-kind-refused', 'This kind of file cannot be used')),
  );
  expect(screen.getByText('This kind of file cannot be used')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Discard draft' }));
  expect(screen.queryByText('This kind of file cannot be used')).toBeNull();
});

it('saves nothing if the upload is cancelled', async () => {
  const user = await openEditForm();
  await user.click(saveButton());
  await user.click(screen.getByRole('button', { name: 'Stop uploading video.mp4' }));
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(sent).toEqual([]);
});

it('saves nothing once the form is left', async () => {
  const user = await openEditForm();
  await user.click(saveButton());
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
  await endUpload(() => upload.resolve(video));
  expect(screen.getByText('Another page')).toBeTruthy();
  expect(sent).toEqual([]);
});

it('pauses the upload when the draft is discarded, and resumes both by Undo', async () => {
  const user = await openEditForm();
  const undoButtons = () => screen.queryAllByRole('button', { name: 'Undo' });
  const earlierUndoButtons = undoButtons();
  await user.click(await screen.findByRole('button', { name: 'Discard draft' }));
  expect(pause).toHaveBeenCalledTimes(1);
  expect(stop).not.toHaveBeenCalled();
  expect(screen.queryByRole('progressbar')).toBeNull();
  upload = newDeferred();
  const isNew = (button: HTMLElement) => !earlierUndoButtons.includes(button);
  await waitFor(() => expect(undoButtons().filter(isNew)).toHaveLength(1));
  await user.click(undoButtons().find(isNew)!);
  await waitFor(() => expect(onStart).toHaveBeenCalledTimes(2));
  expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Diwali offer 2');
  await user.click(saveButton());
  await endUpload(() => upload.resolve(video));
  await waitFor(() =>
    expect(sent).toMatchObject([
      { title: 'Diwali offer 2', fileId: video.fileId, fileType: 'video' },
    ]),
  );
});

it('stops an upload when a conflict is resolved by taking the other version', async () => {
  const user = await openEditForm();
  await endUpload(() => upload.resolve(video));
  globalThis.fetch = jest.fn(async (_: unknown, init?: RequestInit) => {
    const isStale = init?.method === 'POST';
    const renamedOffer = { ...offer, title: 'Holi offer', revision: 4 };
    return {
      ok: !isStale,
      status: isStale ? 412 : 200,
      headers: new Headers({ 'Content-Type': 'application/json' }),
      json: async () => (isStale ? { code: 'revision-stale' } : renamedOffer),
    } as Response;
  }) as typeof fetch;
  await user.click(saveButton());
  const openConflict = await screen.findByRole('button', { name: 'See what changed' });
  upload = newDeferred();
  await user.upload(
    screen.getByLabelText('File', { selector: 'input' }),
    new File(['pixels'], 'second.mp4', { type: 'video/mp4' }),
  );
  await screen.findByRole('progressbar');
  await user.click(openConflict);
  await user.click(await screen.findByRole('button', { name: 'Take that version' }));
  await waitFor(() => expect(stop).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Holi offer');
});

it('hides a file that was discarded with the draft', async () => {
  const user = await openEditForm();
  await endUpload(() => upload.resolve(video));
  expect(screen.getByText('video.mp4')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Discard draft' }));
  expect(screen.queryByText('video.mp4')).toBeNull();
});

it('stores typed tags and category names that are not added yet in the draft', async () => {
  const user = userEvent.setup();
  const { unmount } = renderForm();
  await screen.findByLabelText('Title');
  await user.click(screen.getByRole('button', { name: 'New category' }));
  await user.type(screen.getByRole('textbox', { name: 'New category' }), 'Flyers');
  await user.type(screen.getByRole('textbox', { name: /^Tags/ }), 'diwali');
  await screen.findByText('Draft kept on this device');
  unmount();
  renderForm();
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'New category' })).toHaveProperty('value', 'Flyers'),
  );
  expect(screen.getByRole('textbox', { name: /^Tags/ })).toHaveProperty('value', 'diwali');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('textbox', { name: 'New category' })).toBeNull();
  await user.click(screen.getByRole('textbox', { name: /^Tags/ }));
  await user.tab();
  expect(await screen.findByRole('button', { name: 'Remove tag diwali' })).toBeTruthy();
});
