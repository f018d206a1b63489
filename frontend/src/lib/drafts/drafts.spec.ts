/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Blob as CloneableBlob } from 'node:buffer';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { openDatabase } from '../database.js';
import { hangDevice } from '../testing/hanging-device.js';
import { removeAccountDraft } from './account-drafts.js';
import { claimSlot, storeClosedDrafts } from './draft-slots.js';
import { draftStore } from './draft-store.js';
import { readText, useDraft } from './drafts.js';
import { type ReadDraft } from './shared-drafts.js';
import { setIdentity, identity, scopeOf } from '../account/identity.js';
import type { OutboxItem } from '../outbox/outbox-item.js';
import { outboxStore } from '../outbox/outbox-store.js';

// The blobs of jsdom cannot be cloned, and therefore not stored.
Object.assign(globalThis, { Blob: CloneableBlob });

/** Pause between two writes of a text. */
const WRITE_DELAY_MS = 250;

beforeEach(async () => {
  localStorage.clear();
  await (await openDatabase()).clear('draftFiles');
  // A new account, so that no test finds drafts of another.
  setIdentity({ accountId: crypto.randomUUID(), organizationId: 'suryodaya' });
});
afterEach(cleanup);

const readStored = async (): Promise<unknown> =>
  (await (await openDatabase()).get('drafts', `${scopeOf(identity())}|note`))?.draft;

async function openNoteForm() {
  const { result, unmount } = renderHook(() => useDraft('note', { read: readText }));
  await waitFor(() => expect(result.current.draft).toBeNull());
  return { result, unmount };
}

it('does not report a discarded draft as stored', async () => {
  const { result } = await openNoteForm();
  await act(async () => {
    result.current.save('Call at six');
    void result.current.discard();
    // Reads run after the calls before them.
    await readStored();
  });
  expect(await readStored()).toBeUndefined();
  expect(result.current.isStored).toBe(false);
});

it('writes nothing of a draft that was handed over until it is taken back', async () => {
  const { result, unmount } = await openNoteForm();
  act(() => result.current.save('Call at six'));
  await waitFor(() => expect(result.current.isStored).toBe(true));
  act(() => {
    result.current.handOver();
    result.current.save('Call at seven');
  });
  unmount();
  expect(await readStored()).toBe('Call at six');
});

it('stores a draft that was refused after it was handed over', async () => {
  const { result } = await openNoteForm();
  act(() => {
    result.current.handOver();
    void result.current.takeBack('Call at six');
  });
  await waitFor(() => expect(result.current.isStored).toBe(true));
  expect(await readStored()).toBe('Call at six');
});

interface Report {
  readonly note: string;
  readonly files: readonly { readonly fileId: string; readonly blob: Blob }[];
}
const readReport: ReadDraft<Report> = (draft) => draft as Report;
const openReport = () =>
  renderHook(() =>
    useDraft<Report>('note', {
      read: readReport,
      merge: (before, typed) => ({ ...before, ...typed }),
    }),
  );
const currentKey = (): string => `${scopeOf(identity())}|note`;
const readFileKeys = async (key: string): Promise<string[]> =>
  (await openDatabase()).getAllKeysFromIndex('draftFiles', 'draftKey', key);

/** Two quotes, a colon and a comma of a property in JSON. */
const JSON_SYNTAX_BYTES = 4;
/** Brackets around an array or an object. */
const BRACKETS_BYTES = 2;
/** Bytes that reach the device with each put: blobs by their size, the rest as JSON. */
function countBytes(): () => number {
  let bytes = 0;
  const put = IDBObjectStore.prototype.put;
  function sizeOf(value: unknown): number {
    if (value instanceof Blob) return value.size;
    if (Array.isArray(value))
      return value.reduce<number>((sum, each) => sum + sizeOf(each), BRACKETS_BYTES);
    if (typeof value !== 'object' || value === null) return String(JSON.stringify(value)).length;
    return Object.entries(value).reduce(
      (sum, [name, each]) => sum + name.length + JSON_SYNTAX_BYTES + sizeOf(each),
      BRACKETS_BYTES,
    );
  }
  jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value: unknown,
    key?: IDBValidKey,
  ) {
    bytes += sizeOf(value);
    return put.call(this, value, key);
  });
  return () => bytes;
}

