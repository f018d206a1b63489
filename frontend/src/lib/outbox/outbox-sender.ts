import { focusManager } from '@tanstack/react-query';
import type { CommandInput, CommandName } from '#domain/commands.js';
import { type CommandResult, Offline, Problem, sendCommand, uploadFile } from '../server/api.js';
import { identity, isMine, useIdentity } from '../account/identity.js';
import { onDeviceAnswer } from '../database.js';
import { onBackOnline, isBrowserOffline } from '../server/network.js';
import {
  registerFlush,
  listenToOtherTabs,
  reloadInAllTabs,
  reloadOutbox,
  sendInOneTab,
  sendWithFiles,
  settleItem,
  useOutboxState,
  type WaitingReason,
  watchAnswers,
} from './outbox.js';
import {
  MAX_PAUSE_MS,
  nextToSend,
  nextTryAt,
  type OutboxItem,
  retryDelayMs,
  type WaitingFile,
} from './outbox-item.js';
import { outboxStore } from './outbox-store.js';
import { positionNow } from '../server/position.js';
import { refusalOf } from '../server/problem.js';

/**
 * Items of the signed-in account and organization. Other accounts' items wait for their sign-in.
 */
const readOwnItems = async (): Promise<OutboxItem[]> =>
  (await outboxStore.readAll()).filter(isMine);

/** Longest time between tries while something waits, even if clock or network status are wrong. */
const MAX_TRY_INTERVAL_MS = 60_000;
/** Shortest time until a scheduled try. */
const MIN_TRY_INTERVAL_MS = 1_000;

/**
 * Most records sent at the same time. A record loses its slot after `SLOT_HOLD_MS`, so that others
 * go on.
 */
const MAX_SLOTS = 3;
const SLOT_HOLD_MS = 4_000;
const slotHolders = new Set<string>();
const sendingRecords = new Map<string, Promise<void>>();
const recordsOfOtherTabs = new Set<string>();
let isRunning = false;
/** Stops this round: no network, nobody signed in, or a rate limit. */
let isStopped = false;
/** Ends the wait of the running round, which then looks for further items. */
let endWait: () => void = () => undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let triedAt = 0;
/** End of the member's rate limit, in milliseconds. */
let rateLimitedUntil = 0;

/**
 * Sends whatever is due, in order within a record. `eager` skips pauses, as when the network is
 * back.
 */
export async function flush({ eager = false } = {}): Promise<void> {
  if (eager) await clearPauses();
  triedAt = Date.now();
  isStopped = false;
  recordsOfOtherTabs.clear();
  if (isRunning) return endWait();
  isRunning = true;
  clearTimeout(timer);
  try {
    if (outboxStore.hasUnstored())
      await outboxStore.storeUnstored().then(reloadInAllTabs, () => undefined);
    await sendAll();
    scheduleNextTry();
  } catch {
    // the device cannot be read now: the next capture, focus or network change tries again
  } finally {
    isRunning = false;
  }
}

/**
 * Schedules the next try. Without a network it comes once a minute, and when the network is back.
 * Changes that the device could not store are tried again once a minute.
 */
function scheduleNextTry(): void {
  const storeAt = outboxStore.hasUnstored() ? triedAt + MAX_TRY_INTERVAL_MS : undefined;
  const nextAt = nextTryAt(useOutboxState.getState().items) ?? storeAt;
  if (nextAt === undefined || !identity().accountId) return;
  const tryAgain = (): void =>
    isBrowserOffline() && Math.abs(Date.now() - triedAt) < MAX_TRY_INTERVAL_MS
      ? scheduleNextTry()
      : void flush();
  const dueAt = isBrowserOffline()
    ? triedAt + MAX_TRY_INTERVAL_MS
    : Math.max(nextAt, rateLimitedUntil);
  const pauseMs = Math.max(MIN_TRY_INTERVAL_MS, dueAt - Date.now());
  timer = setTimeout(tryAgain, Math.min(MAX_TRY_INTERVAL_MS, pauseMs));
}

/** A captured item stays hidden this long, because its request may start at any moment. */
const START_WAIT_MS = 30;
const requestListeners = new Set<() => void>();

