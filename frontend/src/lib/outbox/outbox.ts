import type { Query } from '@tanstack/react-query';
import { useMemo } from 'react';
import { create } from 'zustand';
import type { CommandInput, CommandName } from '#domain/commands.js';
import { type CommandResult, sendCommand, type SendOptions, uploadFile } from '../server/api.js';
import { forgetLead, records } from '../records/device-cache.js';
import { type Identity, identity, isMine, hasScopeOf, scopeOf } from '../account/identity.js';
import { useNetwork } from '../server/network.js';
import {
  type OutboxItem,
  queuedItem,
  type StoredRefusal,
  type SentItem,
  type WaitingFile,
} from './outbox-item.js';
import { outboxStore } from './outbox-store.js';
import { positionNow, usePosition, viewsOf, updateOwnWritePosition } from '../server/position.js';
import {
  type NoAnswer,
  Offline,
  Problem,
  problemOf,
  refusalOf,
  StorageFull,
  UploadFailed,
} from '../server/problem.js';
import { queryClient } from '../query-client.js';
import { EXPIRY_MS } from '../records/device-rows.js';
import type { ListData } from '../records/list-data.js';
import { type Kind, refTo, type Version } from '../records/record.js';
import { runInOneTab } from '../../browser/tab-locks.js';

/** Reason why a capture waits: no answer, a busy server, or a request under way. */
export type WaitingReason = NoAnswer | 'server' | 'under way';

/** Known state of a capture. */
export type Outcome =
  | { readonly state: 'sent'; readonly result: CommandResult }
  /** Stored on this device, and sent automatically; `limit` is a rate limit that delays it. */
  | { readonly state: 'waiting'; readonly reason: WaitingReason; readonly limit?: StoredRefusal }
  | { readonly state: 'refused'; readonly problem: StoredRefusal };

export type Delivered = Exclude<Outcome, { state: 'refused' }>;

/** Command as screens show it, until the lists include it. */
export type QueuedCommand =
  OutboxItem | (Omit<OutboxItem, 'state'> & { readonly state: 'sent'; readonly revision: number });

interface Outbox {
  readonly items: readonly OutboxItem[];
  readonly sent: readonly SentItem[];
  /** Account and organization of the items; undefined until the device could be read. */
  readonly scope?: string | undefined;
}
export const useOutboxState = create<Outbox>(() => ({ items: [], sent: [] }));

/** Time after which missing documents of a sent command are refetched. */
const REFETCH_AFTER_MS = 8_000;
/**
 * Time that a form waits for the answer before it closes. No wait while the server is unreachable.
 */
const FORM_WAIT_MS = 800;
/** Latest instant (`performance.now()`) at which a form that is submitted now closes. */
export const formCloseTime = (): number => performance.now() + FORM_WAIT_MS;

type Settled = { readonly commandId: string; readonly outcome: Outcome };
type Message = { readonly settled?: Settled };
const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('fieldtrace-outbox');
let refetchTimer: ReturnType<typeof setTimeout> | undefined;
const outcomeListeners = new Map<string, (outcome: Outcome) => void>();

/** Numbers of the last reload that began, and of the last one that is shown. */
let [lastReload, shownReload] = [0, 0];

/** Rereads the items of the signed-in account and organization from the device. */
export async function reloadOutbox(): Promise<void> {
  const reload = ++lastReload;
  try {
    const [items, sent] = await Promise.all([outboxStore.readAll(), outboxStore.readAllSent()]);
    // a slow device may answer an earlier reload later
    if (reload < shownReload) return;
    shownReload = reload;
    useOutboxState.setState({
      items: items.filter(isMine),
      sent: sent.filter(isMine),
      scope: scopeOf(identity()),
    });
  } catch {
    // keeps the items of this account that were read earlier
    if (useOutboxState.getState().scope !== scopeOf(identity()))
      useOutboxState.setState({ items: [], sent: [], scope: undefined });
  }
  forgetRecordedItems();
  clearTimeout(refetchTimer);
  if (useOutboxState.getState().sent.length > 0)
    refetchTimer = setTimeout(refetchRecordsOfSent, REFETCH_AFTER_MS);
}

/** Reloads the outbox in all tabs after the store has changed. */
export async function reloadInAllTabs(): Promise<void> {
  await reloadOutbox();
  channel?.postMessage({} satisfies Message);
}

