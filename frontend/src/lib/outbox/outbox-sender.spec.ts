/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { Blob as CloneableBlob } from 'node:buffer';
import { openDatabase } from '../database.js';
import { draftStore } from '../drafts/draft-store.js';
import { hangDevice, passTime } from '../testing/hanging-device.js';
import { setIdentity, identity, scopeOf } from '../account/identity.js';
import { useNetwork } from '../server/network.js';
import { enqueueAndWait, reloadOutbox, sendOnline, sendOrQueue, useOutboxState } from './outbox.js';
import { flush, startOutbox } from './outbox-sender.js';
import { attachItem, discardItem, keepEdit, replaceItem } from './outbox-resubmit.js';
import { outboxStore } from './outbox-store.js';
import { unstoredChanges } from './unstored-changes.js';

type Answer = 'never' | 'no network' | number;
let answers: (recordId: string) => Answer;
let sent: string[] = [];
let ids: string[] = [];
let accounts: (string | null)[] = [];
let stop: () => void;
const limitText = 'No more can be saved today before your number is verified.';
let retryAfter = '3600';
const heldLocks = new Set<string>();
/** Functions that end the hanging requests. */
const hanging: (() => void)[] = [];

beforeEach(async () => {
  for (const store of ['outbox', 'sent', 'drafts'] as const)
    await (await openDatabase()).clear(store);
  [answers, sent, ids, accounts] = [() => 200, [], [], []];
  heldLocks.clear();
  useOutboxState.setState({ items: [], sent: [] });
  useNetwork.setState({ online: true, isBrowserOffline: false, slowSince: undefined });
  setIdentity({ accountId: crypto.randomUUID(), organizationId: 'suryodaya' });
  // A lock for each name, as tabs of a browser share it.
  const request = async (
    name: string,
    _: object,
    work: (lock: object | null) => Promise<boolean>,
  ): Promise<boolean> => {
    if (heldLocks.has(name)) return work(null);
    heldLocks.add(name);
    return work({}).finally(() => heldLocks.delete(name));
  };
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  globalThis.fetch = jest.fn(async (_: unknown, init?: RequestInit) => {
    const { leadId } = JSON.parse(String(init?.body)) as { leadId: string };
    sent.push(leadId);
    ids.push(new Headers(init?.headers).get('Idempotency-Key')!);
    accounts.push(new Headers(init?.headers).get('X-Account'));
    const answer = answers(leadId);
    if (answer === 'no network') throw new TypeError('Failed to fetch');
    if (answer === 'never')
      return new Promise((_resolve, reject) => {
        hanging.push(() => reject(new TypeError('Failed to fetch')));
        init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      });
    if (answer === 429)
      return Response.json(
        { code: 'too-many-requests', detail: limitText },
        { status: 429, headers: { 'Retry-After': retryAfter } },
      );
    return Response.json(
      answer === 200 ? { id: leadId, revision: 2, position: '2' } : { code: 'no', detail: 'No.' },
      { status: answer },
    );
  }) as typeof fetch;
  stop = startOutbox();
});
afterEach(async () => {
  useNetwork.setState({ online: true });
  for (const end of hanging.splice(0)) end();
  await new Promise((resolve) => setTimeout(resolve, 50));
  stop();
  Reflect.deleteProperty(navigator, 'locks');
});

/** Time at which a form closes that waits for its answer, however slow the machine is. */
const onceAnswered = (): number => performance.now() + 60_000;
const captureNote = (recordId: string, leaveAt?: number) =>
  enqueueAndWait(
    'AddNote',
    { leadId: recordId, noteId: crypto.randomUUID(), note: 'Roof measured' },
    {
      recordId,
      recordName: 'Asha',
      id: crypto.randomUUID(),
      ...(leaveAt !== undefined && { leaveAt }),
    },
  );
const readWaiting = () =>
  useOutboxState.getState().items.map(({ recordId, state }) => [recordId, state]);