/** Flushes; resolves once a request has started, or nothing can be sent. */
function flushUntilRequest(): Promise<void> {
  return new Promise((resolve) => {
    requestListeners.add(resolve);
    setTimeout(resolve, START_WAIT_MS);
    void flush().finally(resolve);
  });
}

function notifyRequestStarted(): void {
  for (const listener of requestListeners) listener();
  requestListeners.clear();
}

async function clearPauses(): Promise<void> {
  try {
    const pausing = (await readOwnItems()).filter(
      ({ notBefore, state }) => notBefore > 0 && state === 'waiting',
    );
    for (const { commandId } of pausing) await outboxStore.change(commandId, { notBefore: 0 });
  } catch {
    // the device cannot be read now, as in `flush`
  }
}

const isRateLimited = (): boolean =>
  rateLimitedUntil > Date.now() && rateLimitedUntil <= Date.now() + MAX_PAUSE_MS;

async function sendAll(): Promise<void> {
  for (;;) {
    const waitEnd = new Promise<void>((resolve) => (endWait = resolve));
    const canStart = !isStopped && !isRateLimited() && slotHolders.size < MAX_SLOTS;
    const next = canStart
      ? nextToSend(
          await readOwnItems(),
          Date.now(),
          (recordId) => !sendingRecords.has(recordId) && !recordsOfOtherTabs.has(recordId),
        )
      : undefined;
    if (next) sendingRecords.set(next.recordId, sendRecord(next.recordId));
    else if (sendingRecords.size === 0) return;
    else {
      // a record that becomes due does not wait for a hanging one
      scheduleNextTry();
      await Promise.race([...sendingRecords.values(), waitEnd]);
    }
  }
}

/** Sends a record's items one after the other. Never rejects. */
async function sendRecord(recordId: string): Promise<void> {
  const findNextItem = async (): Promise<OutboxItem | undefined> =>
    nextToSend(await readOwnItems(), Date.now(), (other) => other === recordId);
  slotHolders.add(recordId);
  const slotTimer = setTimeout(() => {
    slotHolders.delete(recordId);
    endWait();
  }, SLOT_HOLD_MS);
  try {
    const wasSentHere = await sendInOneTab(recordId, async () => {
      for (let item = await findNextItem(); item && !isStopped; item = await findNextItem())
        if (!(await sendOne(item))) isStopped = true;
    });
    if (!wasSentHere) recordsOfOtherTabs.add(recordId);
  } catch {
    // the device cannot be read now, as in `flush`
    isStopped = true;
  } finally {
    clearTimeout(slotTimer);
    slotHolders.delete(recordId);
    sendingRecords.delete(recordId);
  }
}

/**
 * Sends an item.
 * @returns whether to go on with others: false without a network or a session
 */
async function sendOne(waitingItem: OutboxItem): Promise<boolean> {
  let item: OutboxItem = { ...waitingItem, state: 'sending' };
  const author = { account: item.accountId, organization: item.organizationId };
  try {
    // send at once, without waiting until the state is stored
    const delivered = Promise.all([
      updateItem({ state: 'sending' }).then(reloadInAllTabs),
      sendWithFiles(waitingItem.files, upload, sendRebased),
    ]);
    notifyRequestStarted();
    const [, result] = await delivered;
    await outboxStore.markSent({
      ...item,
      revision: result.revision,
      position: positionNow(result.position),
      sentAt: Date.now(),
    });
    settleItem(item, { state: 'sent', result });
    await reloadInAllTabs();
    return true;
  } catch (error) {
    return handleFailure(item, error);
  }

  /** Stores progress, or keeps it in memory on a full device, which sends nevertheless. */
  function updateItem(change: Partial<OutboxItem>): Promise<void> {
    return outboxStore.change(item.commandId, change);
  }

  async function upload({ fileId, name }: WaitingFile): Promise<void> {
    const blob = await outboxStore.readBlob(fileId);
    if (blob) await uploadFile(fileId, blob, { ...author, name: name || undefined });
    item = {
      ...item,
      files: item.files.map((file) =>
        file.fileId === fileId ? { ...file, uploaded: true } : file,
      ),
    };
    await updateItem({ files: item.files });
  }

  async function sendRebased(): Promise<CommandResult> {
    // The upload took a while: another account may have signed in, which must not send this.
    const checkAuthor = (): void => {
      if (!isMine(item)) throw new Offline('no answer');
    };
    const send = async (revision: number | undefined): Promise<CommandResult> => {
      checkAuthor();
      return sendCommand(item.name, item.data as CommandInput<CommandName>, {
        id: item.commandId,
        capturedAt: item.capturedAt,
        ...author,
        ...(revision !== undefined && { revision }),
      });
    };
    try {
      return await send(item.base?.revision);
    } catch (error) {
      if (!item.base || !(error instanceof Problem) || error.status !== 412) throw error;
      checkAuthor();
      const revision = await rebase(item);
      if (revision === undefined) throw error;
      item = { ...item, base: { ...item.base, revision } };
      return send(revision);
    }
  }
}

