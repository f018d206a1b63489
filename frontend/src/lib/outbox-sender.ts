import { focusManager } from '@tanstack/react-query';
import type { CommandInput, CommandName } from '#domain/commands.js';
import { type CommandResult, Offline, Problem, sendCommand, uploadFile } from './api.js';
import { identity, isMine, useIdentity } from './identity.js';
import { onBackOnline, isBrowserOffline } from './network.js';
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
import { positionNow } from './position.js';
import { refusedBy } from './problem.js';

/**
 * Those of the signed-in account in this organization; the others stay until that one is signed in
 * again.
 */
const mine = async (): Promise<OutboxItem[]> => (await outboxStore.all()).filter(isMine);

/**
 * Whatever the clock or the browser says, it is looked for something to send this often while
 * something waits, in milliseconds.
 */
const lookAtLeast = 60_000;

/**
 * So many records are sent at once. One that is not done in time, in milliseconds, leaves its place
 * to another.
 */
const MOST_AT_ONCE = 3;
const PLACE_FOR_MS = 4_000;
const places = new Set<string>();
const underWay = new Map<string, Promise<void>>();
/** Records that another tab is sending. */
const elsewhere = new Set<string>();
let running = false;
/**
 * Nothing more is begun in this round: there is no network, nobody is signed in, or the server
 * takes no more now.
 */
let isStopped = false;
let wake: () => void = () => undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let triedAt = 0;
/** The server takes nothing more from this member before then, in milliseconds. */
let refusedUntil = 0;

/**
 * Sends whatever can be sent: in order within a record. `eager`: do not wait out what failed
 * before, the network is back.
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
    // nothing can be read from the device now: asked again with the next capture, focus or network
  } finally {
    running = false;
  }
}

/**
 * Tries again by itself when it is time; where the browser says that there is no network it is
 * asked once a minute, and at once when that is back.
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

/**
 * How long a capture is not shown because its request may leave any moment, in milliseconds:
 * another tab may be sending.
 */
const unseenAtMost = 30;
const beginnings = new Set<() => void>();

/** Resolves when the next request is on its way, or there is none to send now. */
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
      // a record that is due again meanwhile does not wait for one that hangs
      lookLater();
      await Promise.race([...underWay.values(), woken]);
    }
  }
}

/** Sends what waits of a record, one after the other. Never rejects. */
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
 * @returns whether it makes sense to go on with others: not without a network, or with nobody
 * signed in
 */
async function sendOne(waiting: OutboxItem): Promise<boolean> {
  let item: OutboxItem = { ...waiting, state: 'sending' };
  try {
    // the request does not wait until the item is marked
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
    // The files took a while: the browser may be somebody else's by now, who must not send it.
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
 * Current revision of a record whose edited fields are as the person saw them, or as they typed
 * them. Undefined where somebody else has changed them: the person chooses. @throws Problem,
 * Offline
 */
type Rebase = (item: OutboxItem) => Promise<number | undefined>;
let rebase: Rebase = async () => undefined;
/** Features register here how a stale edit is compared, so that sending needs to know no record. */
export function rebasesWith(compare: Rebase): void {
  rebase = compare;
}

/** A limit that is over sooner is no news: it is waited out, in milliseconds. */
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

/** Sends on opening, on focus, when the network or the session is back, and after each capture. */
export function startOutbox(): () => void {
  flushesWith(beginToFlush);
  const eagerly = (): void => void flush({ eager: true });
  const stops = [
    listenToOtherTabs(),
    watchAnswers(),
    onBackOnline(eagerly),
    useIdentity.subscribe(() => void reloadOutbox().then(eagerly)),
    // another tab has sent something: the record may be ours now
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