it('closes the form while its item hangs, and sends other records', async () => {
  answers = (recordId) => (recordId === 'hangs' ? 'never' : 200);
  expect(await captureNote('hangs')).toEqual({ state: 'waiting', reason: 'under way' });
  expect(await captureNote('hangs')).toEqual({ state: 'waiting', reason: 'under way' });
  expect(await captureNote('other', onceAnswered())).toMatchObject({ state: 'sent' });
  // the second item of a record waits for its first
  expect(sent).toEqual(['hangs', 'other']);
  await waitFor(() =>
    expect(readWaiting()).toEqual([
      ['hangs', 'sending'],
      ['hangs', 'waiting'],
    ]),
  );
});

/** Timers of a length that a form may wait for the server's answer. */
const formWaits = (timers: jest.SpiedFunction<typeof setTimeout>): unknown[] =>
  timers.mock.calls.filter(([, delayMs = 0]) => delayMs > 100 && delayMs <= 800);

it('does not wait again if the form has waited already', async () => {
  answers = () => 'never';
  const timers = jest.spyOn(globalThis, 'setTimeout');
  const pressedAt = performance.now() - 900;
  expect(await captureNote('hangs', pressedAt + 800)).toEqual({
    state: 'waiting',
    reason: 'under way',
  });
  expect(formWaits(timers)).toEqual([]);
  timers.mockRestore();
});

it('does not wait for a record that another tab sends, and sends it afterwards', async () => {
  heldLocks.add('fieldtrace-outbox|elsewhere');
  expect(await captureNote('elsewhere')).toEqual({ state: 'waiting', reason: 'under way' });
  expect(await captureNote('ours', onceAnswered())).toMatchObject({ state: 'sent' });
  expect(sent).toEqual(['ours']);
  heldLocks.clear();
  await flush();
  await waitFor(() => expect(sent).toEqual(['ours', 'elsewhere']));
});

it('sends if the browser refuses locks', async () => {
  Object.defineProperty(navigator, 'locks', {
    value: { request: () => Promise.reject(new DOMException('', 'SecurityError')) },
    configurable: true,
  });
  expect(await captureNote('lead', onceAnswered())).toMatchObject({ state: 'sent' });
});

it('sends an item only once if a full device cannot mark it as sent', async () => {
  const put = IDBObjectStore.prototype.put;
  jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value: unknown,
    key?: IDBValidKey,
  ) {
    const request = put.call(this, value, key);
    // Fails later and aborts the transaction, like a full device.
    return this.name === 'sent' ? this.add(value) : request;
  });
  expect(await captureNote('lead', onceAnswered())).toMatchObject({ state: 'sent' });
  await flush({ eager: true });
  jest.restoreAllMocks();
  expect(sent).toEqual(['lead']);
  expect(await outboxStore.readAll()).toEqual([]);
});

it('sends other records, however many hang', async () => {
  answers = (recordId) => (recordId.startsWith('hangs') ? 'never' : 200);
  for (let number = 1; number <= 4; number++) await captureNote(`hangs ${number}`);
  await captureNote('other');
  await waitFor(() => expect(sent).toContain('other'), { timeout: 6_000 });
}, 15_000);

it.each([
  [
    'the browser says that there is no network',
    { isBrowserOffline: true, online: false },
    'no network',
  ],
  ['the server could not be reached', { isBrowserOffline: false, online: false }, 'unreachable'],
])('does not wait for an answer if %s', async (_, network, reason) => {
  answers = () => 'never';
  useNetwork.setState(network);
  const timers = jest.spyOn(globalThis, 'setTimeout');
  for (const recordId of ['one', 'two', 'three', 'four'])
    expect(await captureNote(recordId)).toEqual({ state: 'waiting', reason });
  expect(formWaits(timers)).toEqual([]);
  timers.mockRestore();
});

it.each([500, 503])('treats an answer %s as a busy server', async (status) => {
  answers = () => status;
  expect(await captureNote('lead')).toEqual({ state: 'waiting', reason: 'server' });
});