it('writes photos once: 20 keystrokes in a form with 3 photos write at most 40 kB', async () => {
  const { result } = openReport();
  await waitFor(() => expect(result.current.draft).toBeNull());
  const files = ['a', 'b', 'c'].map((fileId) => ({
    fileId,
    name: 'roof.jpg',
    uploaded: false,
    blob: new Blob([new Uint8Array(700_000)]),
  }));
  const bytes = countBytes();
  await act(async () => result.current.save({ note: '', files }));
  await waitFor(() => expect(bytes()).toBeGreaterThan(2_100_000));
  const before = bytes();
  for (let length = 1; length <= 20; length++) {
    act(() => result.current.save({ note: 'Wants 10 kW on the roof'.slice(0, length), files }));
    // An earlier write is not merged with the next one.
    dispatchEvent(new Event('pagehide'));
    await waitFor(async () =>
      expect(await readStored()).toMatchObject({
        note: 'Wants 10 kW on the roof'.slice(0, length),
      }),
    );
  }
  jest.restoreAllMocks();
  expect(await readStored()).toMatchObject({ note: 'Wants 10 kW on the r' });
  expect(await readFileKeys(currentKey())).toEqual(['a', 'b', 'c']);
  expect(bytes() - before).toBeLessThanOrEqual(40_000);
});

it('writes a photo at once, even right after a text', async () => {
  const { result } = openReport();
  await waitFor(() => expect(result.current.draft).toBeNull());
  const { setTimeout } = globalThis;
  // The page ends before the pause between two writes of a text does. This is no mock of Jest,
  // because `waitFor` would take that for fake timers and advance them.
  globalThis.setTimeout = ((work: () => void, pause?: number) =>
    pause === WRITE_DELAY_MS ? 0 : setTimeout(work, pause)) as typeof setTimeout;
  act(() => result.current.save({ note: 'Roof', files: [] }));
  act(() =>
    result.current.save({
      note: 'Roof measured',
      files: [{ fileId: 'a', blob: new Blob(['roof']) }],
    }),
  );
  await waitFor(async () => expect(await readFileKeys(currentKey())).toEqual(['a']));
  expect(await readStored()).toMatchObject({ note: 'Roof measured' });
  globalThis.setTimeout = setTimeout;
});

it('stores a draft without another keystroke once the device accepts it again', async () => {
  const { result } = openReport();
  await waitFor(() => expect(result.current.draft).toBeNull());
  const throwBusy = (): never => {
    throw new DOMException('The device is busy', 'UnknownError');
  };
  jest
    .spyOn(IDBObjectStore.prototype, 'put')
    .mockImplementationOnce(throwBusy)
    .mockImplementationOnce(throwBusy);
  act(() => result.current.save({ note: 'Roof measured', files: [] }));
  await waitFor(async () => expect(await readStored()).toMatchObject({ note: 'Roof measured' }));
  await waitFor(() => expect(result.current.isStored).toBe(true));
  jest.restoreAllMocks();
});

it('merges text typed before the stored draft was read', async () => {
  await draftStore.put(currentKey(), { amount: '99,000', note: '' }, new Set());
  const { result, unmount } = openReport();
  act(() => result.current.save({ note: 'Roof measured', files: [] }));
  await waitFor(() => expect(result.current.isStored).toBe(true));
  await waitFor(async () =>
    expect(await readStored()).toEqual({ amount: '99,000', note: 'Roof measured', files: [] }),
  );
  unmount();
});