let resumeSoon: () => void = () => undefined;
/** Registers the socket's resume, so that the outbox does not depend on sockets. */
export function registerResume(resume: () => void): void {
  resumeSoon = resume;
}

/** Stores the position of this tab's write, and fetches its changes by resume or refetch. */
function showOwnChange({ position }: CommandResult): void {
  updateOwnWritePosition(position);
  resumeSoon();
}

const versionOf = ({ revision, position }: CommandResult): Version => ({
  revision,
  position: positionNow(position),
});

export function settleItem(item: OutboxItem, outcome: Outcome): void {
  settleInThisTab(item.commandId, outcome);
  channel?.postMessage({ settled: { commandId: item.commandId, outcome } } satisfies Message);
}

function settleInThisTab(commandId: string, outcome: Outcome): void {
  outcomeListeners.get(commandId)?.(outcome);
  outcomeListeners.delete(commandId);
  if (outcome.state !== 'sent') return;
  const { items, sent } = useOutboxState.getState();
  const item = [...items, ...sent].find((candidate) => candidate.commandId === commandId);
  showOwnChange(outcome.result);
  if (!item) return;
  if (deletingCommands.includes(item.name)) forgetLead(item.recordId, versionOf(outcome.result));
  // refresh the stored record too, although its page is closed
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey.includes(item.recordId),
    refetchType: 'inactive',
  });
  for (const listener of sentListeners) listener(item);
}

const sentListeners = new Set<(item: OutboxItem) => void>();
/** Calls the listener for each sent item, whose stored record is outdated now. */
export const onSent = (listener: (item: OutboxItem) => void): void =>
  void sentListeners.add(listener);

/** Commands that delete their lead. It leaves every list while they wait. */
const deletingCommands: readonly CommandName[] = ['DeleteLead'];
useOutboxState.subscribe(({ items }) =>
  records.hide(
    items
      .filter(({ name, state }) => deletingCommands.includes(name) && state !== 'refused')
      .map(({ recordId }) => recordId),
  ),
);

/** Whether a query is a list of the item's record that was read before the command. */
const isOutdatedList =
  ({ recordId, revision, position = '' }: SentItem) =>
  ({ queryKey, state }: Query): boolean => {
    const list = state.data as ListData | undefined;
    if (!queryKey.includes(recordId) || !list?.refs) return false;
    return (
      (list.position ?? '') < position &&
      !list.refs.some((ref) => (records.version(ref)?.revision ?? -1) >= revision)
    );
  };

/** Kind of the created records, by the list that `creates` names. */
const createdKinds: Readonly<Record<string, Kind>> = {
  leads: 'lead',
  bills: 'bill',
  quotations: 'quotation',
};

/** Whether all stored documents of the item's record include its command. */
function isInRecords(item: SentItem): boolean {
  const { recordId, creates, name, revision, sentAt } = item;
  if (deletingCommands.includes(name) || Date.now() - sentAt > EXPIRY_MS) return true;
  // the server was restored from a backup since then and may have lost the command
  const { views } = usePosition.getState();
  if (views !== undefined && (viewsOf(item.position) ?? views) < views) return true;
  const { revision: detailRevision = revision } =
    records.storedVersion(refTo('lead-detail', recordId)) ?? {};
  if (detailRevision < revision) return false;
  if (queryClient.getQueryCache().getAll().some(isOutdatedList(item))) return false;
  const createdKind = typeof creates === 'string' ? createdKinds[creates] : undefined;
  return (
    createdKind === undefined ||
    (records.version(refTo(createdKind, recordId))?.revision ?? -1) >= revision
  );
}

/** Forgets sent items that the records include. */
function forgetRecordedItems(): void {
  const recorded = useOutboxState.getState().sent.filter(isInRecords);
  if (recorded.length === 0) return;
  useOutboxState.setState(({ sent }) => ({
    sent: sent.filter((item) => !recorded.includes(item)),
  }));
  // a browser that stores nothing has nothing to forget
  void outboxStore.forget(recorded).catch(() => undefined);
}

function refetchRecordsOfSent(): void {
  forgetRecordedItems();
  for (const item of useOutboxState.getState().sent)
    void queryClient.invalidateQueries({ predicate: isOutdatedList(item) });
}

