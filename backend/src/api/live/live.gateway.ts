import { seesEverything } from '#domain/kernel/policy.js';
import { quotas } from '#domain/limits.js';
import { leaderboardView } from '#domain/visits/leaderboard.js';
import { TooManyRequests } from '#platform/storage/rate-limiter/rate-limiter.js';
import { Clock } from '#platform/common/clock.js';
import { Config } from '#platform/common/config/config.js';
import { Logger } from '#platform/process/logger.js';
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
import { LeadOwners } from '../../auth/lead-owners.js';
import type { Caller } from '../../auth/caller.js';
import { Callers, isInGrace } from '../../auth/callers.js';
import { RateLimits } from '../../http/rate-limits.js';
import { Browser } from '../../auth/browser.js';
import { graceEndsAt } from '../../auth/people.js';
import { limitedIdOf } from '../../auth/sessions.js';
import { BoardHints } from './board-hints.js';
import { ChangeFeed, type Committed, type Standing } from './change-feed.js';
import {
  type ChangeNotification,
  messagesOf,
  hasListeners,
  limitedMembers,
  socketRooms,
} from './socket-messages.js';
import { LiveSessions } from '../../auth/live-sessions.js';
import { OneAtATime } from './one-at-a-time.js';
import { organizationRoom, roomsFor } from './rooms.js';
import { ShownChanges } from './shown-changes.js';

type Notification = { readonly position: string; readonly changes: readonly ChangeNotification[] };
type Resumed = Standing & { readonly rooms: readonly string[] } & (
    { readonly changes: readonly ChangeNotification[] } | { readonly startOver: true }
  );
/** Instead of an answer: not now. */
type Later = { readonly error: 'too-many-requests'; readonly retryAfterSeconds: number };
/** The whole conversation, shared with the browser by its shape. */
type ToServer = { resume: (asked: unknown, answer: (resumed: Resumed | Later) => void) => void };
type ToBrowser = { changes: (notification: Notification) => void };
type Data = {
  /** The id that limits count by. */
  limitedId: string;
  /** When it was last asked who is behind it. */
  askedAt: number;
  /** Rings when its days of grace are over. */
  grace?: NodeJS.Timeout;
  /** Two resumes of one socket at a time would send it the same twice. */
  resumes?: OneAtATime<ResumeForm, Resumed | undefined>;
};
type LiveServer = Server<ToServer, ToBrowser, Record<string, never>, Data>;
type LiveSocket = Socket<ToServer, ToBrowser, Record<string, never>, Data>;

const resumeForm = z.object({
  after: z.string().max(64).optional(),
  rooms: z.array(z.string().max(100)).max(50),
});
type ResumeForm = z.output<typeof resumeForm>;
const largestMessage = 16 * 1024;
/**
 * A browser resumes each 30 s. One that does not is asked who it is nevertheless: its session may
 * have ended.
 */
const longestSilence = 90_000;
/** A tab may have been closed by then, in seconds. */
const laterForSockets = 30;
const betweenRounds = 30_000;
const timersAreEarlyBy = 50;
const leastPause = 500;

/**
 * Rooms by which sockets are found when something of theirs ends. Everything else they are in comes
 * from a resume.
 */
const ofSession = (sessionId: string) => `session ${sessionId}`;
const ofAccount = (accountId: string) => `account ${accountId}`;

/**
 * Sockets. A message is a hint, a resume is the truth: it asks again who the member is and which
 * rooms they may have, and sends what has changed since the position that the browser had.
 */