it('merges typed text into a stored draft that could not be read at first', async () => {
  await draftStore.put(currentKey(), { amount: '99,000', note: '' }, new Set());
  jest
    .spyOn(draftStore, 'get')
    .mockRejectedValueOnce(new Error('The database did not open in time'));
  const { result } = openReport();
  await waitFor(() => expect(result.current.draft).toBeNull());
  for (const note of ['Roof', 'Roof measured']) {
    await act(() => result.current.takeBack({ note, files: [] }));
    expect(await readStored()).toEqual({ amount: '99,000', note, files: [] });
  }
  jest.restoreAllMocks();
});

it('does not hand over a draft before it is read, because another tab or form left it', async () => {
  await draftStore.put(currentKey(), { amount: '99,000', note: '' }, new Set());
  const { result } = openReport();
  act(() => {
    result.current.save({ note: 'Roof measured', files: [] });
    expect(result.current.handOver()).toBeUndefined();
  });
  await waitFor(() => expect(result.current.draft).toBeNull());
  act(() => void result.current.discard());
  // Waits for the calls so far.
  await readStored();
  expect(await readStored()).toEqual({ amount: '99,000', note: '' });
});

it('merges refused values into a draft that was read after the handover', async () => {
  await draftStore.put(currentKey(), { amount: '99,000', note: '' }, new Set());
  const { result } = openReport();
  act(() => void result.current.handOver());
  await waitFor(() => expect(result.current.draft).toBeNull());
  await act(() => result.current.takeBack({ note: 'Roof measured', files: [] }));
  expect(await readStored()).toEqual({ amount: '99,000', note: 'Roof measured', files: [] });
});

it('discards only the typed text if the stored draft could not be read', async () => {
  await draftStore.put(currentKey(), { amount: '99,000', note: '' }, new Set());
  jest
    .spyOn(draftStore, 'get')
    .mockRejectedValueOnce(new Error('The database did not open in time'));
  const { result } = openReport();
  await waitFor(() => expect(result.current.draft).toBeNull());
  act(() => void result.current.discard());
  expect(await readStored()).toEqual({ amount: '99,000', note: '' });
  await act(() => result.current.takeBack({ note: 'Roof', files: [] }));
  expect(await readStored()).toEqual({ amount: '99,000', note: 'Roof', files: [] });
  act(() => void result.current.discard());
  await waitFor(async () => expect(await readStored()).toEqual({ amount: '99,000', note: '' }));
  jest.restoreAllMocks();
});

it('deletes a photo with its draft, or when it is removed from it', async () => {
  const { result } = openReport();
  await waitFor(() => expect(result.current.draft).toBeNull());
  const [one, other] = ['one', 'other'].map((fileId) => ({ fileId, blob: new Blob([fileId]) }));
  await act(() => result.current.takeBack({ note: '', files: [one!, other!] }));
  expect(await readFileKeys(currentKey())).toEqual(['one', 'other']);
  await act(() => result.current.takeBack({ note: '', files: [other!] }));
  expect(await readFileKeys(currentKey())).toEqual(['other']);
  act(() => void result.current.discard());
  await waitFor(async () => expect(await readFileKeys(currentKey())).toEqual([]));
});

it('deletes a draft even if its photos cannot be deleted yet', async () => {
  const files = [{ fileId: 'left', blob: new Blob(['roof']) }];
  await draftStore.put(currentKey(), { files }, new Set());
  const readDrafts = jest.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementationOnce(() => {
    throw new Error('does not answer');
  });
  await draftStore.delete(currentKey());
  expect(await draftStore.get(currentKey())).toBeUndefined();
  expect(readDrafts).toHaveBeenCalled();
  expect(await readFileKeys(currentKey())).toEqual(['left']);
  jest.restoreAllMocks();
});

