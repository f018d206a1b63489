import { focusManager } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Socket } from 'socket.io-client';
import { create } from 'zustand';
import { identity, onSessionEnded } from '../account/identity.js';
import { receiveChanges, flushInvalidations, type Change } from './live-changes.js';
import { onBackOnline, noteAnswer, useOnline } from '../server/network.js';
import { resumesWith } from '../outbox/outbox.js';
import {
  caughtUp,
  forgetPositions,
  positionNow,
  resumedAt,
  sawViews,
  usePosition,
} from '../server/position.js';
import { invalidateAll, invalidateFailed, queryClient, sessionKey } from '../query-client.js';

export { useHighlightedIds, useIsHighlighted } from './live-changes.js';

type Resumed = {
  readonly position: string;
  /** Instant at which the server's views were begun. */
  readonly views?: string;
  readonly rooms: readonly string[];
  readonly changes?: readonly Change[];
  readonly startOver?: true;
};
/** Answer to a resume that came too often. */
type Later = { readonly error: 'too-many-requests'; readonly retryAfterSeconds: number };
type Heard = { readonly position: string; readonly changes: readonly Change[] };

/** Interval of resumes. Messages are hints and may be lost; a resume is complete. */
const resumeEvery = 30_000;
const answerWithin = 5_000;
const refusedPause = 5_000;

const useConnection = create<{ readonly connected: boolean }>(() => ({ connected: false }));

/** `live`: changes show by themselves. `reconnecting`: data may be old. `offline`: no network. */
export function useLiveStatus(): 'live' | 'reconnecting' | 'offline' {
  const connected = useConnection((state) => state.connected);
  const online = useOnline();
  return connected ? 'live' : online ? 'reconnecting' : 'offline';
}

const rooms = new Map<string, number>();
let socket: Socket | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Timer of the next try to import the socket's code. */
let importing: ReturnType<typeof setTimeout> | undefined;
/** Set while somebody is signed in; a socket whose code arrives later then connects. */
let isListening = false;
/** Set if the last resume was answered for this tab's account. */
let isMine = false;

/** Joins a room while mounted: `lead:<id>`, `organization:<id>`, `member:<id>`. */
export function useRoom(room: string | undefined): void {
  useEffect(() => (room ? enterRoom(room) : undefined), [room]);
}

/**
 * Joins a room.
 * @returns a function that leaves it
 */
export function enterRoom(room: string): () => void {
  rooms.set(room, (rooms.get(room) ?? 0) + 1);
  resumeSoon(0);
  return () => {
    const left = (rooms.get(room) ?? 1) - 1;
    if (left > 0) rooms.set(room, left);
    else rooms.delete(room);
    resumeSoon(200);
  };
}

function resumeSoon(after: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void resume(), after);
}

/**
 * Asks for all that has changed since the last such answer. Only that answer moves the position.
 */
async function resume(): Promise<void> {
  clearTimeout(timer);
  const over = socket;
  if (!over?.connected) return;
  timer = setTimeout(() => void resume(), resumeEvery);
  const after = usePosition.getState().resumed;
  const wanted = [...rooms.keys()];
  try {
    const answer = (await over
      .timeout(answerWithin)
      .emitWithAck('resume', { ...(after ? { after } : {}), rooms: wanted })) as Resumed | Later;
    if (over !== socket) return;
    if ('error' in answer) resumeSoon(answer.retryAfterSeconds * 1_000);
    else take(answer, wanted, after);
  } catch {
    // no answer in time: the next one brings what this one would have
  }
}

function take(
  { position, views, rooms: held, changes = [], startOver }: Resumed,
  wanted: readonly string[],
  after: string | undefined,
): void {
  noteAnswer();
  // my own room is closed to me: my membership has changed, or the browser is another account's by
  // now
  const own = `member:${identity().accountId ?? ''}`;
  isMine = !wanted.includes(own) || held.includes(own);
  if (!isMine) return void queryClient.invalidateQueries({ queryKey: sessionKey });
  const isRestored = sawViews(views);
  resumedAt(position);
  caughtUp();
  receiveChanges(changes, {
    marking: document.visibilityState === 'visible',
    position: positionNow(position),
  });
  flushInvalidations();
  // a request may have hung until after the network was back
  void invalidateFailed();
  // what was fetched before there was a position may have missed what came in between
  if (startOver || isRestored || after === undefined) void invalidateAll();
}

async function connect(): Promise<void> {
  clearTimeout(importing);
  // taken from the import at once: of the whole module the bundler would keep long polling too
  const io = await import('socket.io-client').then(
    (code) => code.io,
    () => undefined,
  );
  if (socket || !isListening) return;
  if (!io) {
    importing = setTimeout(() => void connect(), refusedPause);
    return;
  }
  // a server that goes during the handshake is only noticed by this limit
  const made = io({
    transports: ['websocket'],
    withCredentials: true,
    timeout: answerWithin,
    reconnectionDelayMax: 5_000,
    randomizationFactor: 0.5,
  });
  socket = made;
  made.on('connect', () => {
    useConnection.setState({ connected: true });
    isMine = false;
    noteAnswer();
    void resume();
  });
  made.on('disconnect', (reason) => {
    useConnection.setState({ connected: false });
    // the server has ended it: perhaps the session, so ask, and come back if that still holds
    if (reason === 'io server disconnect')
      void queryClient
        .invalidateQueries({ queryKey: sessionKey })
        .then(() => socket === made && made.connect());
  });
  // refused by the server, which is not tried again by itself: perhaps the session has ended
  made.on(
    'connect_error',
    (refusal: Error & { readonly data?: { readonly retryAfterSeconds?: number } }) => {
      if (made.active) return;
      void queryClient.invalidateQueries({ queryKey: sessionKey });
      const { retryAfterSeconds } = refusal.data ?? {};
      setTimeout(
        () => socket === made && made.connect(),
        retryAfterSeconds === undefined ? refusedPause : retryAfterSeconds * 1_000,
      );
    },
  );
  made.on(
    'changes',
    ({ changes, position }: Heard) =>
      isMine &&
      receiveChanges(changes, {
        marking: true,
        position: positionNow(position),
      }),
  );
}

function disconnect(): void {
  isListening = false;
  clearTimeout(timer);
  clearTimeout(importing);
  socket?.disconnect();
  socket = undefined;
  useConnection.setState({ connected: false });
}

/** Listens while somebody is signed in. */
export function startLive(): () => void {
  resumesWith(() => (socket?.connected ? resumeSoon(150) : void invalidateAll()));
  const wake = (): void => {
    if (socket && !socket.connected) socket.connect();
  };
  const shown = (): void => {
    if (document.visibilityState !== 'visible') return;
    wake();
    void resume();
  };
  addEventListener('focus', shown);
  const stops = [
    () => removeEventListener('focus', shown),
    focusManager.subscribe(shown),
    onSessionEnded(disconnect),
    // views that had not caught up are asked again, a moment later
    usePosition.subscribe(({ behind }, before) => {
      if (behind && !before.behind) setTimeout(() => (caughtUp(), void invalidateAll()), 1_500);
    }),
    // lists have lost their rows of earlier views
    usePosition.subscribe(({ views }, before) => {
      if (views !== undefined && before.views !== undefined && views !== before.views)
        void invalidateAll();
    }),
    onBackOnline(() => {
      wake();
      // a resume tells what has changed meanwhile, not what was asked for in vain
      void invalidateFailed();
    }),
  ];
  isListening = true;
  void connect();
  return () => {
    for (const stop of stops) stop();
    disconnect();
    forgetPositions();
  };
}
