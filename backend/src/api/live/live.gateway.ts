import { seesEverything } from '#domain/kernel/policy.js';
import { quotas } from '#domain/limits.js';
import { leaderboardView } from '#domain/visits/leaderboard.js';
import { TooManyRequests } from '#platform/storage/rate-limiter/rate-limiter.js';
import { Clock } from '#platform/common/clock.js';
import { Config } from '#platform/common/config/config.js';
import {
  isTracing,
  parseTraceparent,
  recordChildSpans,
  spanTime,
} from '#platform/common/tracing/tracing.js';
import { Logger } from '#platform/process/logger.js';
import { MetricsRegistry } from '#platform/process/metrics-registry.js';
import { ReadSide } from '#platform/live/read-side.js';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  type OnGatewayInit,
  SubscribeMessage,
  WebSocketGateway,
} from '@nestjs/websockets';
import type { Server, Socket } from 'socket.io';
import { z } from 'zod';
import { LeadOwners } from '../../auth/people/lead-owners.js';
import type { Caller } from '../../auth/caller.js';
import { Callers, isInGrace } from '../../auth/callers.js';
import { RateLimits } from '../../http/rate-limits.js';
import { Browser } from '../../auth/sessions/browser.js';
import { graceEndsAt } from '../../auth/people/people.js';
import { SessionEndings } from '../../auth/sessions/session-endings.js';
import { rateLimitId } from '../../auth/sessions/sessions.js';
import { BoardHints } from './board-hints.js';
import { ChangeFeeds, type CommittedChanges, type ViewsPosition } from './change-feed.js';
import {
  type ChangeNotification,
  createMessages,
  hasListeners,
  limitedMembers,
  socketRooms,
} from './socket-messages.js';
import { CoalescingQueue } from './coalescing-queue.js';
import { organizationRoom, filterAllowedRooms } from './rooms.js';
import { ChangePresenter } from './shown-changes.js';

type Notification = { readonly position: string; readonly changes: readonly ChangeNotification[] };
type ResumeAnswer = ViewsPosition & { readonly rooms: readonly string[] } & (
    { readonly changes: readonly ChangeNotification[] } | { readonly startOver: true }
  );
/** Answer to a resume that came too soon. */
type RetryLater = { readonly error: 'too-many-requests'; readonly retryAfterSeconds: number };
/** Messages of the socket protocol, which the browser's code mirrors. */
type ToServer = {
  resume: (body: unknown, answer: (resumed: ResumeAnswer | RetryLater) => void) => void;
  painted: (body: unknown) => void;
};
type ToBrowser = { changes: (notification: Notification) => void };
type SocketData = {
  /** Id that rate limits count by. */
  limitedId: string;
  /** Time of the last look-up of the caller. */
  checkedAt: number;
  /** Timer for the end of the grace period. */
  graceTimer?: NodeJS.Timeout;
  /** Two concurrent resumes of a socket would send the same changes twice. */
  resumes?: CoalescingQueue<ResumeRequest, ResumeAnswer | undefined>;
};
type LiveServer = Server<ToServer, ToBrowser, Record<string, never>, SocketData>;
type LiveSocket = Socket<ToServer, ToBrowser, Record<string, never>, SocketData>;

const resumeSchema = z.object({
  after: z.string().max(64).optional(),
  rooms: z.array(z.string().max(100)).max(50),
});
type ResumeRequest = z.output<typeof resumeSchema>;
/**
 * Milliseconds from the message until the paint. A hidden page, which paints much later, is not
 * counted.
 */
const paintSchema = z.object({
  traceparent: z.string().max(100),
  milliseconds: z.number().min(0).max(60_000),
});
const MAX_MESSAGE_BYTES = 16 * 1024;
/**
 * A browser resumes every 30 s. The caller of a silent one is checked anyway, because its session
 * may have ended.
 */
const MAX_SILENCE_MS = 90_000;
/** Retry delay for a member with too many sockets; a tab may have been closed by then. */
const SOCKETS_RETRY_AFTER_SECONDS = 30;
const CHECK_INTERVAL_MS = 30_000;
const TIMER_TOLERANCE_MS = 50;
const MIN_GRACE_CHECK_MS = 500;