it('deletes photos without a draft, and no others', async () => {
  const files = [{ fileId: 'mine', blob: new Blob(['roof']) }];
  await draftStore.put(currentKey(), { files }, new Set());
  await (
    await openDatabase()
  ).put('draftFiles', { fileId: 'lost', draftKey: 'nobody|note', blob: new Blob(['roof']) });
  await draftStore.collectOrphans();
  expect(await (await openDatabase()).getAllKeys('draftFiles')).toEqual(['mine']);
});

it('opens a draft of version 1, which contains its photos, and stores them separately', async () => {
  const file = { fileId: 'old', blob: new Blob(['roof']) };
  await (
    await openDatabase()
  ).put('drafts', { key: currentKey(), draft: { note: 'Roof', files: [file] }, at: 0 });
  const { result } = openReport();
  await waitFor(() => expect(result.current.draft?.files).toHaveLength(1));
  await act(() => result.current.takeBack({ ...result.current.draft!, note: 'Roof measured' }));
  expect(await (await openDatabase()).get('drafts', currentKey())).toMatchObject({
    version: 2,
    draft: { note: 'Roof measured', files: [{ fileId: 'old', blob: 'beside' }] },
  });
  expect(await readFileKeys(currentKey())).toEqual(['old']);
});

it('stores the text beside a photo for which the device has no room', async () => {
  const { result } = openReport();
  await waitFor(() => expect(result.current.draft).toBeNull());
  const put = IDBObjectStore.prototype.put;
  const photo = { fileId: 'big', blob: new Blob(['roof']) };
  jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value: unknown,
    key?: IDBValidKey,
  ) {
    const request = put.call(this, value, key);
    // Fails later and aborts the transaction, like a full device.
    return this.name === 'draftFiles' ? this.add(value) : request;
  });
  await act(() => result.current.takeBack({ note: 'Roof', files: [photo] }));
  await act(() => result.current.takeBack({ note: 'Roof measured', files: [photo] }));
  expect(await readStored()).toMatchObject({ note: 'Roof measured' });
  expect(result.current.isStored).toBe(false);
  jest.restoreAllMocks();
  await act(() => result.current.takeBack({ note: 'Roof measured', files: [photo] }));
  expect(await readFileKeys(currentKey())).toEqual(['big']);
  expect(result.current.isStored).toBe(true);
});

it('keeps a photo that fails to be stored while a later text is stored', async () => {
  const photo = { fileId: 'big', blob: new Blob(['roof']) };
  const put = IDBObjectStore.prototype.put;
  const failing = jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value: unknown,
    key?: IDBValidKey,
  ) {
    const request = put.call(this, value, key);
    // fails later and aborts the transaction, like a full device
    return this.name === 'draftFiles' ? this.add(value) : request;
  });
  const stored = new Set<string>();
  const writes = [
    draftStore.put(currentKey(), { note: 'Roof', files: [photo] }, stored),
    draftStore.put(currentKey(), { note: 'Roof measured', files: [photo] }, stored),
  ];
  const outcomes = await Promise.allSettled(writes);
  failing.mockRestore();
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await readStored()).toMatchObject({ note: 'Roof measured' });
  await draftStore.storeAgain(currentKey());
  expect(await readFileKeys(currentKey())).toEqual(['big']);
});

/** Lets the device store nothing until the returned function is called. */
function fillDevice(): () => void {
  const put = jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError');
  });
  return () => put.mockRestore();
}

it('shows a draft again that was closed on a full device, and stores it once there is room', async () => {
  const first = openReport();
  await waitFor(() => expect(first.result.current.draft).toBeNull());
  const makeRoom = fillDevice();
  await act(() =>
    first.result.current.takeBack({
      note: 'Roof measured',
      files: [{ fileId: 'a', blob: new Blob(['roof']) }],
    }),
  );
  first.unmount();
  const second = openReport();
  await waitFor(() =>
    expect(second.result.current.draft).toMatchObject({
      note: 'Roof measured',
      files: [{ fileId: 'a' }],
    }),
  );
  second.unmount();
  makeRoom();
  // the draft of another form is stored, and this one with it
  const other = renderHook(() => useDraft('other', { read: readText }));
  await waitFor(() => expect(other.result.current.draft).toBeNull());
  act(() => other.result.current.save('Call'));
  await waitFor(async () => expect(await readStored()).toMatchObject({ note: 'Roof measured' }));
  expect(await readFileKeys(currentKey())).toEqual(['a']);
  expect(draftStore.unstoredKeys()).toEqual([]);
});