it('stores a refusal that arrives after the form was left', async () => {
  let refuse = (): void => undefined;
  const gate = new Promise<void>((resolve) => (refuse = resolve));
  const { fetch } = globalThis;
  answers = () => 409;
  globalThis.fetch = (async (...args: Parameters<typeof fetch>) =>
    gate.then(() => fetch(...args))) as typeof fetch;
  expect(await captureNote('lead')).toEqual({ state: 'waiting', reason: 'under way' });
  refuse();
  await waitFor(() => expect(readWaiting()).toEqual([['lead', 'refused']]));
});

it('returns a refusal to its form only once the draft is stored again', async () => {
  answers = () => 409;
  const order: string[] = [];
  const restoreDraft = async (): Promise<boolean> =>
    order.push(`${(await outboxStore.readAll()).length} in the outbox`) > 0;
  const data = { leadId: 'lead', noteId: crypto.randomUUID(), note: 'Roof' };
  await expect(
    enqueueAndWait('AddNote', data, {
      recordId: 'lead',
      recordName: 'Asha',
      id: crypto.randomUUID(),
      restoreDraft,
      leaveAt: onceAnswered(),
    }),
  ).rejects.toMatchObject({
    status: 409,
  });
  expect(order).toEqual(['1 in the outbox']);
  expect(await outboxStore.readAll()).toEqual([]);
});

it('keeps a refused command whose form cannot store its draft', async () => {
  answers = () => 409;
  const data = { leadId: 'lead', noteId: crypto.randomUUID(), note: 'Roof' };
  await expect(
    enqueueAndWait('AddNote', data, {
      recordId: 'lead',
      recordName: 'Asha',
      id: crypto.randomUUID(),
      restoreDraft: async () => false,
      leaveAt: onceAnswered(),
    }),
  ).rejects.toMatchObject({ status: 409 });
  expect(readWaiting()).toEqual([['lead', 'refused']]);
});

describe('a device that cannot store the state of an item', () => {
  const throwFull = (): never => {
    throw new DOMException('No room', 'QuotaExceededError');
  };
  const { put, delete: remove } = IDBObjectStore.prototype;
  /** Lets a full device store new items only. */
  const fillDevice = (): void => {
    jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      value: { readonly state?: string; readonly tries?: number },
      key?: IDBValidKey,
    ) {
      const isNew = value.state === 'waiting' && value.tries === 0;
      return this.name === 'outbox' && !isNew ? throwFull() : put.call(this, value, key);
    });
  };
  /** Captures a note whose form cannot store its draft again after a refusal. */
  const captureWithoutDraft = (recordId: string): Promise<unknown> =>
    enqueueAndWait(
      'AddNote',
      { leadId: recordId, noteId: crypto.randomUUID(), note: 'Roof measured' },
      {
        recordId,
        recordName: '',
        id: crypto.randomUUID(),
        restoreDraft: async () => false,
        leaveAt: onceAnswered(),
      },
    );
  const readStoredStates = async (): Promise<string[]> =>
    (await (await openDatabase()).getAll('outbox')).map(({ state }) => state);
  const flushWithRoom = (): Promise<void> => {
    jest.restoreAllMocks();
    return waitFor(async () => {
      await flush();
      expect(outboxStore.hasUnstored()).toBe(false);
    });
  };
  beforeEach(fillDevice);
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('sends it, and forgets it once it was sent', async () => {
    expect(await captureNote('lead', onceAnswered())).toMatchObject({ state: 'sent' });
    expect(await outboxStore.readAll()).toEqual([]);
  });

  it('returns its refusal to the form, once', async () => {
    answers = () => 409;
    await expect(captureNote('lead', onceAnswered())).rejects.toMatchObject({ status: 409 });
    expect(sent).toEqual(['lead']);
  });

  it('goes on with the next items, and stores a refusal as soon as there is room', async () => {
    answers = () => 'no network';
    for (const recordId of ['bad', 'good']) await captureWithoutDraft(recordId);
    sent = [];
    answers = (recordId) => (recordId === 'bad' ? 409 : 200);
    await flush({ eager: true });
    await waitFor(() => expect(readWaiting()).toEqual([['bad', 'refused']]));
    await flush({ eager: true });
    expect(sent.toSorted()).toEqual(['bad', 'good']);
    expect(await readStoredStates()).toEqual(['waiting']);
    await flushWithRoom();
    expect(sent.toSorted()).toEqual(['bad', 'good']);
    expect(await readStoredStates()).toEqual(['refused']);
  });

  it('pauses before the next try of an item that a busy server did not take', async () => {
    answers = () => 500;
    await captureWithoutDraft('lead');
    await flush();
    expect(sent).toEqual(['lead']);
    expect(readWaiting()).toEqual([['lead', 'waiting']]);
    await flushWithRoom();
    expect(await (await openDatabase()).getAll('outbox')).toMatchObject([{ tries: 1 }]);
    expect(sent).toEqual(['lead']);
  });

  it('does not send again what it cannot move to the sent items', async () => {
    jest.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (
      this: IDBObjectStore,
      key: IDBValidKey | IDBKeyRange,
    ) {
      return this.name === 'outbox' ? throwFull() : remove.call(this, key);
    });
    expect(await captureWithoutDraft('lead')).toMatchObject({ state: 'sent' });
    await flush({ eager: true });
    await reloadOutbox();
    expect(sent).toEqual(['lead']);
    expect(readWaiting()).toEqual([]);
    expect(await readStoredStates()).toEqual(['waiting']);
    await flushWithRoom();
    expect(sent).toEqual(['lead']);
    expect(await readStoredStates()).toEqual([]);
  });
});