@WebSocketGateway({
  serveClient: false,
  transports: ['websocket'],
  maxHttpBufferSize: largestMessage,
  pingInterval: 20_000,
  pingTimeout: 20_000,
})
export class LiveGateway
  extends LiveSessions
  implements
    OnGatewayInit,
    OnGatewayConnection,
    OnGatewayDisconnect,
    OnApplicationBootstrap,
    OnModuleDestroy
{
  private server: LiveServer | undefined;
  private readonly ending = new AbortController();
  private following: Promise<void> | undefined;
  private rounds: NodeJS.Timeout | undefined;
  /** Connections that have asked for their socket. One that asks again ends. */
  private readonly admitted = new WeakSet<LiveSocket['conn']>();
  /** Commits are sent in their order, although names have to be looked up in between. */
  private sending: Promise<void> = Promise.resolve();

  constructor(
    private readonly callers: Callers,
    private readonly shown: ShownChanges,
    private readonly owners: LeadOwners,
    private readonly readSide: ReadSide,
    private readonly changeFeed: ChangeFeed,
    private readonly limits: RateLimits,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    super();
  }

  afterInit(server: LiveServer): void {
    this.server = server;
    // Before the connection is made: who is signed out gets no socket.
    server.use((socket, next) => {
      const answer = (refusal: Error | undefined) => {
        next(refusal);
        if (refusal) setImmediate(() => socket.conn.close());
      };
      this.admit(socket).then(answer, () => answer(new Error('unavailable')));
    });
    this.rounds = setInterval(() => {
      const silentSince = performance.now() - longestSilence;
      for (const socket of server.sockets.sockets.values())
        if (socket.data.askedAt < silentSince) this.ask(socket).catch(() => undefined);
    }, betweenRounds).unref();
  }

  /** Starts to follow commits, once the read side was started. */
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
        .emit('changes', { position: this.readSide.position, changes });
    });
    const notify = (committed: Committed) => {
      this.sending = this.sending
        .then(() => this.send(server, committed))
        .then(() => hints.received(committed.changes))
        .catch((err: unknown) => this.logger.error({ err }, 'a change was not sent'));
    };
    const onTrouble = (err: unknown) => this.logger.warn({ err }, 'changes cannot be read now');
    this.following = this.changeFeed.follow(
      { readSide: this.readSide, listening, notify, onTrouble },
      this.ending.signal,
    );
  }

  /** Connects a socket. Its session is looked up again, because it may have ended meanwhile. */
  async handleConnection(socket: LiveSocket): Promise<void> {
    try {
      this.endWithGrace(socket, await this.ask(socket));
    } catch {
      socket.disconnect(true); // The caller is unknown now; the client connects again.
    }
  }

  handleDisconnect({ data }: LiveSocket): void {
    clearTimeout(data.grace);
  }

  async onModuleDestroy(): Promise<void> {
    this.ending.abort();
    clearInterval(this.rounds);
    await this.following;
  }

  get count(): number {
    return this.server?.sockets.sockets.size ?? 0;
  }

  @SubscribeMessage('resume')
  async resume(
    @ConnectedSocket() socket: LiveSocket,
    @MessageBody() asked: unknown,
  ): Promise<Resumed | Later | undefined> {
    const form = resumeForm.safeParse(asked);
    if (!form.success) return undefined;
    try {
      await this.limits.count('resumes', socket.data.limitedId);
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error;
      return { error: 'too-many-requests', retryAfterSeconds: error.retryAfterSeconds };
    }
    socket.data.resumes ??= new OneAtATime((latest) => this.resumed(socket, latest));
    return socket.data.resumes.do(form.data);
  }

  private async resumed(
    socket: LiveSocket,
    { rooms: wanted, after }: ResumeForm,
  ): Promise<Resumed | undefined> {
    const caller = await this.ask(socket);
    if (!caller) return undefined;
    const { account, membership } = caller;
    const organizationId = membership?.organization.id;
    const rooms = await roomsFor(
      wanted,
      { accountId: account.id, organizationId, role: membership?.role },
      async (leadId) =>
        organizationId === undefined ? undefined : this.owners.ownerOf(organizationId, leadId),
    );
    if (organizationId === undefined || !membership)
      return { ...(await this.changeFeed.standing()), rooms, changes: [] };

    // Documents of the whole organization go to every member, also to those outside its room.
    const listened = [...new Set([...rooms, organizationRoom(organizationId)])];
    const sees = seesEverything(membership.role) ? 'everything' : 'own';
    const { role } = membership;
    const reader = {
      organizationId,
      memberId: account.id,
      sees,
      isAdmin: role === 'admin',
      rooms: listened,
    } as const;
    await this.enter(socket, caller, socketRooms(reader));
    if (after === undefined) return { ...(await this.changeFeed.standing()), rooms, changes: [] };
    const resumed = await this.changeFeed.since(reader, after);
    if ('startOver' in resumed) return { ...resumed, rooms };
    return {
      ...resumed,
      rooms,
      changes: await this.shown.notifications(resumed.changes, { organizationId, role }),
    };
  }

  sessionsEnded(sessionIds: readonly string[]): void {
    for (const id of sessionIds) this.server?.in(ofSession(id)).disconnectSockets(true);
  }

  /** The browser connects again, asks who it is now, and gets the rooms that it may have now. */
  membershipChanged(accountId: string): void {
    this.server?.local.in(ofAccount(accountId)).disconnectSockets(true);
  }

  async askAgain(accountId: string): Promise<void> {
    const { adapter, sockets } = this.server?.sockets ?? {};
    for (const id of [...(adapter?.rooms.get(ofAccount(accountId)) ?? [])]) {
      const socket = sockets?.get(id);
      if (socket) await this.ask(socket);
    }
  }

  /** Answers why not. */
  private async admit(socket: LiveSocket): Promise<Error | undefined> {
    const { conn } = socket;
    if (this.admitted.has(conn)) return new Error('connected-already');
    this.admitted.add(conn);
    const caller = await this.callerOf(socket);
    if (!caller) return new Error('signed-out');
    const { session, account } = caller;
    const limitedId = limitedIdOf(session);
    const { rooms } = this.server?.sockets.adapter ?? {};
    const open =
      rooms?.get(limitedId === account.id ? ofAccount(account.id) : ofSession(session.id))?.size ??
      0;
    if (open >= (this.config.limits['SOCKETS_PER_MEMBER'] ?? quotas.sockets))
      return Object.assign(new Error('too-many-sockets'), {
        data: { retryAfterSeconds: laterForSockets },
      });
    socket.data.limitedId = limitedId;
    const end = () => {
      socket.disconnect(true);
      conn.close(); // Closes also a connection whose socket has already left.
    };
    conn.on('packet', () => this.limits.count('socket messages', limitedId).catch(end));
    await socket.join(ownRooms(caller));
    return undefined;
  }

  /**
   * A member who has to verify a number by then is disconnected then, and not with the next
   * request.
   */
  private endWithGrace(socket: LiveSocket, caller: Caller | undefined): void {
    if (!caller || caller.account.verified || !socket.connected) return;
    const left = Date.parse(graceEndsAt(caller.account)) - Date.parse(this.clock.now());
    const again = () =>
      this.ask(socket).then(
        (still) => this.endWithGrace(socket, still),
        () => this.endWithGrace(socket, caller),
      );
    socket.data.grace = setTimeout(
      () => void again(),
      Math.max(left, leastPause) + timersAreEarlyBy,
    ).unref();
  }

  /** The caller of now; without one the socket ends. */
  private async ask(socket: LiveSocket): Promise<Caller | undefined> {
    const caller = await this.callerOf(socket);
    if (!caller) socket.disconnect(true);
    return caller;
  }

  /**
   * None for a member who has to verify a number before anything else. Asked again at each resume.
   */
  private async callerOf(socket: LiveSocket): Promise<Caller | undefined> {
    socket.data.askedAt = performance.now();
    const { token, isOld } = Browser.sessionTokenIn(socket.handshake.headers.cookie, this.config);
    const caller = await this.callers.of(token);
    if (isOld && caller?.session.isHostOnly) return undefined;
    return caller && isInGrace(caller.account, this.clock.now()) ? caller : undefined;
  }

  /** In these rooms and no others. One that has been disconnected meanwhile stays out. */
  private async enter(socket: LiveSocket, caller: Caller, rooms: readonly string[]): Promise<void> {
    const wanted = new Set([socket.id, ...ownRooms(caller), ...rooms]);
    for (const room of socket.rooms) if (!wanted.has(room)) await socket.leave(room);
    if (socket.connected) await socket.join([...wanted]);
  }

  /** To this backend's sockets: every backend receives the commit itself. */
  private async send(server: LiveServer, { position, changes }: Committed): Promise<void> {
    if (changes.length === 0 || this.count === 0) return;
    const { rooms } = server.sockets.adapter;
    const listened = changes.filter((change) => hasListeners(change, (room) => rooms.has(room)));
    if (listened.length === 0) return;
    const { leaving, messages } = messagesOf(await this.shown.committed(listened));
    for (const { sockets, room } of leaving) server.local.in(sockets).socketsLeave(room);
    for (const { to, except, changes: sent } of messages) {
      const addressed = server.local.to(to);
      (except === undefined ? addressed : addressed.except(except)).emit('changes', {
        position,
        changes: sent,
      });
    }
  }
}

const ownRooms = ({ session, account }: Caller): string[] => [
  ofSession(session.id),
  ofAccount(account.id),
];