it.each<[string, (key: string) => Promise<unknown>]>([
  ['the outbox', (key) => outboxStore.add(() => ({ commandId: key }) as never, new Map(), key)],
  ['a list', removeAccountDraft],
])('keeps a draft from a full device if %s fails to delete it', async (_, remove) => {
  const makeRoom = fillDevice();
  const draft = { note: 'Roof', files: [{ fileId: 'a', blob: new Blob(['roof']) }] };
  await draftStore.put(currentKey(), draft, new Set()).catch(() => undefined);
  makeRoom();
  const deletion = jest.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('The device is busy', 'UnknownError');
  });
  await expect(remove(currentKey())).rejects.toThrow();
  deletion.mockRestore();
  await waitFor(async () => expect((await draftStore.get(currentKey()))?.draft).toEqual(draft));
  await draftStore.delete(currentKey());
});

it('stores a draft from a full device even if the clock was set back since the stored one', async () => {
  await draftStore.put(currentKey(), { note: 'Roof', files: [] }, new Set());
  const makeRoom = fillDevice();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
  await draftStore
    .put(currentKey(), { note: 'Roof measured', files: [] }, new Set())
    .catch(() => undefined);
  clock.mockRestore();
  makeRoom();
  await draftStore.storeAgain(currentKey());
  expect(await readStored()).toMatchObject({ note: 'Roof measured' });
});

describe('a form that was left while it was sent', () => {
  async function leaveWhileSending() {
    const leftReport = openReport();
    await waitFor(() => expect(leftReport.result.current.draft).toBeNull());
    await act(() => leftReport.result.current.takeBack({ note: 'Roof', files: [] }));
    act(() => void leftReport.result.current.handOver());
    leftReport.unmount();
    const opened = openReport();
    await waitFor(() => expect(opened.result.current.draft).toMatchObject({ note: 'Roof' }));
    return { leftReport: leftReport.result.current, opened };
  }
  const readNotes = async (): Promise<unknown[]> =>
    (await draftStore.readAll(currentKey())).map(({ draft }) => (draft as Report).note);

  it('does not overwrite what was typed into it since, if it fails', async () => {
    const { leftReport, opened } = await leaveWhileSending();
    await act(() => opened.result.current.takeBack({ note: 'Roof measured', files: [] }));
    expect(await leftReport.takeBack({ note: 'Roof', files: [] })).toBe(true);
    expect(await readNotes()).toEqual(['Roof measured']);
    opened.unmount();
  });

  it('does not delete what was typed into it since, if it succeeds', async () => {
    const { leftReport, opened } = await leaveWhileSending();
    await act(() => opened.result.current.takeBack({ note: 'Roof measured', files: [] }));
    await leftReport.discard();
    expect(await readNotes()).toEqual(['Roof measured']);
    opened.unmount();
  });

  it('deletes its draft if it was not opened again', async () => {
    const { leftReport, opened } = await leaveWhileSending();
    opened.unmount();
    // the newer form releases the draft's key a moment after it was closed
    await waitFor(async () => {
      await leftReport.discard();
      expect(await readNotes()).toEqual([]);
    });
  });

  it('is stored under another key if a newer form holds its own', async () => {
    const { leftReport, opened } = await leaveWhileSending();
    await act(() => opened.result.current.discard());
    expect(await leftReport.takeBack({ note: 'Roof', files: [] })).toBe(true);
    expect((await draftStore.readKeys(currentKey())).map((key) => key.split('|').at(-1))).toEqual([
      'note#2',
    ]);
    opened.unmount();
  });
});

