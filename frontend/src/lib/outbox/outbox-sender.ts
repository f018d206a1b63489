import { focusManager } from '@tanstack/react-query';
import type { CommandInput, CommandName } from '#domain/commands.js';
import { type CommandResult, Offline, Problem, sendCommand, uploadFile } from '../server/api.js';
import { identity, isMine, useIdentity } from '../account/identity.js';
import { onBackOnline, isBrowserOffline } from '../server/network.js';
import {
  flushesWith,
  listenToOtherTabs,
  outboxChanged,
  reloadOutbox,
  sendByOneTab,
  settle,
  useOutboxState,
  watchAnswers,
} from './outbox.js';
import { longestPause, nextToSend, nextTry, type OutboxItem, waitBefore } from './outbox-item.js';
import { outboxStore } from './outbox-store.js';
import { positionNow } from '../server/position.js';
import { refusedBy } from '../server/problem.js';

/**
 * Items of the signed-in account and organization. Other accounts' items wait for their sign-in.
 */
const mine = async (): Promise<OutboxItem[]> => (await outboxStore.all()).filter(isMine);

/** Longest time between tries while something waits, whatever clock and browser say. */
const lookAtLeast = 60_000;

/** Records sent at once. A record gives up its slot after `PLACE_FOR_MS`, so that others go on. */
const MOST_AT_ONCE = 3;
const PLACE_FOR_MS = 4_000;
const places = new Set<string>();
const underWay = new Map<string, Promise<void>>();
const elsewhere = new Set<string>();
let running = false;
/** Stops this round: no network, nobody signed in, or a rate limit. */
let isStopped = false;
let wake: () => void = () => undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let triedAt = 0;
/** End of the member's rate limit, in milliseconds. */
let refusedUntil = 0;

/**
 * Sends whatever is due, in order within a record. `eager` skips pauses, as when the network is
 * back.
 */
export async function flush({ eager = false } = {}): Promise<void> {
  if (eager) await forgetWaits();
  triedAt = Date.now();
  isStopped = false;
  elsewhere.clear();
  if (running) return wake();
  running = true;
  clearTimeout(timer);
  try {
    await sendAll();
    lookLater();
  } catch {
    // the device cannot be read now: the next capture, focus or network change tries again
  } finally {
    running = false;
  }
}

/**
 * Schedules the next try. Without a network it comes once a minute, and when the network is back.
 */
function lookLater(): void {
  const at = nextTry(useOutboxState.getState().items);
  if (at === undefined || !identity().accountId) return;
  const look = (): void =>
    isBrowserOffline() && Math.abs(Date.now() - triedAt) < lookAtLeast ? lookLater() : void flush();
  const pause =
    (isBrowserOffline() ? triedAt + lookAtLeast : Math.max(at, refusedUntil)) - Date.now();
  timer = setTimeout(look, Math.min(lookAtLeast, Math.max(1_000, pause)));
}

/** A captured item stays hidden this long, because its request may start at any moment. */
const unseenAtMost = 30;
const beginnings = new Set<() => void>();

/** Flushes; resolves once a request has started, or nothing can be sent. */
function beginToFlush(): Promise<void> {
  return new Promise((resolve) => {
    beginnings.add(resolve);
    setTimeout(resolve, unseenAtMost);
    void flush().finally(resolve);
  });
}

function begun(): void {
  for (const tell of beginnings) tell();
  beginnings.clear();
}

async function forgetWaits(): Promise<void> {
  try {
    const pausing = (await mine()).filter(
      ({ notBefore, state }) => notBefore > 0 && state === 'waiting',
    );
    for (const { commandId } of pausing)
      await outboxStore.change(commandId, (item) => ({ ...item, notBefore: 0 }));
  } catch {
    // see flush
  }
}

const isRefusedNow = (): boolean =>
  refusedUntil > Date.now() && refusedUntil <= Date.now() + longestPause;

async function sendAll(): Promise<void> {
  for (;;) {
    const woken = new Promise<void>((resolve) => (wake = resolve));
    const mayBegin = !isStopped && !isRefusedNow() && places.size < MOST_AT_ONCE;
    const next = mayBegin
      ? nextToSend(
          await mine(),
          Date.now(),
          (recordId) => !underWay.has(recordId) && !elsewhere.has(recordId),
        )
      : undefined;
    if (next) underWay.set(next.recordId, sendRecord(next.recordId));
    else if (underWay.size === 0) return;
    else {
      // a record that becomes due does not wait for a hanging one
      lookLater();
      await Promise.race([...underWay.values(), woken]);
    }
  }
}

