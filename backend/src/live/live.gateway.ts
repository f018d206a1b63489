import { seesEverything } from '#domain/kernel/policy.js';
import { leaderboardView } from '#domain/visits/leaderboard.js';
import { deliveriesOf, isHeard, limitedMembers, socketRooms } from '#platform/live/deliveries.js';
import type { ToldChange } from '#platform/live/reader.js';
import type { Committed } from '#platform/projection-running/read-side.js';
import { Inject, type OnModuleDestroy } from '@nestjs/common';
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
import { LeadOwners } from '../files/lead-owners.js';
import type { Caller } from '../http/caller.js';
import { callersFrom, isInGrace } from '../http/gate.js';
import { comesFromAnotherSite } from '../http/same-site.js';
import { PARTS, type Parts } from '../parts.js';
import { Browser } from '../sessions/browser.js';
import { graceEndsAt } from '../sessions/people.js';
import { BoardHints } from './board-hints.js';
import { LiveSessions } from './live-sessions.js';
import { organizationRoom, roomsFor } from './rooms.js';
import { ShownChanges } from './shown-changes.js';

type Told = { readonly position: string; readonly changes: readonly ToldChange[] };
type Resumed = { readonly position: string; readonly rooms: readonly string[] } & (
  { readonly changes: readonly ToldChange[] } | { readonly startOver: true }
);
/** The whole conversation, shared with the browser by its shape. */
type ToServer = { resume: (asked: unknown, answer: (resumed: Resumed) => void) => void };
type ToBrowser = { changes: (told: Told) => void };
type Data = {
  /** When it was last asked who is behind it. */
  askedAt: number;
  /** Rings when its days of grace are over. */
  grace?: NodeJS.Timeout;
};
type LiveServer = Server<ToServer, ToBrowser, Record<string, never>, Data>;
type LiveSocket = Socket<ToServer, ToBrowser, Record<string, never>, Data>;

const resumeForm = z.object({ after: z.string().max(64).optional(), rooms: z.array(z.string().max(100)).max(50) });
const largestMessage = 16 * 1024;
/** A browser resumes each 30 s. One that does not is asked who it is nevertheless: its session may have ended. */
const longestSilence = 90_000;
const betweenRounds = 30_000;
const timersAreEarlyBy = 50;
const leastPause = 500;

/** Rooms by which sockets are found when something of theirs ends. Everything else they are in comes from a resume. */
const ofSession = (sessionId: string) => `session ${sessionId}`;
const ofAccount = (accountId: string) => `account ${accountId}`;

/**
 * Sockets. A message is a hint, a resume is the truth: it asks again who listens and which rooms they may have, and tells
 * what has changed since the position that the browser had.
 */
@WebSocketGateway({ serveClient: false, maxHttpBufferSize: largestMessage, pingInterval: 20_000, pingTimeout: 20_000 })
export class LiveGateway extends LiveSessions implements OnGatewayInit, OnGatewayConnection, OnGatewayDisconnect, OnModuleDestroy {
  private readonly callers;
  private readonly shown: ShownChanges;
  private server: LiveServer | undefined;
  private stopListening = (): void => {};
  private rounds: NodeJS.Timeout | undefined;
  /** Commits are told in their order, although names have to be looked up in between. */
  private telling: Promise<void> = Promise.resolve();

  constructor(
    @Inject(PARTS) private readonly parts: Parts,
    shown: ShownChanges,
    private readonly owners: LeadOwners,
  ) {
    super();
    this.shown = shown;
    this.callers = callersFrom(parts.sessions, parts.people);
  }

  afterInit(server: LiveServer): void {
    this.server = server;
    // Before the connection is made: who is signed out gets no socket.
    server.use((socket, next) => {
      this.admit(socket).then(
        (admitted) => next(admitted ? undefined : new Error('signed-out')),
        () => next(new Error('unavailable')),
      );
    });
    const { rooms } = server.sockets.adapter;
    const listening = {
      has: (organizationId: string) => rooms.has(organizationRoom(organizationId)),
      keys: () => organizationsIn(rooms.keys()),
    };
    const hints = new BoardHints((organizationId) => {
      const { to, except } = limitedMembers(organizationId);
      const changes = [{ view: leaderboardView, id: organizationId, revision: 0 }];
      server.local.to(to).except(except).emit('changes', { position: this.parts.readSide.position(), changes });
    });
    this.stopListening = this.parts.readSide.onCommitted((committed) => {
      this.telling = this.telling
        .then(() => this.tell(server, committed))
        .then(() => hints.heard(committed.changes))
        .catch((err: unknown) => this.parts.logger.error({ err }, 'a change was not told'));
    }, listening);
    this.rounds = setInterval(() => {
      const silentSince = performance.now() - longestSilence;
      for (const socket of server.sockets.sockets.values()) if (socket.data.askedAt < silentSince) this.ask(socket).catch(() => undefined);
    }, betweenRounds).unref();
  }

