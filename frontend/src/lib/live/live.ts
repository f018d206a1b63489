import { focusManager } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Socket } from 'socket.io-client';
import { create } from 'zustand';
import { identity, onSessionEnded } from '../account/identity.js';
import { receiveChanges, flushInvalidations, type Change } from './live-changes.js';
import { isOwnChange } from './own-changes.js';
import { onBackOnline, markOnline, useOnline } from '../server/network.js';
import { registerResume } from '../outbox/outbox.js';
import {
  markCaughtUp,
  forgetPositions,
  positionNow,
  updateResumedPosition,
  updateKnownViews,
  usePosition,
} from '../server/position.js';
import { invalidateAll, invalidateFailed, queryClient, sessionKey } from '../query-client.js';

export { useHighlightedIds, useIsHighlighted } from './live-changes.js';

type ResumeAnswer = {
  readonly position: string;
  /** Instant at which the server's views were begun. */
  readonly views?: string;
  readonly rooms: readonly string[];
  readonly changes?: readonly Change[];
  readonly startOver?: true;
};
/** Answer to a resume that came too often. */
type RateLimited = { readonly error: 'too-many-requests'; readonly retryAfterSeconds: number };
type ChangesMessage = { readonly position: string; readonly changes: readonly Change[] };

/** Interval of resumes. Messages are hints and may be lost; a resume is complete. */
const RESUME_INTERVAL_MS = 30_000;
const ANSWER_TIMEOUT_MS = 5_000;
const RECONNECT_PAUSE_MS = 5_000;
/** Delay of the resume after a room was left: the next page may join others. */
const LEAVE_DELAY_MS = 200;
/** Delay of the resume after a command of this tab. */
const OWN_CHANGE_DELAY_MS = 150;
/** Delay before answers of views that lagged behind are refetched. */
const LAG_DELAY_MS = 1_500;

const useConnection = create<{ readonly connected: boolean }>(() => ({ connected: false }));

/** `live`: changes show by themselves. `reconnecting`: data may be old. `offline`: no network. */
export function useLiveStatus(): 'live' | 'reconnecting' | 'offline' {
  const connected = useConnection((state) => state.connected);
  const online = useOnline();
  return connected ? 'live' : online ? 'reconnecting' : 'offline';
}

const rooms = new Map<string, number>();
let socket: Socket | undefined;
let resumeTimer: ReturnType<typeof setTimeout> | undefined;
/** Timer of the next attempt to import the socket's code. */
let importRetry: ReturnType<typeof setTimeout> | undefined;
/** Set while somebody is signed in; a socket whose code arrives later then connects. */
let isListening = false;
/** Set if the last resume was answered for this tab's account. */
let isOwnAccount = false;

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
    const remaining = (rooms.get(room) ?? 1) - 1;
    if (remaining > 0) rooms.set(room, remaining);
    else rooms.delete(room);
    resumeSoon(LEAVE_DELAY_MS);
  };
}

function resumeSoon(delayMs: number): void {
  clearTimeout(resumeTimer);
  resumeTimer = setTimeout(() => void resume(), delayMs);
}

/** Asks for all changes since the last resume. Only the answer moves the position. */
async function resume(): Promise<void> {
  clearTimeout(resumeTimer);
  const usedSocket = socket;
  if (!usedSocket?.connected) return;
  resumeTimer = setTimeout(() => void resume(), RESUME_INTERVAL_MS);
  const sincePosition = usePosition.getState().resumed;
  const requestedRooms = [...rooms.keys()];
  try {
    const answer = (await usedSocket.timeout(ANSWER_TIMEOUT_MS).emitWithAck('resume', {
      ...(sincePosition ? { after: sincePosition } : {}),
      rooms: requestedRooms,
    })) as ResumeAnswer | RateLimited;
    if (usedSocket !== socket) return;
    if ('error' in answer) resumeSoon(answer.retryAfterSeconds * 1_000);
    else applyResume(answer, requestedRooms, sincePosition);
  } catch {
    // no answer in time: the next resume brings these changes too
  }
}

function applyResume(
  { position, views, rooms: joinedRooms, changes = [], startOver }: ResumeAnswer,
  requestedRooms: readonly string[],
  sincePosition: string | undefined,
): void {
  markOnline();
  // the server refused the member's own room: the membership has changed, or another account has
  // signed in
  const ownRoom = `member:${identity().accountId ?? ''}`;
  isOwnAccount = !requestedRooms.includes(ownRoom) || joinedRooms.includes(ownRoom);
  if (!isOwnAccount) return void queryClient.invalidateQueries({ queryKey: sessionKey });
  const isRestored = updateKnownViews(views);
  updateResumedPosition(position);
  markCaughtUp();
  receiveChanges(changes, {
    canHighlight: document.visibilityState === 'visible',
    position: positionNow(position),
  });
  flushInvalidations();
  // requests that hung may have failed after the network was back
  void invalidateFailed();
  // without a position, changes between the first fetches and this resume are unknown
  if (startOver || isRestored || sincePosition === undefined) void invalidateAll();
}