/** Sends a record's items one after the other. Never rejects. */
async function sendRecord(recordId: string): Promise<void> {
  const next = async (): Promise<OutboxItem | undefined> =>
    nextToSend(await mine(), Date.now(), (other) => other === recordId);
  places.add(recordId);
  const leavePlace = setTimeout(() => {
    places.delete(recordId);
    wake();
  }, PLACE_FOR_MS);
  try {
    const isOurs = await sendByOneTab(recordId, async () => {
      for (let item = await next(); item && !isStopped; item = await next())
        if (!(await sendOne(item))) isStopped = true;
    });
    if (!isOurs) elsewhere.add(recordId);
  } catch {
    // see flush
    isStopped = true;
  } finally {
    clearTimeout(leavePlace);
    places.delete(recordId);
    underWay.delete(recordId);
  }
}

/**
 * Sends an item.
 * @returns whether to go on with others: false without a network or a session
 */
async function sendOne(waiting: OutboxItem): Promise<boolean> {
  let item: OutboxItem = { ...waiting, state: 'sending' };
  try {
    // send at once, without waiting for the mark
    const delivered = Promise.all([mark({ state: 'sending' }).then(outboxChanged), deliver()]);
    begun();
    const [, result] = await delivered;
    await outboxStore.taken({
      ...item,
      revision: result.revision,
      position: positionNow(result.position),
      sentAt: Date.now(),
    });
    settle(item, { state: 'sent', result });
    await outboxChanged();
    return true;
  } catch (error) {
    return failed(item, error);
  }

  function mark(change: Partial<OutboxItem>): Promise<void> {
    return outboxStore.change(item.commandId, (stored) => ({ ...stored, ...change }));
  }

  async function deliver(): Promise<CommandResult> {
    const author = { account: item.accountId, organization: item.organizationId };
    for (const file of item.files.filter(({ uploaded }) => !uploaded)) {
      const blob = await outboxStore.blob(file.fileId);
      if (blob) await uploadFile(file.fileId, blob, { ...author, name: file.name || undefined });
      item = {
        ...item,
        files: item.files.map((other) =>
          other.fileId === file.fileId ? { ...other, uploaded: true } : other,
        ),
      };
      await mark({ files: item.files });
    }
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
 * Returns the current revision of a record whose edited fields are unchanged, or already have the
 * edit's values. Undefined means a conflict.
 * @throws Problem, Offline
 */
type Rebase = (item: OutboxItem) => Promise<number | undefined>;
let rebase: Rebase = async () => undefined;
/** Registers the comparison of a stale edit, so that the sender knows no record. */
export function rebasesWith(compare: Rebase): void {
  rebase = compare;
}

/** Rate limits below this are waited out silently. */
const SHORT_LIMIT_MS = 60_000;

async function failed(item: OutboxItem, error: unknown): Promise<boolean> {
  if (error instanceof Problem && !error.retryable && error.status !== 401) {
    const problem = refusedBy(error);
    await outboxStore.change(item.commandId, (stored) => ({
      ...stored,
      state: 'refused',
      problem,
    }));
    await outboxChanged();
    settle(item, { state: 'refused', problem });
    return true;
  }
  const asked =
    error instanceof Problem && error.retryAfter
      ? error.retryAfter * 1_000
      : waitBefore(item.tries, Math.random());
  const pause = Math.min(longestPause, asked);
  const isTooMuch = error instanceof Problem && error.status === 429;
  if (isTooMuch) refusedUntil = Date.now() + pause;
  const limit = isTooMuch && asked > SHORT_LIMIT_MS ? refusedBy(error) : undefined;
  await outboxStore.change(item.commandId, (stored) => ({
    ...stored,
    state: 'waiting',
    problem: limit,
    tries: item.tries + 1,
    notBefore: Date.now() + pause,
  }));
  await outboxChanged();
  settle(item, {
    state: 'waiting',
    because: error instanceof Offline ? error.reason : 'server',
    ...(limit && { limit }),
  });
  if (error instanceof Offline) return error.reason === 'no answer';
  return error instanceof Problem && error.status !== 401 && !isTooMuch;
}

/** Starts sending: at once, on focus, when network or session is back, and after each capture. */
export function startOutbox(): () => void {
  flushesWith(beginToFlush);
  const eagerly = (): void => void flush({ eager: true });
  const stops = [
    listenToOtherTabs(),
    watchAnswers(),
    onBackOnline(eagerly),
    useIdentity.subscribe(() => void reloadOutbox().then(eagerly)),
    // another tab has sent something: its records may be free now
    useOutboxState.subscribe(() => {
      if (elsewhere.size > 0) void flush();
    }),
    focusManager.subscribe((isShown) => {
      if (isShown) eagerly();
    }),
  ];
  void reloadOutbox().then(eagerly);
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
