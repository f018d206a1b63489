import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import grpc from '@grpc/grpc-js';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { refusal } from './appending.js';
import { type Faults, takeFault } from './faults.js';
import type { StoredEvent } from './records.js';
import type { Store } from './store.js';
import { eventMessage, identifierOf, nameOf } from './wire.js';

export type ReadCall = grpc.ServerWritableStream<ReadReq, ReadResp>;
/** Open subscriptions, which a spec can end or silence. */
export type OpenSubscriptions = Set<{ readonly call: ReadCall; muted: boolean }>;

export const read =
  (store: Store, faults: Faults, openSubscriptions: OpenSubscriptions) =>
  (call: ReadCall): void => {
    const options = call.request.getOptions()!;
    if (!hasEventAtPosition(store, options))
      return void call.emit('error', refusal(grpc.status.INVALID_ARGUMENT, {}, 'Invalid position'));
    void (
      options.hasSubscription()
        ? serveSubscription(store, faults, openSubscriptions, call)
        : serveRead(store, faults, call)
    ).catch(() => call.end());
  };

/** Whether there is an event at the position that a read names. */
function hasEventAtPosition(store: Store, options: ReadReq.Options): boolean {
  const requestedPosition = options.getAll()?.getPosition()?.getCommitPosition();
  if (requestedPosition === undefined) return true;
  const position = BigInt(requestedPosition);
  const index = store.indexOf(position, { past: false });
  return index < store.length && store.eventAtIndex(index).position === position;
}

export const isBackwards = (options: ReadReq.Options): boolean =>
  options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;

const isClosed = (call: ReadCall) => call.cancelled || call.destroyed || call.writableEnded;

async function send(call: ReadCall, message: ReadResp): Promise<void> {
  if (isClosed(call) || call.write(message)) return;
  const ended = new AbortController();
  const stopWaiting = () => ended.abort();
  call.once('cancelled', stopWaiting);
  call.once('close', stopWaiting);
  await once(call, 'drain', { signal: ended.signal }).catch(() => {});
  call.off('cancelled', stopWaiting);
  call.off('close', stopWaiting);
}

/** Sends the stored events of a read, and ends the call. */
async function serveRead(store: Store, faults: Faults, call: ReadCall): Promise<void> {
  if (takeFault(faults, 'hangReads')) return;
  const isCut = takeFault(faults, 'cutReads');
  if (isCut && faults.cutWith === 'no event') return void call.end();
  const options = call.request.getOptions()!;
  const passesFilter = filterOf(options);
  let remaining = BigInt(options.getCount());
  for (const event of eventsOfRead(store, options)) {
    if (event === 'no stream') {
      const streamNotFound = new streams.ReadResp.StreamNotFound();
      streamNotFound.setStreamIdentifier(
        options.getStream()!.getStreamIdentifier() ?? identifierOf(''),
      );
      const response = new streams.ReadResp();
      response.setStreamNotFound(streamNotFound);
      call.write(response);
      break;
    }
    if (remaining <= 0n || isClosed(call)) break;
    if (!passesFilter(event)) continue;
    remaining--;
    await send(call, eventMessage(event));
    if (isCut) return cut(call, faults.cutWith);
  }
  call.end();
}

function cut(call: ReadCall, ending: Faults['cutWith']): void {
  if (ending === 'no event') call.end();
  else if (ending !== 'silence')
    call.emit('error', refusal(grpc.status[ending], {}, 'the read is cut off'));
}

/**
 * Yields the events of a read, from its first position (inclusive) to the current end of the log.
 */
function* eventsOfRead(
  store: Store,
  options: ReadReq.Options,
): Generator<StoredEvent | 'no stream'> {
  if (options.hasAll()) {
    const end = store.length;
    const all = options.getAll()!;
    const position = BigInt(all.getPosition()?.getCommitPosition() ?? 0);
    const startIndex = all.hasEnd()
      ? end
      : all.hasStart()
        ? 0
        : store.indexOf(position, { past: false });
    // A backward read begins before its position.
    if (isBackwards(options))
      for (let index = startIndex - 1; index >= 0; index--) yield store.eventAtIndex(index);
    else for (let index = startIndex; index < end; index++) yield store.eventAtIndex(index);
    return;
  }
  const streamOptions = options.getStream()!;
  const events = store.findStream(nameOf(streamOptions.getStreamIdentifier()));
  if (!events) return yield 'no stream';
  const revision = streamOptions.hasStart()
    ? 0
    : streamOptions.hasEnd()
      ? events.length - 1
      : Math.max(0, Number(streamOptions.getRevision()) - events[0]!.revision);
  if (isBackwards(options))
    for (let index = Math.min(revision, events.length - 1); index >= 0; index--)
      yield events[index]!;
  else for (let index = revision; index < events.length; index++) yield events[index]!;
}

function filterOf(options: ReadReq.Options): (event: StoredEvent) => boolean {
  const filter = options.getFilter();
  if (!filter) return () => true;
  const expression = filter.getStreamIdentifier() ?? filter.getEventType()!;
  const subject = filter.hasStreamIdentifier()
    ? (event: StoredEvent) => event.stream
    : (event: StoredEvent) => event.type;
  const prefixes = expression.getPrefixList();
  const pattern = expression.getRegex() ? new RegExp(expression.getRegex()) : undefined;
  return (event) =>
    prefixes.some((prefix) => subject(event).startsWith(prefix)) ||
    pattern?.test(subject(event)) === true;
}