it('keeps showing what waits while the device cannot be read', async () => {
  answers = () => 'no network';
  await captureNote('lead');
  jest.spyOn(outboxStore, 'readAll').mockRejectedValue(new Error('closed'));
  await reloadOutbox();
  expect(readWaiting()).toEqual([['lead', 'waiting']]);
  jest.restoreAllMocks();
});

it('stores a command that was sent directly and not answered in time, under the same id', async () => {
  let tries = 0;
  answers = () => (tries++ === 0 ? 'never' : 200);
  const id = crypto.randomUUID();
  const delivered = await sendOrQueue(
    'AddNote',
    { leadId: 'lead', noteId: crypto.randomUUID(), note: 'Roof' },
    { recordId: 'lead', recordName: 'Asha', id },
  );
  expect(delivered).toEqual({ state: 'waiting', reason: 'under way' });
  await waitFor(() => expect(readWaiting()).toEqual([]));
  expect(ids).toEqual([id, id]);
});

it('sends and stores an edit for its author, whoever signs in meanwhile', async () => {
  const { accountId } = identity();
  answers = () => 'no network';
  const edit = { leadId: 'lead', city: 'Nashik' };
  const editing = sendOrQueue('EditLead', edit, {
    recordId: 'lead',
    recordName: 'Asha',
    id: crypto.randomUUID(),
    revision: 1,
  });
  setIdentity({ accountId: crypto.randomUUID(), organizationId: 'suryodaya' });
  await expect(editing).resolves.toMatchObject({ state: 'waiting' });
  expect(accounts).toEqual([accountId]);
  expect(await outboxStore.readAll()).toMatchObject([{ name: 'EditLead', accountId }]);
});

