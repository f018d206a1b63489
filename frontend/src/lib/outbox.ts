import { useMemo } from 'react';
import { create } from 'zustand';
import { type Done, newId, send, type SendOptions, uploadFile } from './api.js';
import { identity, useIdentity } from './identity.js';
import { makerOf, type OutboxItem, type Refused, type WaitingFile } from './outbox-item.js';
import { outboxStore } from './outbox-store.js';
import { NotKept, Offline, Problem, refusedBy } from './problem.js';
import { caughtUpWith } from './resuming.js';

/** What became of a capture, as far as is known now. */
export type Outcome =
  | { readonly state: 'sent'; readonly done: Done }
  /** It is safe on this device, and goes by itself when the network is back. */
  | { readonly state: 'waiting' }
  | { readonly state: 'refused'; readonly problem: Refused };

/** A capture as screens show it: also a moment after it was sent, until the lists that came meanwhile have it. */
export type Captured = OutboxItem | (Omit<OutboxItem, 'state'> & { readonly state: 'sent' });

interface Outbox {
  readonly items: readonly OutboxItem[];
  readonly sent: readonly OutboxItem[];
}
export const useOutboxState = create<Outbox>(() => ({ items: [], sent: [] }));

/** How long a sent capture is still shown by itself, in milliseconds: longer than any query takes that has it. */
const shownAfterSending = 8_000;
/** How long a screen waits before it says that something waits. */
const patience = 6_000;

type Settled = { readonly commandId: string; readonly outcome: Outcome };
type Word = { readonly settled?: Settled };
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('fieldtrace-outbox');
const awaited = new Map<string, (outcome: Outcome) => void>();

/** Reads again what waits on this device, for the account and organization that are signed in. */
export async function reloadOutbox(): Promise<void> {
  const { accountId, organizationId } = identity();
  try {
    const items = await outboxStore.all();
    useOutboxState.setState({ items: items.filter((item) => item.accountId === accountId && item.organizationId === organizationId) });
  } catch {
    useOutboxState.setState({ items: [] });
  }
}

/** What is in the store has changed: here, and in the other tabs. */
export async function outboxChanged(): Promise<void> {
  await reloadOutbox();
  channel?.postMessage({} satisfies Word);
}

export function settle(item: OutboxItem, outcome: Outcome): void {
  settledHere(item.commandId, outcome);
  channel?.postMessage({ settled: { commandId: item.commandId, outcome } } satisfies Word);
}

function settledHere(commandId: string, outcome: Outcome): void {
  awaited.get(commandId)?.(outcome);
  awaited.delete(commandId);
  if (outcome.state !== 'sent') return;
  const item = useOutboxState.getState().items.find((candidate) => candidate.commandId === commandId);
  if (item) {
    useOutboxState.setState(({ sent }) => ({ sent: [...sent, item] }));
    setTimeout(() => useOutboxState.setState(({ sent }) => ({ sent: sent.filter((other) => other !== item) })), shownAfterSending);
  }
  caughtUpWith(outcome.done);
}

export function listenToOtherTabs(): () => void {
  const heard = ({ data }: MessageEvent<Word>): void => {
    if (data.settled) settledHere(data.settled.commandId, data.settled.outcome);
    void reloadOutbox();
  };
  channel?.addEventListener('message', heard);
  return () => channel?.removeEventListener('message', heard);
}

let flushNow: () => Promise<void> = async () => undefined;
/** The sender registers itself here, so that capturing needs to know nothing of sending. */
export function flushesWith(flush: () => Promise<void>): void {
  flushNow = flush;
}

/** What becomes of a capture within the time that a screen waits for it. */
export function outcomeOf(commandId: string): Promise<Outcome> {
  return new Promise((resolve) => {
    awaited.set(commandId, resolve);
    setTimeout(() => resolve({ state: 'waiting' }), patience);
  });
}

/** A photo or paper that goes with a capture, under the id that the command names it by. */
export interface FileToSend {
  readonly fileId: string;
  readonly blob: Blob;
  readonly name?: string;
  readonly uploaded?: boolean;
}
export const asWaitingFile = ({ fileId, blob, name = '', uploaded = false }: FileToSend): WaitingFile => ({
  fileId,
  name,
  type: blob.type,
  uploaded,
});

export interface CaptureOptions {
  readonly recordId: string;
  /** What it is called in the list of waiting things: "Lead Rajesh Deshmukh". */
  readonly title: string;
  readonly files?: readonly FileToSend[];
  readonly creates?: true;
  readonly commandId?: string;
  readonly capturedAt?: string;
  /** The draft that becomes this capture, as its form handed it over: a tab closed right after keeps one of the two. */
  readonly draftKey?: string;
}