  /** What ended its session while it was being connected did not find it. */
  async handleConnection(socket: LiveSocket): Promise<void> {
    try {
      this.endWithGrace(socket, await this.ask(socket));
    } catch {
      socket.disconnect(true); // Nobody can say now who it is: it comes again.
    }
  }

  handleDisconnect({ data }: LiveSocket): void {
    clearTimeout(data.grace);
  }

  onModuleDestroy(): void {
    this.stopListening();
    clearInterval(this.rounds);
  }

  get count(): number {
    return this.server?.sockets.sockets.size ?? 0;
  }

  @SubscribeMessage('resume')
  async resume(@ConnectedSocket() socket: LiveSocket, @MessageBody() asked: unknown): Promise<Resumed | undefined> {
    const form = resumeForm.safeParse(asked);
    if (!form.success) return undefined;
    const caller = await this.ask(socket);
    if (!caller) return undefined;
    const { account, membership } = caller;
    const organizationId = membership?.organization.id;
    const rooms = await roomsFor(form.data.rooms, { accountId: account.id, organizationId, role: membership?.role }, async (leadId) =>
      organizationId === undefined ? undefined : this.owners.ownerOf(organizationId, leadId),
    );
    if (organizationId === undefined || !membership) return { position: await this.parts.changeFeed.position(), rooms, changes: [] };

    // Every member hears what is everybody's, also who may not enter the organization's room.
    const listened = [...new Set([...rooms, organizationRoom(organizationId)])];
    const sees = seesEverything(membership.role) ? 'everything' : 'own';
    const reader = { organizationId, memberId: account.id, sees, rooms: listened } as const;
    await this.enter(socket, caller, socketRooms(reader));
    if (form.data.after === undefined) return { position: await this.parts.changeFeed.position(), rooms, changes: [] };
    const resumed = await this.parts.changeFeed.since(reader, form.data.after);
    if ('startOver' in resumed) return { ...resumed, rooms };
    return { ...resumed, rooms, changes: await this.shown.told(resumed.changes) };
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

  private async admit(socket: LiveSocket): Promise<boolean> {
    if (comesFromAnotherSite(socket.handshake.headers, this.parts.config.publicUrl)) return false;
    const caller = await this.callerOf(socket);
    if (!caller) return false;
    await socket.join(ownRooms(caller));
    return true;
  }

  /** Whoever has to verify a number then is shown to the door then, and not when they next ask for something. */
  private endWithGrace(socket: LiveSocket, caller: Caller | undefined): void {
    if (!caller || caller.account.verified || !socket.connected) return;
    const left = Date.parse(graceEndsAt(caller.account)) - Date.parse(this.parts.clock.now());
    const again = () =>
      this.ask(socket).then(
        (still) => this.endWithGrace(socket, still),
        () => this.endWithGrace(socket, caller),
      );
    socket.data.grace = setTimeout(() => void again(), Math.max(left, leastPause) + timersAreEarlyBy).unref();
  }

  /** Who is behind it now; if nobody is any more, it ends. */
  private async ask(socket: LiveSocket): Promise<Caller | undefined> {
    const caller = await this.callerOf(socket);
    if (!caller) socket.disconnect(true);
    return caller;
  }

  /** Nobody who has to verify a number before anything else: asked again at each resume. */
  private async callerOf(socket: LiveSocket): Promise<Caller | undefined> {
    socket.data.askedAt = performance.now();
    const caller = await this.callers.of(Browser.sessionTokenIn(socket.handshake.headers.cookie));
    return caller && isInGrace(caller.account, this.parts.clock.now()) ? caller : undefined;
  }

  /** In these rooms and no others. One that has been disconnected meanwhile stays out. */
  private async enter(socket: LiveSocket, caller: Caller, rooms: readonly string[]): Promise<void> {
    const wanted = new Set([socket.id, ...ownRooms(caller), ...rooms]);
    for (const room of socket.rooms) if (!wanted.has(room)) await socket.leave(room);
    if (socket.connected) await socket.join([...wanted]);
  }

  /** To this backend's sockets: every backend hears of the commit itself. */
  private async tell(server: LiveServer, { position, changes }: Committed): Promise<void> {
    if (changes.length === 0 || this.count === 0) return;
    const { rooms } = server.sockets.adapter;
    const heard = changes.filter((change) => isHeard(change, (room) => rooms.has(room)));
    if (heard.length === 0) return;
    const { leaving, deliveries } = deliveriesOf(await this.shown.committed(heard));
    for (const { sockets, room } of leaving) server.local.in(sockets).socketsLeave(room);
    for (const { to, except, changes: told } of deliveries) {
      const addressed = server.local.to(to);
      (except === undefined ? addressed : addressed.except(except)).emit('changes', { position, changes: told });
    }
  }
}

function* organizationsIn(rooms: Iterable<string>): Generator<string> {
  for (const room of rooms) {
    const [kind, id, more] = room.split(':');
    if (kind === 'organization' && id !== undefined && more === undefined) yield id;
  }
}

const ownRooms = ({ session, account }: Caller): string[] => [ofSession(session.id), ofAccount(account.id)];