async function connect(): Promise<void> {
  clearTimeout(importRetry);
  // destructured in the import: with the whole module the bundler would keep long polling too
  const io = await import('socket.io-client').then(
    (code) => code.io,
    () => undefined,
  );
  if (socket || !isListening) return;
  if (!io) {
    importRetry = setTimeout(() => void connect(), RECONNECT_PAUSE_MS);
    return;
  }
  // only this limit notices a server that goes away during the handshake
  const newSocket = io({
    transports: ['websocket'],
    withCredentials: true,
    timeout: ANSWER_TIMEOUT_MS,
    reconnectionDelayMax: 5_000,
    randomizationFactor: 0.5,
  });
  socket = newSocket;
  newSocket.on('connect', () => {
    useConnection.setState({ connected: true });
    isOwnAccount = false;
    markOnline();
    void resume();
  });
  newSocket.on('disconnect', (reason) => {
    useConnection.setState({ connected: false });
    // the server closed the socket, perhaps with the session: check the session and reconnect if it
    // is valid
    if (reason === 'io server disconnect')
      void queryClient
        .invalidateQueries({ queryKey: sessionKey })
        .then(() => socket === newSocket && newSocket.connect());
  });
  // Socket.IO does not retry after a refusal by the server, which may mean that the session has
  // ended
  newSocket.on(
    'connect_error',
    (refusal: Error & { readonly data?: { readonly retryAfterSeconds?: number } }) => {
      if (newSocket.active) return;
      void queryClient.invalidateQueries({ queryKey: sessionKey });
      const { retryAfterSeconds } = refusal.data ?? {};
      setTimeout(
        () => socket === newSocket && newSocket.connect(),
        retryAfterSeconds === undefined ? RECONNECT_PAUSE_MS : retryAfterSeconds * 1_000,
      );
    },
  );
  newSocket.on('changes', ({ changes, position }: ChangesMessage) => {
    if (!isOwnAccount) return;
    const receivedAt = performance.now();
    receiveChanges(changes, { canHighlight: true, position: positionNow(position) });
    reportPaint(newSocket, changes, receivedAt);
  });
}

/** Reports the time from the receipt of this browser's own change to its paint, for its trace. */
function reportPaint(usedSocket: Socket, changes: readonly Change[], receivedAt: number): void {
  const traceparent = changes.find(
    (change) => change.traceparent && isOwnChange(change.id, change.revision),
  )?.traceparent;
  if (!traceparent) return;
  // a task that a frame starts runs after its paint
  requestAnimationFrame(() =>
    setTimeout(() =>
      usedSocket.emit('painted', { traceparent, milliseconds: performance.now() - receivedAt }),
    ),
  );
}

function disconnect(): void {
  isListening = false;
  clearTimeout(resumeTimer);
  clearTimeout(importRetry);
  socket?.disconnect();
  socket = undefined;
  useConnection.setState({ connected: false });
}

/** Listens while somebody is signed in. */
export function startLive(): () => void {
  registerResume(() =>
    socket?.connected ? resumeSoon(OWN_CHANGE_DELAY_MS) : void invalidateAll(),
  );
  const reconnect = (): void => {
    if (socket && !socket.connected) socket.connect();
  };
  const onShown = (): void => {
    if (document.visibilityState !== 'visible') return;
    reconnect();
    void resume();
  };
  const refetchLagged = (): void => {
    markCaughtUp();
    void invalidateAll();
  };
  addEventListener('focus', onShown);
  const unsubscribers = [
    () => removeEventListener('focus', onShown),
    focusManager.subscribe(onShown),
    onSessionEnded(disconnect),
    // refetches answers that came from views which lagged behind
    usePosition.subscribe(({ behind }, before) => {
      if (behind && !before.behind) setTimeout(refetchLagged, LAG_DELAY_MS);
    }),
    // after a change of views the stored rows are dropped, so lists are refetched
    usePosition.subscribe(({ views }, before) => {
      if (views !== undefined && before.views !== undefined && views !== before.views)
        void invalidateAll();
    }),
    onBackOnline(() => {
      reconnect();
      // a resume brings missed changes, but not the answers of failed queries
      void invalidateFailed();
    }),
  ];
  isListening = true;
  void connect();
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
    disconnect();
    forgetPositions();
  };
}