it('stores a photo that was shrunk after the form of a stored draft was closed', async () => {
  await draftStore.put(currentKey(), { note: 'Roof', files: [] }, new Set());
  const { result, unmount } = openReport();
  await waitFor(() => expect(result.current.draft).toMatchObject({ note: 'Roof' }));
  const form = result.current;
  unmount();
  // waits until the closed form has released its key
  await waitFor(async () => {
    const { key, release } = await claimSlot(currentKey());
    await release();
    expect(key).toBe(currentKey());
  });
  await form.takeBack({ note: 'Roof', files: [{ fileId: 'a', blob: new Blob(['roof']) }] });
  expect(await readFileKeys(currentKey())).toEqual(['a']);
});

it('keeps the drafts of two open forms of one record apart, and finds both again', async () => {
  const [one, other] = [openReport(), openReport()];
  for (const { result } of [one, other])
    await waitFor(() => expect(result.current.draft).toBeNull());
  await act(() => one.result.current.takeBack({ note: 'Call on Monday', files: [] }));
  await act(() => other.result.current.takeBack({ note: 'Call on Friday', files: [] }));
  one.unmount();
  other.unmount();
  const reopenedReports = [openReport(), openReport()];
  for (const { result } of reopenedReports)
    await waitFor(() => expect(result.current.draft?.note).toBeDefined());
  expect(reopenedReports.map(({ result }) => result.current.draft?.note).toSorted()).toEqual([
    'Call on Friday',
    'Call on Monday',
  ]);
});

describe('a device that does not answer', () => {
  it('shows a draft again that was typed meanwhile, says that it is not stored, and stores it later', async () => {
    await draftStore.put(currentKey(), { note: 'Typed before', files: [] }, new Set());
    const endHang = await hangDevice();
    const first = openReport();
    act(() => first.result.current.save({ note: 'Roof measured', files: [] }));
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(first.result.current).toMatchObject({ draft: null, isStored: false, isUnstored: true });
    first.unmount();
    const second = openReport();
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(second.result.current).toMatchObject({
      draft: { note: 'Roof measured' },
      isStored: false,
      isUnstored: true,
    });
    second.unmount();
    await endHang();
    const other = renderHook(() => useDraft('other', { read: readText }));
    await waitFor(() => expect(other.result.current.draft).toBeNull());
    act(() => other.result.current.save('Call'));
    await waitFor(() => expect(draftStore.unstoredKeys()).toEqual([]));
    const stored = await draftStore.readAll(currentKey());
    expect(stored.map(({ draft }) => (draft as Report).note).toSorted()).toEqual([
      'Roof measured',
      'Typed before',
    ]);
  });

  it('merges what was typed meanwhile into a draft that all tabs share', async () => {
    await draftStore.put(currentKey(), { amount: '99,000', note: '' }, new Set());
    const endHang = await hangDevice();
    const { result, unmount } = renderHook(() =>
      useDraft<Report>('note', {
        read: readReport,
        merge: (before, typed) => ({ ...before, ...typed }),
        onSharedChange: () => undefined,
      }),
    );
    act(() => result.current.save({ note: 'Roof measured', files: [] }));
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    unmount();
    await jest.advanceTimersByTimeAsync(10_000);
    await endHang();
    await waitFor(async () => {
      await storeClosedDrafts();
      expect(draftStore.unstoredKeys()).toEqual([]);
    });
    expect(await readStored()).toEqual({ amount: '99,000', note: 'Roof measured', files: [] });
  });

  it('does not show a draft again that was discarded meanwhile, and deletes it later', async () => {
    const { result } = openReport();
    await waitFor(() => expect(result.current.draft).toBeNull());
    await act(() => result.current.takeBack({ note: 'Roof', files: [] }));
    const endHang = await hangDevice();
    let discarding: Promise<boolean> | undefined;
    act(() => void (discarding = result.current.discard()));
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(await discarding).toBe(false);
    expect(await draftStore.get(currentKey())).toBeUndefined();
    await endHang();
    cleanup();
    await waitFor(async () => {
      await storeClosedDrafts();
      expect(await readStored()).toBeUndefined();
    });
  });
});

