/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useRef, useState } from 'react';
import { useNetwork } from '../../lib/server/network.js';
import type { ChosenFile } from '../../kit/capture/use-photos.js';
import { Toasts } from '../../ui/feedback/toast.js';
import { ImagesField } from './images-field.js';

const photo = (name: string): File => new File(['pixels'], name, { type: 'image/gif' });

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
let shownIds: readonly string[] = [];
function Form({ initialIds, max }: { initialIds: readonly string[]; max: number }): ReactNode {
  const [fileIds, setFileIds] = useState(initialIds);
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const latestImages = useRef({ fileIds, files });
  shownIds = fileIds;
  return (
    <QueryClientProvider client={client}>
      <ImagesField
        fileIds={fileIds}
        files={files}
        max={max}
        form={{ generation: 0, hold: () => undefined }}
        error={undefined}
        onChange={(change) => {
          latestImages.current = change(latestImages.current);
          setFileIds(latestImages.current.fileIds);
          setFiles(latestImages.current.files);
        }}
      />
      <Toasts />
    </QueryClientProvider>
  );
}

beforeEach(() => {
  Object.assign(URL, { createObjectURL: () => 'blob:one', revokeObjectURL: () => undefined });
  useNetwork.setState({ online: true });
  globalThis.fetch = jest.fn(async () => {
    throw new TypeError('Failed to fetch');
  }) as typeof fetch;
});
afterEach(() => {
  cleanup();
  client.clear();
});

it('keeps the cover and reports images beyond the limit', async () => {
  render(<Form initialIds={['cover', 'second']} max={4} />);
  await userEvent.upload(screen.getByLabelText('Images', { selector: 'input' }), [
    photo('a.gif'),
    photo('b.gif'),
    photo('c.gif'),
  ]);
  expect(await screen.findByText('At most 4 photos')).toBeTruthy();
  await waitFor(() => expect(shownIds).toHaveLength(4));
  expect(shownIds.slice(0, 2)).toEqual(['cover', 'second']);
});

it('lets another image replace the only one', async () => {
  render(<Form initialIds={['cover']} max={1} />);
  for (const name of ['a.gif', 'b.gif']) {
    const [previousId] = shownIds;
    await userEvent.upload(screen.getByLabelText('Images', { selector: 'input' }), photo(name));
    await waitFor(() => expect(shownIds[0]).not.toBe(previousId));
    expect(shownIds).toHaveLength(1);
  }
  expect(screen.queryByText(/At most/)).toBeNull();
});

it('restores a removed image in its place once there is room', async () => {
  const user = userEvent.setup();
  render(<Form initialIds={['cover', 'second']} max={2} />);
  await user.click(screen.getByRole('button', { name: 'Remove image 1' }));
  await user.upload(screen.getByLabelText('Images', { selector: 'input' }), photo('a.gif'));
  await waitFor(() => expect(shownIds).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('At most 2 photos')).toBeTruthy();
  expect(shownIds[0]).toBe('second');
  await user.click(screen.getByRole('button', { name: 'Remove image 2' }));
  await user.click(screen.getAllByRole('button', { name: 'Undo' })[1]!);
  expect(shownIds).toEqual(['cover', 'second']);
});