/** What cannot be kept is sent at once, as long as somebody looks. @throws NotKept */
async function sendUnkept(item: OutboxItem, files: readonly FileToSend[]): Promise<Outcome> {
  try {
    for (const { fileId, blob, name, uploaded } of files) if (!uploaded) await uploadFile(fileId, blob, { name });
    const done = await send(item.name, item.data, { id: item.commandId, capturedAt: item.capturedAt, organization: item.organizationId });
    caughtUpWith(done);
    return { state: 'sent', done };
  } catch (error) {
    if (!(error instanceof Problem) || error.passing) throw new NotKept();
    return { state: 'refused', problem: refusedBy(error) };
  }
}

/** Keeps a capture on this device and sends it as soon as that can be. @throws NotKept where it can be neither kept nor sent */
export async function capture(
  name: string,
  data: object,
  options: CaptureOptions,
): Promise<{ readonly commandId: string; readonly kept: boolean; readonly settled: Promise<Outcome> }> {
  const { recordId, title, files = [], creates, commandId = newId(), capturedAt = new Date().toISOString(), draftKey } = options;
  const { accountId, organizationId } = identity();
  if (!accountId || !organizationId) throw new Error('Nothing can be captured without an organization');
  const before = useOutboxState.getState().items;
  const item: OutboxItem = {
    commandId,
    name,
    data: { ...data },
    recordId,
    title,
    files: files.map(asWaitingFile),
    capturedAt,
    accountId,
    organizationId,
    sequence: Math.max(Date.now(), ...before.map(({ sequence }) => sequence + 1)),
    state: 'waiting',
    creates,
    dependsOn: creates ? undefined : makerOf(recordId, before),
    tries: 0,
    notBefore: 0,
  };
  try {
    await outboxStore.add(item, new Map(files.map(({ fileId, blob }) => [fileId, blob])), draftKey);
  } catch {
    return { commandId, kept: false, settled: Promise.resolve(await sendUnkept(item, files)) };
  }
  const settled = outcomeOf(commandId);
  // shown once it is on its way: to draw a long trace first would hold the request up
  await flushNow();
  await outboxChanged();
  void navigator.storage?.persist?.();
  return { commandId, kept: true, settled };
}

/**
 * For what is quick and shows its result in place: sent at once, and only where there is no network kept to be sent later.
 * Where something on the record waits already, it goes behind that. @throws Problem
 */
export async function perform(
  name: string,
  data: object,
  { recordId, title, ...options }: CaptureOptions & Pick<SendOptions, 'revision'>,
): Promise<Outcome> {
  const commandId = newId();
  if (!useOutboxState.getState().items.some((item) => item.recordId === recordId && item.state !== 'refused')) {
    try {
      for (const { fileId, blob, name: called, uploaded } of options.files ?? []) if (!uploaded) await uploadFile(fileId, blob, { name: called });
      const done = await send(name, data, { id: commandId, revision: options.revision });
      caughtUpWith(done);
      return { state: 'sent', done };
    } catch (error) {
      if (!(error instanceof Offline)) throw error;
    }
  }
  const { settled, kept } = await capture(name, data, { recordId, title, commandId, files: options.files });
  const outcome = await settled;
  if (outcome.state !== 'refused') return outcome;
  // whoever did it still looks at the form, which says so and keeps what was typed
  const item = kept && useOutboxState.getState().items.find((candidate) => candidate.commandId === commandId);
  if (item) await outboxStore.remove(item).then(outboxChanged);
  const { status, code, detail, fields, existing } = outcome.problem;
  throw new Problem(status, code, detail, fields, existing);
}

/** All that was captured here and is not in the lists yet, oldest first. */
export function useOutbox(): readonly Captured[] {
  const { items, sent } = useOutboxState();
  useIdentity();
  return useMemo(
    () => [
      ...sent.filter(({ commandId }) => !items.some((item) => item.commandId === commandId)).map((item) => ({ ...item, state: 'sent' as const })),
      ...items,
    ],
    [items, sent],
  );
}

export function useOutboxOf(recordId: string): readonly Captured[] {
  const all = useOutbox();
  return useMemo(() => all.filter((item) => item.recordId === recordId), [all, recordId]);
}

/** How many wait to be sent, and how many the server refused. */
export function useOutboxCounts(): { readonly waiting: number; readonly refused: number } {
  const items = useOutboxState((state) => state.items);
  const refused = items.filter(({ state }) => state === 'refused').length;
  return { waiting: items.length - refused, refused };
}