it('stores the last typed text when it is handed over, because the page may be killed while it sends', async () => {
  const { result } = await openNoteForm();
  act(() => result.current.save('Call at'));
  await waitFor(() => expect(result.current.isStored).toBe(true));
  const { setTimeout } = globalThis;
  // the page ends before the pause between two writes does
  globalThis.setTimeout = ((work: () => void, pause?: number) =>
    pause === WRITE_DELAY_MS ? 0 : setTimeout(work, pause)) as typeof setTimeout;
  act(() => {
    result.current.save('Call at six');
    result.current.handOver();
  });
  await waitFor(async () => expect(await readStored()).toBe('Call at six'));
  globalThis.setTimeout = setTimeout;
});

it('leaves no draft behind if the outbox deletes it right after the last typed text was stored', async () => {
  const { result } = await openNoteForm();
  act(() => result.current.save('Call at'));
  await waitFor(() => expect(result.current.isStored).toBe(true));
  let adding: Promise<void> | undefined;
  act(() => {
    result.current.save('Call at six');
    const item = { commandId: crypto.randomUUID(), files: [] } as unknown as OutboxItem;
    adding = outboxStore.add(() => item, new Map(), result.current.handOver());
  });
  await adding;
  // Reads run after the calls before them.
  await readStored();
  expect(await readStored()).toBeUndefined();
  expect(draftStore.unstoredKeys()).toEqual([]);
});

describe('a photo of two drafts', () => {
  const photo = { fileId: 'shared', blob: new Blob(['roof']) };
  const keyOf = (number: number): string => `${currentKey()}#${number}`;
  const readPhotos = async (number: number): Promise<readonly string[]> =>
    ((await draftStore.get(keyOf(number)))?.draft as Report).files.map(({ fileId }) => fileId);
  const readStoredKeys = async (): Promise<string[]> =>
    (await openDatabase()).getAllKeys('draftFiles');
  beforeEach(async () => {
    await (await openDatabase()).clear('drafts');
    for (const number of [2, 3])
      await draftStore.put(keyOf(number), { note: '', files: [photo] }, new Set());
  });

  it('is in both', async () => {
    expect(await readPhotos(2)).toEqual(['shared']);
    expect(await readPhotos(3)).toEqual(['shared']);
  });

  it.each<[string, (key: string) => Promise<unknown>]>([
    ['its form', (key) => draftStore.delete(key)],
    ['a list', removeAccountDraft],
    ['the outbox', (key) => outboxStore.add(() => ({ commandId: key }) as never, new Map(), key)],
  ])('stays in one while %s deletes the other, and goes with the last', async (_, remove) => {
    await remove(keyOf(3));
    expect(await readPhotos(2)).toEqual(['shared']);
    await remove(keyOf(2));
    expect(await readStoredKeys()).toEqual([]);
  });

  it('stays in one when it is taken out of the other', async () => {
    await draftStore.put(keyOf(3), { note: '', files: [] }, new Set(['shared']));
    expect(await readPhotos(2)).toEqual(['shared']);
  });
});

it('keeps the photos of a draft that a newer build has stored', async () => {
  const device = await openDatabase();
  const draft = { note: 'Roof', pictures: ['newer'] };
  await device.put('drafts', { key: currentKey(), version: 3, draft, at: 1 });
  const file = { fileId: 'newer', draftKey: currentKey(), blob: new Blob(['roof']) };
  await device.put('draftFiles', file);
  await draftStore.collectOrphans();
  expect(await device.getAllKeys('draftFiles')).toEqual(['newer']);
});