/** Forgets sent items as soon as records and lists include them. */
export function watchAnswers(): () => void {
  const unsubscribers = [
    records.subscribe(forgetRecordedItems),
    queryClient.getQueryCache().subscribe(({ type }) => {
      if (type === 'updated' || type === 'removed') forgetRecordedItems();
    }),
  ];
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
}

export function listenToOtherTabs(): () => void {
  const onMessage = ({ data }: MessageEvent<Message>): void => {
    if (data.settled) settleInThisTab(data.settled.commandId, data.settled.outcome);
    void reloadOutbox();
  };
  channel?.addEventListener('message', onMessage);
  return () => channel?.removeEventListener('message', onMessage);
}

let flushNow: () => Promise<void> = async () => undefined;
/** Registers the sender, so that capturing does not depend on it. */
export function registerFlush(flush: () => Promise<void>): void {
  flushNow = flush;
}

/** Known reason why the server is unreachable; undefined if it is reachable. */
function findKnownFailure(): NoAnswer | undefined {
  const { online, isBrowserOffline } = useNetwork.getState();
  if (isBrowserOffline) return 'no network';
  return online ? undefined : 'unreachable';
}

/** Rate limit that an earlier capture waits for; later captures wait too. */
const findPendingLimit = (): StoredRefusal | undefined =>
  useOutboxState.getState().items.find(({ state, problem }) => state === 'waiting' && problem)
    ?.problem;

/** Outcome of a capture, or `waiting` after the form's wait. */
export function awaitOutcome(commandId: string, leaveAt = formCloseTime()): Promise<Outcome> {
  return new Promise((resolve) => {
    outcomeListeners.set(commandId, resolve);
    const failure = findKnownFailure();
    const leave = (): void => {
      outcomeListeners.delete(commandId);
      const limit = failure ? undefined : findPendingLimit();
      resolve({
        state: 'waiting',
        reason: failure ?? (limit ? 'server' : 'under way'),
        ...(limit && { limit }),
      });
    };
    setTimeout(leave, failure ? 0 : leaveAt - performance.now());
  });
}

/** File of a capture, under the id that the command names. */
export interface FileToSend {
  readonly fileId: string;
  readonly blob: Blob;
  readonly name?: string;
  readonly uploaded?: boolean;
}
export const waitingFileOf = ({
  fileId,
  blob,
  name = '',
  uploaded = false,
}: FileToSend): WaitingFile => ({
  fileId,
  name,
  type: blob.type,
  uploaded,
});

export interface QueueOptions {
  readonly recordId: string;
  /** Name of the record; empty if the title needs none. */
  readonly recordName: string;
  readonly files?: readonly FileToSend[];
  /** Set if the command creates its record. A string names the list that will show it: `leads`. */
  readonly creates?: true | string;
  /** Command id, made once per button press. */
  readonly id: string;
  /** For an edit: the revision and field values that the person saw. */
  readonly base?: OutboxItem['base'] | undefined;
  /** Called once the command is stored, or was sent because it could not be stored. */
  readonly onSafe?: () => void;
  /** Draft that this command replaces in one transaction, so that a closed tab loses neither. */
  readonly draftKey?: string;
  /**
   * Stores the draft again before a refusal returns to the form. Resolves to false where the device
   * could not: the outbox keeps the command then.
   */
  readonly restoreDraft?: () => Promise<boolean>;
  /** Latest time at which the form closes, counted from the press and including all its waits. */
  readonly leaveAt?: number;
  /** Set if the request started before the record's other items were captured. */
  readonly isFirst?: boolean;
  /** Author, if not the signed-in account. */
  readonly author?: Identity;
}

/**
 * Whether a command was refused because the server lacks a file that was uploaded: it removes
 * files that no record uses for long, and a restored backup may lack them.
 */
const isFileMissing = (error: unknown): boolean =>
  error instanceof Problem &&
  error.code === 'unknown-reference' &&
  Object.keys(error.fields).some((field) => /fileids?$/i.test(field));

/**
 * Uploads files that are not uploaded yet, then sends the command that refers to them. If the
 * server lacks one of them, uploads all and sends once more.
 */