describe('a file that the server has removed since its upload', () => {
  const fileId = crypto.randomUUID();
  const blob = new CloneableBlob(['roof']) as unknown as Blob;
  const files = [{ fileId, blob, uploaded: true }] as const;
  const data = {
    leadId: 'lead',
    noteId: crypto.randomUUID(),
    note: 'Roof',
    photoFileIds: [fileId],
  };
  const { FormData } = globalThis;
  let uploads: number;
  let isRemoved: boolean;
  beforeEach(() => {
    uploads = 0;
    isRemoved = true;
    // that of jsdom takes no blob that can be stored
    Object.assign(globalThis, {
      FormData: class extends Map {
        append = this.set;
      },
    });
    globalThis.fetch = (async (path: string) => {
      if (path === '/api/files') {
        uploads++;
        if (sent.length > 0) isRemoved = false;
        return Response.json({ fileId });
      }
      sent.push('lead');
      return !isRemoved
        ? Response.json({ id: 'lead', revision: 2, position: '2' })
        : Response.json(
            { code: 'unknown-reference', detail: 'No.', fields: { photoFileIds: 'No.' } },
            { status: 404 },
          );
    }) as typeof fetch;
  });
  afterEach(() => void Object.assign(globalThis, { FormData }));

  it('is uploaded again with a queued command', async () => {
    const id = crypto.randomUUID();
    const queued = { recordId: 'lead', recordName: 'Asha', id, files, leaveAt: onceAnswered() };
    expect(await enqueueAndWait('AddNote', data, queued)).toMatchObject({ state: 'sent' });
    expect(uploads).toBe(1);
    expect(sent).toEqual(['lead', 'lead']);
  });

  it('is uploaded again if it was removed right after its upload', async () => {
    const id = crypto.randomUUID();
    const queued = {
      recordId: 'lead',
      recordName: 'Asha',
      id,
      files: [{ fileId, blob }],
      leaveAt: onceAnswered(),
    };
    expect(await enqueueAndWait('AddNote', data, queued)).toMatchObject({ state: 'sent' });
    expect(uploads).toBe(2);
    expect(sent).toEqual(['lead', 'lead']);
  });

  it('is uploaded again with a command that is sent at once', async () => {
    const online = { id: crypto.randomUUID(), files };
    expect(await sendOnline('AddNote', data, online)).toMatchObject({ state: 'sent' });
    expect(uploads).toBe(1);
  });
});

describe('a device that does not answer', () => {
  it('does not hold up what is in memory, which is sent once', async () => {
    answers = () => 'no network';
    await captureNote('lead');
    sent = [];
    answers = () => 200;
    const endHang = await hangDevice();
    void flush({ eager: true });
    await passTime(60_000);
    expect(sent).toEqual(['lead']);
    expect(readWaiting()).toEqual([]);
    await endHang();
    await waitFor(async () => expect(await (await openDatabase()).getAll('outbox')).toEqual([]));
    expect(sent).toEqual(['lead']);
  });

  it('sends a new command at once, without storing it', async () => {
    const endHang = await hangDevice();
    const sending = captureNote('lead');
    await jest.advanceTimersByTimeAsync(5_000);
    expect(await sending).toMatchObject({ state: 'sent' });
    await endHang();
    expect(sent).toEqual(['lead']);
    expect(await outboxStore.readAll()).toEqual([]);
  });

  it('sends items without files while those with files wait for their files', async () => {
    answers = () => 'no network';
    const fileId = crypto.randomUUID();
    await enqueueAndWait(
      'AddNote',
      { leadId: 'photo', noteId: crypto.randomUUID(), note: 'Roof', photoFileIds: [fileId] },
      {
        recordId: 'photo',
        recordName: 'Asha',
        id: crypto.randomUUID(),
        files: [{ fileId, blob: new CloneableBlob(['roof']) as unknown as Blob }],
      },
    );
    await captureNote('lead');
    sent = [];
    answers = () => 200;
    const endHang = await hangDevice();
    void flush({ eager: true });
    await passTime(60_000);
    expect(sent).toEqual(['lead']);
    expect(readWaiting()).toEqual([['photo', 'waiting']]);
    await endHang();
  });
});

