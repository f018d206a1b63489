/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { useNetwork } from '../../lib/server/network.js';
import { type ChosenFile, usePhotos } from './use-photos.js';

afterEach(cleanup);

function useForm(max: number) {
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const latest = useRef(files);
  const change = (update: (files: readonly ChosenFile[]) => readonly ChosenFile[]): void => {
    latest.current = update(latest.current);
    setFiles(latest.current);
  };
  return usePhotos(files, change, { max });
}
const photo = (name: string): File => new File(['pixels'], name, { type: 'image/gif' });
const renderForm = (max: number) => renderHook(() => useForm(max)).result;

it('restores no photo beyond the limit, says so, and restores it once there is room', async () => {
  useNetwork.setState({ online: false });
  globalThis.fetch = jest.fn(async () =>
    Promise.reject(new TypeError('Failed to fetch')),
  ) as typeof fetch;
  const photos = renderForm(2);
  await act(() => photos.current.add([photo('a.gif'), photo('b.gif')]));
  const [first, second] = photos.current.files;
  let undo = (): string | undefined => undefined;
  act(() => void (undo = photos.current.remove(first!.fileId)));
  await act(() => photos.current.add([photo('c.gif')]));
  act(() => expect(undo()).toBe('At most 2 photos'));
  expect(photos.current.files.map(({ name }) => name)).toEqual(['b.gif', 'c.gif']);
  act(() => void photos.current.remove(second!.fileId));
  act(() => expect(undo()).toBeUndefined());
  expect(photos.current.files.map(({ name }) => name)).toEqual(['a.gif', 'c.gif']);
});

it('adds no photo beyond the limit if several choices are shrunk at the same time', async () => {
  useNetwork.setState({ online: true, isBrowserOffline: false });
  globalThis.fetch = jest.fn(async () => Response.json({})) as typeof fetch;
  const photos = renderForm(3);
  await act(async () => {
    const { add } = photos.current;
    await Promise.all([
      add([photo('a.gif'), photo('b.gif')]),
      add([photo('c.gif'), photo('d.gif')]),
    ]);
  });
  expect(photos.current.files).toHaveLength(3);
  expect(photos.current.error).toBe('At most 3 photos');
});

it('recognises that a restored photo was uploaded meanwhile', async () => {
  useNetwork.setState({ online: true, isBrowserOffline: false });
  let finishUpload = (): void => undefined;
  const uploadFinished = new Promise<void>((resolve) => (finishUpload = resolve));
  globalThis.fetch = jest.fn(async () => {
    await uploadFinished;
    return Response.json({});
  }) as typeof fetch;
  const photos = renderForm(2);
  await act(() => photos.current.add([photo('a.gif')]));
  expect(photos.current.files).toMatchObject([{ uploaded: false }]);
  let undo = (): string | undefined => undefined;
  act(() => void (undo = photos.current.remove(photos.current.files[0]!.fileId)));
  finishUpload();
  await act(async () => void (await new Promise((resolve) => setTimeout(resolve))));
  act(() => void undo());
  await waitFor(() =>
    expect(photos.current.files).toMatchObject([{ name: 'a.gif', uploaded: true }]),
  );
});

it('retries a failed upload, and counts the waiting ones', async () => {
  useNetwork.setState({ online: true, isBrowserOffline: false });
  let status = 500;
  globalThis.fetch = jest.fn(async () => Response.json({}, { status })) as typeof fetch;
  const photos = renderForm(2);
  await act(() => photos.current.add([photo('a.gif'), photo('b.gif')]));
  await waitFor(() => expect(photos.current.failedUploads).toBe(2));
  expect(photos.current.files).toHaveLength(2);
  status = 200;
  await waitFor(() =>
    expect(photos.current.files).toMatchObject([{ uploaded: true }, { uploaded: true }]),
  );
  expect(photos.current.failedUploads).toBe(0);
});
