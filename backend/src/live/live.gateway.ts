import type { CommittedChange } from '#platform/projection-running/read-side.js';
import type { FeedEntry } from '#platform/read-store/read-store.js';
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
import { callersFrom, isInGrace } from '../http/gate.js';
import { PARTS, type Parts } from '../parts.js';
import { Browser } from '../sessions/browser.js';
import { Names } from '../sessions/names.js';
import { PRESENTERS, type Presenters } from '../sessions/presenting.js';
import { LiveSessions } from './live-sessions.js';
import { type Reader, roomsFor, sightOf } from './reader.js';

/** One change as a browser is told it; `id` is the bare record's. */
export type ToldChange = {
  readonly view: string;
  readonly id: string;
  readonly revision: number;
  readonly document?: unknown;
  readonly removed?: true;
};
type Resumed = { readonly position: string; readonly rooms: readonly string[] } & (
  { readonly changes: readonly ToldChange[] } | { readonly startOver: true }
);
type ToServer = { resume: (asked: unknown, answer: (resumed: Resumed) => void) => void };
type ToBrowser = { changes: (told: { readonly position: string; readonly changes: readonly ToldChange[] }) => void };
type Open = Socket<ToServer, ToBrowser>;
/** What is known of an open socket; without a reader it is told nothing. */
type Listener = { readonly token: string; sessionId: string; accountId: string; reader: Reader | undefined };

const resumeForm = z.object({ after: z.string().max(64).optional(), rooms: z.array(z.string().max(100)).max(50) });
/** More than this is told faster by asking for what is shown. */
const mostCaughtUp = 1_000;
const largestMessage = 16 * 1024;

/**
 * Sockets. A message is a hint, a resume is the truth: it says again who listens, which rooms they may have, and what has
 * changed since the position that the browser had.
 */
@WebSocketGateway({ serveClient: false, maxHttpBufferSize: largestMessage, pingInterval: 20_000, pingTimeout: 20_000 })
export class LiveGateway extends LiveSessions implements OnGatewayInit, OnGatewayConnection, OnGatewayDisconnect, OnModuleDestroy {
  private readonly listeners = new Map<Open, Listener>();
  private readonly names: Names;
  private readonly callers;
  private stopListening = (): void => {};
  /** Commits are told in their order, although names have to be looked up in between. */
  private telling: Promise<void> = Promise.resolve();

  constructor(
    @Inject(PARTS) private readonly parts: Parts,
    @Inject(PRESENTERS) private readonly presenters: Presenters,
    private readonly owners: LeadOwners,
  ) {
    super();
    this.names = new Names(parts.views);
    this.callers = callersFrom(parts.sessions, parts.people);
  }

  afterInit(server: Server): void {
    // Before the connection is made: who is signed out gets no socket.
    server.use((socket, next) => {
      void this.admit(socket).then(
        (admitted) => next(admitted ? undefined : new Error('signed-out')),
        () => next(new Error('unavailable')),
      );
    });
    this.stopListening = this.parts.readSide.onCommitted(({ position, changes }) => {
      this.telling = this.telling
        .then(() => this.tell(position, changes))
        .catch((err: unknown) => this.parts.logger.error({ err }, 'a change was not told'));
    });
  }

  onModuleDestroy(): void {
    this.stopListening();
  }

  /** Its session may have ended while it was being connected. */
  async handleConnection(socket: Open): Promise<void> {
    const listener = socket.data as Listener;
    this.listeners.set(socket, listener);
    if (!(await this.callers.of(listener.token))) this.drop(socket);
  }

  handleDisconnect(socket: Open): void {
    this.listeners.delete(socket);
  }

  get count(): number {
    return this.listeners.size;
  }