/**
 * Comparison of a refused edit with the current record. Resolves to the record's revision if the
 * edited fields are unchanged or already have the edit's values, and to undefined for a conflict.
 * @throws Problem, Offline
 */
type Rebase = (item: OutboxItem) => Promise<number | undefined>;
let rebase: Rebase = async () => undefined;
/** Registers the comparison of a stale edit, so that the sender knows no record. */
export function registerRebase(compare: Rebase): void {
  rebase = compare;
}

/** Rate limits below this are waited out silently. */
const SHORT_LIMIT_MS = 60_000;

/**
 * Stores that an item was refused, or when to send it again.
 * @returns whether to go on with others, as `sendOne`
 */
async function handleFailure(item: OutboxItem, error: unknown): Promise<boolean> {
  const isRefused = error instanceof Problem && !error.retryable && error.status !== 401;
  if (isRefused) {
    const problem = refusalOf(error);
    await outboxStore.change(item.commandId, { state: 'refused', problem });
    await reloadInAllTabs();
    settleItem(item, { state: 'refused', problem });
    return true;
  }
  const isRateLimit = error instanceof Problem && error.status === 429;
  // An overloaded server sends many clients the same pause; jitter spreads them. A rate limit
  // concerns one sender.
  const jitter = isRateLimit ? 0 : Math.random();
  const requestedPauseMs =
    error instanceof Problem && error.retryAfter
      ? (error.retryAfter + jitter) * 1_000
      : retryDelayMs(item.tries, Math.random());
  const pauseMs = Math.min(MAX_PAUSE_MS, requestedPauseMs);
  if (isRateLimit) rateLimitedUntil = Date.now() + pauseMs;
  const limit = isRateLimit && requestedPauseMs > SHORT_LIMIT_MS ? refusalOf(error) : undefined;
  await outboxStore.change(item.commandId, {
    state: 'waiting',
    problem: limit,
    tries: item.tries + 1,
    notBefore: Date.now() + pauseMs,
  });
  await reloadInAllTabs();
  settleItem(item, {
    state: 'waiting',
    reason: reasonOf(error),
    ...(limit && { limit }),
  });
  if (error instanceof Offline) return error.reason === 'no answer';
  if (error instanceof Problem) return error.status !== 401 && !isRateLimit;
  // the device could not read a file: other items may have none
  return true;
}

/** Reason why an item waits. An item whose file the device cannot read is tried again. */
function reasonOf(error: unknown): WaitingReason {
  if (error instanceof Offline) return error.reason;
  return error instanceof Problem ? 'server' : 'under way';
}

/** Starts sending: at once, on focus, when network or session is back, and after each capture. */
export function startOutbox(): () => void {
  registerFlush(flushUntilRequest);
  const flushEagerly = (): void => void flush({ eager: true });
  const unsubscribers = [
    listenToOtherTabs(),
    watchAnswers(),
    onBackOnline(flushEagerly),
    onDeviceAnswer(flushEagerly),
    useIdentity.subscribe(() => void reloadOutbox().then(flushEagerly)),
    // another tab has sent something: its records may be free now
    useOutboxState.subscribe(() => {
      if (recordsOfOtherTabs.size > 0) void flush();
    }),
    focusManager.subscribe((isShown) => {
      if (isShown) flushEagerly();
    }),
  ];
  void reloadOutbox().then(flushEagerly);
  return () => {
    clearTimeout(timer);
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
}