/**
 * Rooms for finding the sockets of a session or an account. All other rooms are set by a resume.
 */
const sessionRoom = (sessionId: string) => `session ${sessionId}`;
const accountRoom = (accountId: string) => `account ${accountId}`;

/**
 * Sockets of browsers. A message is a hint that may be lost. A resume is reliable: it checks the
 * member and the rooms again, and sends all changes since the browser's position.
 */
@WebSocketGateway({
  serveClient: false,
  transports: ['websocket'],
  maxHttpBufferSize: MAX_MESSAGE_BYTES,
  pingInterval: 20_000,
  pingTimeout: 20_000,
})
export class LiveGateway
  implements
    OnGatewayInit,
    OnGatewayConnection,
    OnGatewayDisconnect,
    OnApplicationBootstrap,
    OnModuleDestroy
{
  private server: LiveServer | undefined;
  private readonly ending = new AbortController();
  private notifying: Promise<unknown> | undefined;
  private checkTimer: NodeJS.Timeout | undefined;
  /** Connections that have opened a socket; a second socket is refused. */
  private readonly admitted = new WeakSet<LiveSocket['conn']>();
  /** Last pending send. Commits are sent in order, although names are looked up in between. */
  private lastSend: Promise<void> = Promise.resolve();

  constructor(
    private readonly callers: Callers,
    private readonly presenter: ChangePresenter,
    private readonly owners: LeadOwners,
    private readonly readSide: ReadSide,
    private readonly changeFeeds: ChangeFeeds,
    private readonly limits: RateLimits,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: Logger,
    endings: SessionEndings,
    metrics: MetricsRegistry,
  ) {
    endings.onEnded((sessionIds) => this.endSockets(sessionIds));
    metrics.addGauge('sockets', 'Open sockets', () => this.server?.sockets.sockets.size ?? 0);
  }

  afterInit(server: LiveServer): void {
    this.server = server;
    // Runs before the connection is made, so that a signed-out browser gets no socket.
    server.use((socket, next) => {
      const answer = (refusal: Error | undefined) => {
        next(refusal);
        if (refusal) setImmediate(() => socket.conn.close());
      };
      this.admit(socket).then(answer, () => answer(new Error('unavailable')));
    });
    this.checkTimer = setInterval(() => {
      const silentSince = performance.now() - MAX_SILENCE_MS;
      for (const socket of server.sockets.sockets.values())
        if (socket.data.checkedAt < silentSince) this.checkCaller(socket).catch(() => undefined);
    }, CHECK_INTERVAL_MS).unref();
  }

  /** Starts following commits, after the read side has started. */
  onApplicationBootstrap(): void {
    const server = this.server!;
    const { rooms } = server.sockets.adapter;
    const listening = {
      has: (organizationId: string) => rooms.has(organizationRoom(organizationId)),
    };
    const hints = new BoardHints((organizationId) => {
      const { to, except } = limitedMembers(organizationId);
      const changes = [{ view: leaderboardView, id: organizationId, revision: 0 }];
      server.local
        .to(to)
        .except(except)
        .emit('changes', {
          position: this.readSide.lanes.findLane(organizationId).position,
          changes,
        });
    });
    const notify = (commit: CommittedChanges) => {
      this.lastSend = this.lastSend
        .then(() => this.send(server, commit))
        .then(() => hints.handleChanges(commit.changes))
        .catch((err: unknown) => this.logger.error({ err }, 'a change was not sent'));
    };
    const onTrouble = (err: unknown) => this.logger.warn({ err }, 'changes cannot be read now');
    this.notifying = Promise.all(
      this.readSide.lanes.all.map((readLane, lane) =>
        this.changeFeeds.all[lane]!.notifyCommits(
          { readLane, listening, notify, onTrouble },
          this.ending.signal,
        ),
      ),
    );
  }

  /** Re-checks the session, which may have been revoked during the handshake. */
  async handleConnection(socket: LiveSocket): Promise<void> {
    try {
      this.disconnectAfterGrace(socket, await this.checkCaller(socket));
    } catch {
      socket.disconnect(true); // The caller is unknown now; the client connects again.
    }
  }

  handleDisconnect({ data }: LiveSocket): void {
    clearTimeout(data.graceTimer);
  }

  async onModuleDestroy(): Promise<void> {
    this.ending.abort();
    clearInterval(this.checkTimer);
    await this.notifying;
  }

  @SubscribeMessage('resume')
  async resume(
    @ConnectedSocket() socket: LiveSocket,
    @MessageBody() body: unknown,
  ): Promise<ResumeAnswer | RetryLater | undefined> {
    const form = resumeSchema.safeParse(body);
    if (!form.success) return undefined;
    try {
      await this.limits.count('resumes', socket.data.limitedId);
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error;
      return { error: 'too-many-requests', retryAfterSeconds: error.retryAfterSeconds };
    }
    socket.data.resumes ??= new CoalescingQueue((latest) => this.resumeNow(socket, latest));
    return socket.data.resumes.run(form.data);
  }

  /** Ends the trace of a command: its sender's browser has painted a pushed change. */
  @SubscribeMessage('painted')
  recordPaint(@MessageBody() body: unknown): void {
    const { data } = paintSchema.safeParse(body);
    if (!data || !isTracing()) return;
    recordChildSpans('paint', [parseTraceparent(data.traceparent)], spanTime() - data.milliseconds);
  }

  private async resumeNow(
    socket: LiveSocket,
    { rooms: wantedRooms, after }: ResumeRequest,
  ): Promise<ResumeAnswer | undefined> {
    const caller = await this.checkCaller(socket);
    if (!caller) return undefined;
    const { account, membership } = caller;
    const organizationId = membership?.organization.id;
    const rooms = await filterAllowedRooms(
      wantedRooms,
      { accountId: account.id, organizationId, role: membership?.role },
      async (leadId) =>
        organizationId === undefined ? undefined : this.owners.findOwner(organizationId, leadId),
    );
    if (organizationId === undefined || !membership)
      return { ...(await this.changeFeeds.readViewsPosition('')), rooms, changes: [] };

    // A member gets documents of the whole organization without entering its room.
    const listenedTopics = [...new Set([...rooms, organizationRoom(organizationId)])];
    const sees = seesEverything(membership.role) ? 'everything' : 'own';
    const { role } = membership;
    const reader = {
      organizationId,
      memberId: account.id,
      sees,
      isAdmin: role === 'admin',
      topics: listenedTopics,
    } as const;
    await this.setRooms(socket, caller, socketRooms(reader));
    if (after === undefined)
      return { ...(await this.changeFeeds.readViewsPosition(organizationId)), rooms, changes: [] };
    const resumed = await this.changeFeeds.readMissedChanges(reader, after);
    if ('startOver' in resumed) return { ...resumed, rooms };
    return {
      ...resumed,
      rooms,
      changes: await this.presenter.presentNotifications(resumed.changes, { organizationId, role }),
    };
  }

  /** Ends sessions' sockets in every reachable backend. */
  private endSockets(sessionIds: readonly string[]): void {
    for (const id of sessionIds) this.server?.in(sessionRoom(id)).disconnectSockets(true);
  }

  /**
   * Disconnects the account's sockets in this backend; other backends read the change in the log.
   * The browser reconnects with its present rights.
   */
  disconnectAccount(accountId: string): void {
    this.server?.local.in(accountRoom(accountId)).disconnectSockets(true);
  }

  /**
   * Checks the account's sockets in this backend again, because its sessions may have ended in
   * another one.
   */
  async checkSockets(accountId: string): Promise<void> {
    const { adapter, sockets } = this.server?.sockets ?? {};
    for (const id of Array.from(adapter?.rooms.get(accountRoom(accountId)) ?? [])) {
      const socket = sockets?.get(id);
      if (socket) await this.checkCaller(socket);
    }
  }

  /** Admits a socket, or returns the reason for refusing it. */
  private async admit(socket: LiveSocket): Promise<Error | undefined> {
    const { conn } = socket;
    if (this.admitted.has(conn)) return new Error('connected-already');
    this.admitted.add(conn);
    const caller = await this.loadCaller(socket);
    if (!caller) return new Error('signed-out');
    const { session, account } = caller;
    const limitedId = rateLimitId(session);
    const { rooms } = this.server?.sockets.adapter ?? {};
    const openSockets =
      rooms?.get(limitedId === account.id ? accountRoom(account.id) : sessionRoom(session.id))
        ?.size ?? 0;
    if (openSockets >= (this.config.limits['SOCKETS_PER_MEMBER'] ?? quotas.sockets))
      return Object.assign(new Error('too-many-sockets'), {
        data: { retryAfterSeconds: SOCKETS_RETRY_AFTER_SECONDS },
      });
    socket.data.limitedId = limitedId;
    const disconnect = () => {
      socket.disconnect(true);
      // `disconnect` does nothing if the socket has already left its namespace.
      conn.close();
    };
    conn.on('packet', () => this.limits.count('socket messages', limitedId).catch(disconnect));
    await socket.join(callerRooms(caller));
    return undefined;
  }

  /** Disconnects an unverified member when the grace period ends, not only at the next request. */
  private disconnectAfterGrace(socket: LiveSocket, caller: Caller | undefined): void {
    if (!caller || caller.account.verified || !socket.connected) return;
    const remainingMs = Date.parse(graceEndsAt(caller.account)) - Date.parse(this.clock.now());
    const checkAgain = () =>
      this.checkCaller(socket).then(
        (current) => this.disconnectAfterGrace(socket, current),
        () => this.disconnectAfterGrace(socket, caller),
      );
    socket.data.graceTimer = setTimeout(
      () => void checkAgain(),
      Math.max(remainingMs, MIN_GRACE_CHECK_MS) + TIMER_TOLERANCE_MS,
    ).unref();
  }

  /** Returns the present caller; disconnects the socket if there is none. */
  private async checkCaller(socket: LiveSocket): Promise<Caller | undefined> {
    const caller = await this.loadCaller(socket);
    if (!caller) socket.disconnect(true);
    return caller;
  }

  /** Undefined without a session, and for a member who has to verify the number first. */
  private async loadCaller(socket: LiveSocket): Promise<Caller | undefined> {
    socket.data.checkedAt = performance.now();
    const { token, isOld } = Browser.sessionTokenIn(socket.handshake.headers.cookie, this.config);
    const caller = await this.callers.load(token);
    if (isOld && caller?.session.isHostOnly) return undefined;
    return caller && isInGrace(caller.account, this.clock.now()) ? caller : undefined;
  }

  /** Sets the socket's rooms. A socket disconnected meanwhile gets none. */
  private async setRooms(
    socket: LiveSocket,
    caller: Caller,
    rooms: readonly string[],
  ): Promise<void> {
    const wanted = new Set([socket.id, ...callerRooms(caller), ...rooms]);
    for (const room of socket.rooms) if (!wanted.has(room)) await socket.leave(room);
    if (socket.connected) await socket.join([...wanted]);
  }

  /** Sends to this backend's sockets; every backend receives the commit itself. */
  private async send(server: LiveServer, { position, changes }: CommittedChanges): Promise<void> {
    if (changes.length === 0 || server.sockets.sockets.size === 0) return;
    const { rooms } = server.sockets.adapter;
    const relevant = changes.filter((change) => hasListeners(change, (room) => rooms.has(room)));
    if (relevant.length === 0) return;
    const startedAt = spanTime();
    const { leaving, messages } = createMessages(await this.presenter.presentCommitted(relevant));
    for (const { membersOf, leave } of leaving) server.local.in(membersOf).socketsLeave(leave);
    for (const { to, except, changes: notifications } of messages) {
      const target = server.local.to(to);
      (except === undefined ? target : target.except(except)).emit('changes', {
        position,
        changes: notifications,
      });
    }
    recordChildSpans(
      'push',
      relevant.map(({ traceparent }) => parseTraceparent(traceparent)),
      startedAt,
    );
  }
}

const callerRooms = ({ session, account }: Caller): string[] => [
  sessionRoom(session.id),
  accountRoom(account.id),
];
