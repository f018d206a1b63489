/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useRef, useState } from 'react';
import { Toasts } from '../../ui/feedback/toast.js';
import { PhotoStrip } from './photo-strip.js';
import { type ChosenFile, usePhotos } from './use-photos.js';

const chosenFile = (name: string): ChosenFile => ({
  fileId: name,
  blob: new Blob([name]),
  name,
  uploaded: true,
});
let fileNames: readonly string[] = [];

function Form(): ReactNode {
  const [files, setFiles] = useState<readonly ChosenFile[]>([
    chosenFile('roof.jpg'),
    chosenFile('meter.jpg'),
    chosenFile('gate.jpg'),
  ]);
  const latest = useRef(files);
  fileNames = files.map(({ name }) => name ?? '');
  const photos = usePhotos(files, (change) => setFiles((latest.current = change(latest.current))), {
    max: 3,
  });
  return (
    <>
      <h1>Site visit</h1>
      <PhotoStrip files={files} onRemove={photos.remove} />
      <Toasts />
    </>
  );
}

beforeEach(
  () =>
    void Object.assign(URL, {
      createObjectURL: () => 'blob:one',
      revokeObjectURL: () => undefined,
    }),
);
afterEach(cleanup);

it('removes a photo, focuses the page, and restores the photo in its place by Undo', async () => {
  const user = userEvent.setup();
  render(<Form />);
  await user.click(screen.getByRole('button', { name: 'Remove photo 2' }));
  expect(fileNames).toEqual(['roof.jpg', 'gate.jpg']);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading')));
  const toast = screen.getByText('Photo removed').parentElement!;
  await user.keyboard('{F6}');
  expect(document.activeElement).toBe(within(toast).getByRole('button', { name: 'Undo' }));
  await user.keyboard('{Enter}');
  expect(fileNames).toEqual(['roof.jpg', 'meter.jpg', 'gate.jpg']);
  expect(screen.queryByText('Photo removed')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading')));
});