  @SubscribeMessage('resume')
  async resume(@ConnectedSocket() socket: Open, @MessageBody() asked: unknown): Promise<Resumed | undefined> {
    const form = resumeForm.safeParse(asked);
    const listener = this.listeners.get(socket);
    if (!form.success || !listener) return undefined;
    const caller = await this.callers.of(listener.token);
    if (!caller || !isInGrace(caller.account, this.parts.clock.now())) {
      this.drop(socket);
      return undefined;
    }
    const { membership, account } = caller;
    const organizationId = membership?.organization.id;
    const asks = { accountId: account.id, organizationId, role: membership?.role };
    const rooms = await roomsFor([...new Set(form.data.rooms)], asks, async (leadId) =>
      organizationId === undefined ? undefined : this.owners.ownerOf(organizationId, leadId),
    );
    listener.reader = membership && { accountId: account.id, organizationId: membership.organization.id, role: membership.role, rooms };

    // Taken first: what is committed meanwhile is told twice rather than never.
    const position = this.parts.readSide.position();
    const answer = { position, rooms: [...rooms] };
    if (form.data.after === undefined || !listener.reader) return { ...answer, changes: [] };
    const missed = await this.parts.changesAfter(listener.reader.organizationId, form.data.after, mostCaughtUp);
    if (!missed || missed.length === mostCaughtUp) return { ...answer, startOver: true };
    return { ...answer, changes: await this.caughtUp(missed, listener.reader) };
  }

  sessionsEnded(sessionIds: readonly string[]): void {
    for (const [socket, { sessionId }] of this.listeners) if (sessionIds.includes(sessionId)) this.drop(socket);
  }

  /** The browser connects again, asks who it is now, and gets the rooms that it may have now. */
  async membershipChanged(accountId: string): Promise<void> {
    for (const [socket, listener] of this.listeners) if (listener.accountId === accountId) this.drop(socket);
  }

  private async admit(socket: Socket): Promise<boolean> {
    const token = Browser.sessionTokenIn(socket.handshake.headers.cookie);
    const caller = await this.callers.of(token);
    if (!token || !caller) return false;
    socket.data = { token, sessionId: caller.session.id, accountId: caller.account.id, reader: undefined } satisfies Listener;
    return true;
  }

  private drop(socket: Open): void {
    this.listeners.delete(socket);
    socket.disconnect(true);
  }

  private async tell(position: string, changes: readonly CommittedChange[]): Promise<void> {
    if (changes.length === 0 || this.listeners.size === 0) return;
    const told = await this.prepared(changes);
    for (const [socket, { reader }] of this.listeners) {
      const seen =
        reader && changes.flatMap((change, index) => (change.organizationId === reader.organizationId ? asSeen(change, reader, told[index]!) : []));
      if (seen && seen.length > 0) socket.emit('changes', { position, changes: seen });
    }
  }

  /** What has come of each document since, told once: as it is now, or that it is gone. */
  private async caughtUp(missed: readonly FeedEntry[], reader: Reader): Promise<ToldChange[]> {
    const latest = new Map<string, { readonly change: FeedEntry; readonly sight: 'shown' | 'removed' }>();
    for (const change of missed) {
      const key = `${change.view} ${change.id}`;
      const sight = sightOf(change, reader) ?? (latest.has(key) && change.after === undefined ? 'removed' : undefined);
      if (sight) latest.set(key, { change, sight });
    }
    const entries = [...latest.values()];
    const jsons = await Promise.all(
      entries.map(async ({ change: { view, organizationId, id }, sight }) =>
        sight === 'shown' ? this.parts.documentOf(view, organizationId, id) : undefined,
      ),
    );
    const told = await this.prepared(entries.map(({ change }, index) => ({ ...change, json: jsons[index] })));
    return entries.map(({ sight }, index) => (sight === 'shown' && jsons[index] !== undefined ? told[index]! : asRemoved(told[index]!)));
  }

  /** Changes with their documents as people are shown them. */
  private async prepared(changes: readonly CommittedChange[]): Promise<ToldChange[]> {
    const documents = changes.map(({ json }) => (json === undefined ? undefined : (JSON.parse(json) as never)));
    const presenterOf = (index: number) => this.presenters.get(changes[index]!.view);
    const people = documents.flatMap((document, index) => (document === undefined ? [] : (presenterOf(index)?.people(document) ?? [])));
    const person = await this.names.of(people);
    return changes.map(({ view, id, revision }, index) => {
      const document: unknown = documents[index];
      if (document === undefined) return { view, id, revision, removed: true };
      return { view, id, revision, document: presenterOf(index)?.show(document as never, person) ?? document };
    });
  }
}

function asSeen(change: CommittedChange, reader: Reader, told: ToldChange): ToldChange[] {
  const sight = sightOf(change, reader);
  if (!sight) return [];
  return [sight === 'shown' ? told : asRemoved(told)];
}

const asRemoved = ({ view, id, revision }: ToldChange): ToldChange => ({ view, id, revision, removed: true });