describe('a refused item that another tab sends again', () => {
  const sendRefusedNote = async (): Promise<string> => {
    answers = () => 422;
    await enqueueAndWait(
      'AddNote',
      { leadId: 'lead', noteId: crypto.randomUUID(), note: 'Roof measured' },
      {
        recordId: 'lead',
        recordName: '',
        id: crypto.randomUUID(),
        restoreDraft: async () => false,
        leaveAt: onceAnswered(),
      },
    ).catch(() => undefined);
    const [item] = await outboxStore.readAll();
    expect(item).toMatchObject({ state: 'refused' });
    await outboxStore.change(item!.commandId, { state: 'sending' });
    sent = [];
    // the other tab has the record's lock
    heldLocks.add('fieldtrace-outbox|lead');
    return item!.commandId;
  };

  it.each<[string, (commandId: string) => Promise<unknown>]>([
    ['corrected', (commandId) => replaceItem(commandId, { leadId: 'lead' })],
    ['attached to another lead', (commandId) => attachItem(commandId, 'other')],
    ['kept over another edit', (commandId) => keepEdit(commandId, { revision: 2, values: {} })],
    ['discarded', discardItem],
  ])('cannot be %s meanwhile', async (_, change) => {
    const commandId = await sendRefusedNote();
    await expect(change(commandId)).rejects.toThrow('meanwhile');
    expect(await outboxStore.readAll()).toMatchObject([{ commandId, state: 'sending' }]);
    expect(sent).toEqual([]);
  });
});

it('shows a rate limit of hours beside the waiting item, and hides one of seconds', async () => {
  answers = () => 429;
  retryAfter = '2';
  expect(await captureNote('burst')).toEqual({ state: 'waiting', reason: 'server' });
  retryAfter = '3600';
  // longer than the first limit
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  expect(await captureNote('day')).toMatchObject({
    state: 'waiting',
    reason: 'server',
    limit: { detail: limitText },
  });
  expect(useOutboxState.getState().items.map(({ problem }) => problem?.detail)).toContain(
    limitText,
  );
});

it('refuses the correction of an item that another tab has sent or discarded', async () => {
  answers = () => 'no network';
  await captureNote('lead');
  const [item] = useOutboxState.getState().items;
  // the other tab's message has not arrived yet
  await outboxStore.rewrite(() => []);
  await expect(replaceItem(item!.commandId, { leadId: 'lead' })).rejects.toThrow('meanwhile');
  expect(await outboxStore.readAll()).toEqual([]);
});

it('keeps a change that comes while the items are rewritten', async () => {
  answers = () => 'no network';
  await captureNote('lead');
  const [item] = await outboxStore.readAll();
  await outboxStore.rewrite((items) => {
    unstoredChanges.add(item!.commandId, { notBefore: 1 });
    return items.map((each) => ({ ...each, tries: 7 }));
  });
  expect(await outboxStore.readAll()).toMatchObject([{ tries: 7, notBefore: 1 }]);
  await outboxStore.storeUnstored();
});

it('deletes the correction’s draft with its discarded item, and no other', async () => {
  answers = () => 422;
  const id = crypto.randomUUID();
  await outboxStore.add(
    () => ({
      commandId: id,
      name: 'AddNote',
      data: { leadId: 'one' },
      recordId: 'one',
      recordName: '',
      files: [],
      capturedAt: '',
      accountId: identity().accountId!,
      organizationId: 'suryodaya',
      sequence: 1,
      state: 'refused',
      tries: 0,
      notBefore: 0,
    }),
    new Map(),
  );
  await reloadOutbox();
  const key = (form: string): string => `${scopeOf(identity())}|${form}`;
  const readDraftKeys = async (): Promise<string[]> => (await openDatabase()).getAllKeys('drafts');
  for (const form of [`resubmit-${id}`, 'new-lead'])
    await draftStore.put(key(form), { typed: {} }, new Set());
  const { commandId } = await replaceItem(id, { leadId: 'one' });
  expect(await readDraftKeys()).toHaveLength(2);
  await discardItem(commandId);
  expect(await readDraftKeys()).toEqual([key('new-lead')]);
});