export async function sendWithFiles<File extends { readonly uploaded?: boolean | undefined }>(
  files: readonly File[],
  upload: (file: File) => Promise<void>,
  send: () => Promise<CommandResult>,
): Promise<CommandResult> {
  for (const file of files) if (!file.uploaded) await upload(file);
  try {
    return await send();
  } catch (error) {
    if (files.length === 0 || !isFileMissing(error)) throw error;
    for (const file of files) await upload(file);
    return send();
  }
}

/**
 * Uploads the files, then sends the command.
 * @throws Problem, Offline
 */
export async function sendOnline<Name extends CommandName>(
  name: Name,
  data: CommandInput<Name>,
  { files = [], ...options }: SendOptions & Pick<QueueOptions, 'files'>,
): Promise<Delivered> {
  const result = await sendWithFiles(
    files,
    (file) => uploadWithCommand(file, options),
    () => sendCommand(name, data, options),
  );
  showOwnChange(result);
  if ((deletingCommands.includes(name) || name === 'ErasePersonalData') && 'leadId' in data)
    forgetLead(String(data.leadId), versionOf(result));
  if (name === 'ErasePersonalData' && 'leadId' in data)
    records.remove('customer', String(data.leadId), { position: positionNow(result.position) });
  return { state: 'sent', result };
}

async function uploadWithCommand(
  { fileId, blob, name }: FileToSend,
  { account, organization }: SendOptions,
): Promise<void> {
  try {
    await uploadFile(fileId, blob, { account, organization, name });
  } catch (error) {
    throw error instanceof Problem && error.retryable
      ? new UploadFailed({ isPhoto: blob.type.startsWith('image/') }, error)
      : error;
  }
}

/**
 * Sends a command that the device cannot store. Lasts as long as the page.
 * @throws StorageFull
 */
async function sendWithoutStoring(
  item: Omit<OutboxItem, 'sequence'>,
  files: readonly FileToSend[],
): Promise<Outcome> {
  try {
    return await sendOnline(item.name, item.data as CommandInput<CommandName>, {
      files,
      id: item.commandId,
      capturedAt: item.capturedAt,
      account: item.accountId,
      organization: item.organizationId,
      ...(item.base && { revision: item.base.revision }),
    });
  } catch (error) {
    if (!(error instanceof Problem) || error.retryable) throw new StorageFull();
    return { state: 'refused', problem: refusalOf(error) };
  }
}

/**
 * Stores a command on this device and sends it as soon as possible.
 * @throws StorageFull if it can be neither stored nor sent
 */
export async function enqueue<Name extends CommandName>(
  name: Name,
  data: CommandInput<Name>,
  {
    recordId,
    recordName,
    files = [],
    creates,
    id,
    draftKey,
    base,
    onSafe,
    leaveAt = formCloseTime(),
    isFirst = false,
    author = identity(),
  }: QueueOptions,
): Promise<{ readonly isStored: boolean; readonly settled: Promise<Outcome> }> {
  const { accountId, organizationId } = author;
  if (!accountId || !organizationId)
    throw new Error('Nothing can be captured without an organization');
  const captured: Omit<OutboxItem, 'sequence'> = {
    commandId: id,
    name,
    data: { ...data },
    recordId,
    recordName,
    files: files.map(waitingFileOf),
    capturedAt: new Date().toISOString(),
    accountId,
    organizationId,
    state: 'waiting',
    creates,
    ...(base && { base }),
    tries: 0,
    notBefore: 0,
  };
  const isByAuthor = hasScopeOf(author);
  try {
    const capture = (waiting: readonly OutboxItem[], sent: readonly SentItem[]): OutboxItem =>
      queuedItem(captured, waiting.filter(isByAuthor), {
        sent: sent.filter(isByAuthor),
        now: Date.now(),
        isFirst,
      });
    await outboxStore.add(
      capture,
      new Map(files.map(({ fileId, blob }) => [fileId, blob])),
      draftKey,
    );
  } catch {
    const outcome = await sendWithoutStoring(captured, files);
    if (outcome.state === 'sent') onSafe?.();
    return { isStored: false, settled: Promise.resolve(outcome) };
  }
  onSafe?.();
  const settled = awaitOutcome(id, leaveAt);
  // start the request before a long timeline is drawn
  await flushNow();
  await reloadInAllTabs();
  void navigator.storage?.persist?.();
  return { isStored: true, settled };
}