/**
 * Sends the events after a position, then new ones. Checkpoints are sent even if the filter passes
 * no event.
 */
async function serveSubscription(
  store: Store,
  faults: Faults,
  openSubscriptions: OpenSubscriptions,
  call: ReadCall,
): Promise<void> {
  if (takeFault(faults, 'hangSubscriptions')) return call.sendMetadata(new grpc.Metadata());
  const options = call.request.getOptions()!;
  const passesFilter = filterOf(options);
  const filter = options.getFilter();
  const checkpointEvery = filter
    ? (filter.getMax() || DEFAULT_CHECKPOINT_EVENTS) *
      Math.max(1, filter.getCheckpointintervalmultiplier())
    : Infinity;
  const subscription = { call, muted: false };
  openSubscriptions.add(subscription);
  const callClosed = new AbortController();
  const dropTimer =
    faults.dropAfterMs > 0 ? setTimeout(() => call.end(), faults.dropAfterMs) : undefined;
  for (const name of ['cancelled', 'close']) call.once(name, () => callClosed.abort());
  try {
    await send(call, confirmationMessage());
    let index = firstIndexOf(store, options);
    let isCaughtUp = false;
    let countSinceCheckpoint = 0;
    for (let earlierEvent: StoredEvent | undefined; !isClosed(call);) {
      const { notificationCount } = store.appended;
      for (
        ;
        index < countEvents(store, options) && !isClosed(call) && !subscription.muted;
        index++
      ) {
        const event = eventAt(store, options, index);
        if (passesFilter(event)) {
          if (!isCaughtUp) await send(call, eventMessage(event));
          else if (!(await sendLive(store, call, event, index))) return;
          if (faults.doubleDeliveries)
            for (const resentEvent of [event, earlierEvent ?? event])
              await send(call, eventMessage(resentEvent));
          earlierEvent = event;
        }
        if (++countSinceCheckpoint >= checkpointEvery) {
          countSinceCheckpoint = 0;
          await send(call, checkpointMessage(event));
          if (faults.slowSubscriptionsMs > 0) await wait(faults.slowSubscriptionsMs);
        }
      }
      if (!isCaughtUp && !subscription.muted) await send(call, caughtUpMessage());
      isCaughtUp = true;
      await store.appended.waitSince(notificationCount, callClosed.signal);
    }
  } finally {
    clearTimeout(dropTimer);
    openSubscriptions.delete(subscription);
  }
}

/** Events that a live reader may be behind, as in the server. */
const MAX_EVENTS_BEHIND = 32;
/** Events between two checkpoints unless the filter says otherwise, as in the server. */
const DEFAULT_CHECKPOINT_EVENTS = 32;

/**
 * Sends an event to a live reader. A reader that is too many events behind is dropped, as by
 * servers before version 24.
 */
async function sendLive(
  store: Store,
  call: ReadCall,
  event: StoredEvent,
  index: number,
): Promise<boolean> {
  if (isClosed(call) || call.write(eventMessage(event))) return true;
  const stopWaiting = new AbortController();
  const drainedOrGone = Promise.race(
    ['drain', 'cancelled', 'close'].map((name) => once(call, name, { signal: stopWaiting.signal })),
  ).then(() => stopWaiting.abort());
  drainedOrGone.catch(() => {});
  while (!stopWaiting.signal.aborted && !isClosed(call)) {
    const { notificationCount } = store.appended;
    if (store.length - index > MAX_EVENTS_BEHIND) {
      stopWaiting.abort();
      call.emit('error', refusal(grpc.status.ABORTED, {}, 'the reader is too slow'));
      return false;
    }
    await store.appended.waitSince(notificationCount, stopWaiting.signal);
  }
  return true;
}

const countEvents = (store: Store, options: ReadReq.Options) =>
  options.hasAll()
    ? store.length
    : (store.findStream(nameOf(options.getStream()!.getStreamIdentifier()))?.length ?? 0);
const eventAt = (store: Store, options: ReadReq.Options, index: number) =>
  options.hasAll()
    ? store.eventAtIndex(index)
    : store.findStream(nameOf(options.getStream()!.getStreamIdentifier()))![index]!;

/** Index of the first event after the position that a subscription names. */
function firstIndexOf(store: Store, options: ReadReq.Options): number {
  const all = options.getAll();
  if (all)
    return all.hasEnd()
      ? store.length
      : all.hasStart()
        ? 0
        : store.indexOf(BigInt(all.getPosition()!.getCommitPosition()), { past: true });
  const stream = options.getStream()!;
  return stream.hasEnd()
    ? countEvents(store, options)
    : stream.hasStart()
      ? 0
      : Number(stream.getRevision()) + 1;
}

function confirmationMessage(): ReadResp {
  const confirmed = new streams.ReadResp.SubscriptionConfirmation();
  confirmed.setSubscriptionId(randomUUID());
  const response = new streams.ReadResp();
  response.setConfirmation(confirmed);
  return response;
}

function checkpointMessage({ position }: StoredEvent): ReadResp {
  const reached = new streams.ReadResp.Checkpoint();
  reached.setCommitPosition(String(position));
  reached.setPreparePosition(String(position));
  const response = new streams.ReadResp();
  response.setCheckpoint(reached);
  return response;
}

function caughtUpMessage(): ReadResp {
  const response = new streams.ReadResp();
  response.setCaughtUp(new streams.ReadResp.CaughtUp());
  return response;
}