/**
 * Stores a command first, then waits for the answer. A refused command returns to its form.
 * @throws Problem, StorageFull
 */
export async function enqueueAndWait<Name extends CommandName>(
  name: Name,
  data: CommandInput<Name>,
  options: QueueOptions,
): Promise<Delivered> {
  const { settled, isStored } = await enqueue(name, data, options);
  const outcome = await settled;
  if (outcome.state !== 'refused') return outcome;
  const isRestored = (await options.restoreDraft?.()) ?? true;
  if (isStored && isRestored)
    await outboxStore
      .rewrite((items) => items.filter(({ commandId }) => commandId !== options.id))
      // a command that the device cannot delete stays in the outbox as refused
      .catch(() => undefined)
      .then(reloadInAllTabs);
  throw problemOf(outcome.problem);
}

/**
 * Sends a command at once, and queues it if no answer comes in time. Commands with files, or behind
 * waiting items of their record, are queued first.
 * @throws Problem, StorageFull
 */
export async function sendOrQueue<Name extends CommandName>(
  name: Name,
  data: CommandInput<Name>,
  {
    revision,
    seen = {},
    ...options
  }: QueueOptions &
    Pick<SendOptions, 'revision'> & {
      readonly seen?: Readonly<Record<string, unknown>> | undefined;
    },
): Promise<Delivered> {
  const { recordId, files = [], id, leaveAt = formCloseTime(), author = identity() } = options;
  const queued = {
    ...options,
    leaveAt,
    author,
    base: revision === undefined ? undefined : { revision, values: seen },
  };
  if (findKnownFailure() || files.some(({ uploaded }) => !uploaded))
    return enqueueAndWait(name, data, queued);
  let delivered: Delivered | undefined;
  // no tab and no other form may overtake a command of the same record
  await sendInOneTab(recordId, async () => {
    if (!(await hasWaiting(recordId, author))) delivered = await sendNow();
  });
  if (useOutboxState.getState().items.some((item) => item.recordId === recordId)) void flushNow();
  return delivered ?? enqueueAndWait(name, data, queued);

  async function sendNow(): Promise<Delivered> {
    // a second send under the same id has no second effect
    const closing = new AbortController();
    const closeTimer = setTimeout(() => closing.abort(), leaveAt - performance.now());
    try {
      const { accountId: account, organizationId: organization } = author;
      return await sendOnline(name, data, {
        id,
        account,
        organization,
        revision,
        signal: closing.signal,
      });
    } catch (error) {
      if (!(error instanceof Offline) && !closing.signal.aborted) throw error;
      return enqueueAndWait(name, data, { ...queued, leaveAt: 0, isFirst: true });
    } finally {
      clearTimeout(closeTimer);
    }
  }
}

/** Whether an item of the record waits, captured in any tab. */
async function hasWaiting(recordId: string, author: Identity): Promise<boolean> {
  const items = await outboxStore.readAll().catch(() => []);
  return items
    .filter(hasScopeOf(author))
    .some((item) => item.recordId === recordId && item.state !== 'refused');
}

/**
 * Sends for a record in one tab at a time. Without browser locks two tabs may repeat a command,
 * which has one effect.
 */
export const sendInOneTab = (recordId: string, send: () => Promise<void>): Promise<boolean> =>
  runInOneTab(`fieldtrace-outbox|${recordId}`, send);

/** Captured commands that the lists do not include yet, oldest first. */
export function useOutbox(): readonly QueuedCommand[] {
  const { items, sent } = useOutboxState();
  return useMemo(
    () => [
      ...sent
        .filter(({ commandId }) => !items.some((item) => item.commandId === commandId))
        .map((item) => ({ ...item, state: 'sent' as const })),
      ...items,
    ],
    [items, sent],
  );
}

export function useOutboxOf(recordId: string): readonly QueuedCommand[] {
  const queued = useOutbox();
  return useMemo(() => queued.filter((item) => item.recordId === recordId), [queued, recordId]);
}

/** Numbers of waiting and refused items. */
export function useOutboxCounts(): { readonly waiting: number; readonly refused: number } {
  const items = useOutboxState((state) => state.items);
  const refused = items.filter(({ state }) => state === 'refused').length;
  return { waiting: items.length - refused, refused };
}
